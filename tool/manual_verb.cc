// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "harness/report/output_file.h"
#include "tool/cli.h"
#include "tool/completion.h"
#include "tool/manual.h"

namespace loadstone {
namespace {

void WriteFile(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::create_directories(path.parent_path());
  OutputFile(path, "manual").Commit(content);
}

int ManualVerb(const CLI::App& app, const std::filesystem::path& out) {
  const std::filesystem::path pages = out / "man/man1";
  WriteFile(pages / (app.get_name() + ".1"), ToolPage(app));
  for (const CLI::App* verb : PublicVerbs(app)) {
    WriteFile(pages / (app.get_name() + "-" + verb->get_name() + ".1"), VerbPage(app, *verb));
  }
  WriteFile(out / "bash-completion/completions/loadstone", BashCompletion(app));
  WriteFile(out / "zsh/site-functions/_loadstone", ZshCompletion(app));
  WriteFile(out / "fish/vendor_completions.d/loadstone.fish", FishCompletion(app));
  return kConforms;
}

}  // namespace

void AddManual(CLI::App& app, Action& action) {
  const auto out = std::make_shared<std::string>();
  CLI::App& verb = *app.add_subcommand("manual", "Write manual pages and shell completions");
  verb.group("");
  verb.add_option("out", *out, "The target folder, such as PREFIX/share")->required();
  verb.callback([out, &app, &action] { action = [out, &app] { return ManualVerb(app, *out); }; });
}

}  // namespace loadstone
