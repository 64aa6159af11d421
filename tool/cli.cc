// SPDX-License-Identifier: Apache-2.0
#include "tool/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "harness/errors.h"
#include "tool/cli_options.h"
#include "tool/did_you_mean.h"
#include "tool/report_verbs.h"
#ifndef _WIN32
#include "tool/check_files_verbs.h"
#include "tool/cli_linux.h"
#include "tool/coverage_verb.h"
#include "tool/manual.h"
#include "tool/matrix_verb.h"
#endif

namespace loadstone {
namespace {

constexpr const char* kFooter = kExitStatuses;

void AddRun(CLI::App& app, Action& action) {
  const auto shared = std::make_shared<RunOptions>();
  RunOptions& options = *shared;
  CLI::App& verb = *app.add_subcommand("run", "Run the cases against a loader");
  AddApiOption(verb, options.api, kApiHelp);
  AddSubjectOptions(verb, options.loader, options.spec, options.search_folders);
  AddRootOption(verb, options.root, "loader");
  AddPlatformOption(verb, options.platform);
  AddCaseOptions(verb, options);
  verb.add_option("--seed", options.seed, "Shuffle the cases with this seed")
      ->check(CLI::Range(0, 99999));
  AddReportOptions(verb, options.reports);
  verb.add_option("--repeat", options.repeat, "Run each case N times; the worst verdict counts")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  verb.add_flag("--fail-fast", options.fail_fast,
                "Stop at the first failure that no waiver and no baseline covers");
  verb.add_option("--coverage", options.coverage,
                  "A new folder for what a loader writes that was built with --coverage or "
                  "-fprofile-instr-generate; 'loadstone coverage' reads it");
  verb.footer(
      std::string(
          "Examples:\n"
          "  loadstone run --loader build/libvulkan.so.1 --json report.json --junit report.xml\n"
          "  loadstone run --loader build/libvulkan.so.1 --policy 'LLP_LOADER_*' --table\n"
          "  loadstone run --api openxr --loader libopenxr_loader.so.1 --spec 1.1.61\n"
          "  loadstone run --loader build/libvulkan.so.1 --baseline last.json --shard 2/5") +
      "\n\n" + kFooter);
  verb.callback([shared, &action] { action = [shared] { return RunVerb(*shared); }; });
}

void AddRepro(CLI::App& app, Action& action) {
  const auto shared = std::make_shared<ReproOptions>();
  ReproOptions& options = *shared;
  CLI::App& verb =
      *app.add_subcommand("repro", "Run one case and show everything that was observed");
  verb.add_option("case", options.id, "The ID of the case, or the folder of a fuzz finding")
      ->required();
  AddApiOption(verb, options.api, kApiHelp);
  AddSubjectOptions(verb, options.loader, options.spec, options.search_folders);
  verb.get_option("--loader")->required(false);
  AddRootOption(verb, options.root, "loader or manifest");
  AddPlatformOption(verb, options.platform);
  verb.add_option("--manifest", options.manifest,
                  "The manifest of the layer, driver or runtime that the case judges");
  verb.add_option("--layer", options.layer, "The layer to judge, if the manifest has several");
  AddLibraryPathOption(verb, options.library_folders);
  AddWorldOptions(verb, options.world);
  AddRulesOption(verb, options.rules);
  verb.add_flag("--guard", options.guard, kGuardHelp);
  verb.add_flag("--gdb", options.gdb,
                "Pause the application before it loads the loader, layer, driver or runtime under "
                "test, and attach gdb");
  verb.add_flag("--markdown", options.markdown,
                "Print a bug report as Markdown: verdict, policy, versions, files, calls");
  verb.add_option("--keep", options.keep,
                  "Keep the simulated machine's files, the trace and the output in this folder, "
                  "which must not exist yet");
  verb.add_option("--against", options.against,
                  "The second loader to compare with, for a finding of fuzz --against");
  verb.footer(
      std::string(
          "Examples:\n"
          "  loadstone repro LLP_LOADER_3/meta_layer_contains_a_layer_twice --loader l.so --gdb\n"
          "  loadstone repro LS_VK_DRIVER_8/queues_begin_with_the_magic_value --manifest "
          "my_icd.json\n"
          "  loadstone repro findings/NAME --loader l.so") +
      "\n\n" + kFooter);
  verb.callback([shared, &action] { action = [shared] { return ReproVerb(*shared); }; });
}

void AddList(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ListOptions>();
  CLI::App& verb = *app.add_subcommand("list", "List the policies or the cases");
  verb.add_option("what", options->what, "What to list: policies or cases")
      ->required()
      ->check(CLI::IsMember({"policies", "cases"}));
  AddApiOption(verb, options->api, "Only policies or cases of this API: vulkan or openxr");
  verb.add_option_function<std::string>(
          "--subject",
          [options](const std::string& name) { options->subject = SubjectKindFromName(name); },
          "Only the policies that bind this kind of subject, or only the cases that judge it; "
          "installer and hal_module (an Android hardware module) select cases only")
      ->check(CLI::IsMember({"loader", "layer", "driver", "runtime", "installer", "device",
                             "package", "hal_module"}));
  verb.add_option("--case", options->cases, "Only the cases whose ID matches this glob")
      ->allow_extra_args(false)
      ->take_all();
  AddRulesOption(verb, options->rules);
  verb.add_flag("--json", options->json, "Print JSON");
  verb.footer("Examples:\n  loadstone list policies\n  loadstone list cases --api vulkan --json");
  verb.callback([options, &action] { action = [options] { return ListVerb(*options); }; });
}

void AddExplain(CLI::App& app, Action& action) {
  const auto id = std::make_shared<std::string>();
  const auto rules = std::make_shared<std::vector<std::string>>();
  CLI::App& verb = *app.add_subcommand("explain", "Explain a policy");
  verb.add_option("policy", *id, "The ID of the policy")->required();
  AddRulesOption(verb, *rules);
  verb.footer("Example:\n  loadstone explain LLP_LOADER_5");
  verb.callback([=, &action] { action = [=] { return ExplainVerb(*id, *rules); }; });
}

// Returns what is wrong with a command line that cannot be parsed, and what to do.
std::string Advice(const CLI::App& app, const CLI::ParseError& error,
                   const std::vector<std::string>& words) {
  const std::optional<std::string> unknown = ExplainUnknownWord(app, words);
  if (unknown.has_value()) return *unknown + "; see loadstone --help";
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    return fmt::format("{}; repeat the option for each additional value", error.what());
  }
  return fmt::format("{}; see loadstone --help", error.what());
}

// Prints the error as one line. Newlines may come from file names and messages of libraries.
int Complain(std::string why) {
  std::replace(why.begin(), why.end(), '\n', ' ');
  fmt::print(stderr, "loadstone: {}\n", why);
  return kCannotRun;
}

}  // namespace

int CliMain(int count, char** words) {
  CLI::App app(
      "Loadstone: checks whether a Vulkan or OpenXR loader conforms to the policies in the "
      "documents of Khronos, Android and Fuchsia",
      "loadstone");
#if CLI11_VERSION_MAJOR > 2 || CLI11_VERSION_MINOR >= 5
  // It would wrap the lines of examples. The verbs take the formatter from the program.
  app.get_formatter()->enable_description_formatting(false);
  app.get_formatter()->enable_footer_formatting(false);
#endif
  app.require_subcommand(1);
  app.footer(kFooter);
  app.set_version_flag("--version", LOADSTONE_VERSION);
  Action action;
  AddRun(app, action);
  AddRepro(app, action);
#ifndef _WIN32  // these verbs are supported on Linux only
  AddFuzz(app, action);
  AddChecks(app, action);
  AddCheckInstall(app, action);
  AddCheckImage(app, action);
  AddCheckPackage(app, action);
#endif
  AddReportVerbs(app, action);
#ifndef _WIN32
  AddMatrix(app, action);
  AddCoverage(app, action);
  AddDoctor(app, action);
#endif
  AddList(app, action);
  AddExplain(app, action);
#ifndef _WIN32
  AddManual(app, action);
#endif
  try {
    app.parse(count, words);
  } catch (const CLI::Success& asked) {
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return Complain(Advice(app, error, {words + 1, words + std::max(count, 1)}));
  }
  try {
    return action();
  } catch (const HarnessError& error) {
    fmt::print(stderr, "loadstone: {}\n", error.what());
    return kCannotTell;
  } catch (const std::exception& error) {
    return Complain(error.what());
  }
}

}  // namespace loadstone
