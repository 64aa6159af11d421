// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "harness/package/read_package.h"
#include "harness/world/platform.h"
#include "tool/check_files_verbs.h"
#include "tool/cli.h"
#include "tool/cli_options.h"

namespace loadstone {
namespace {

struct CheckPackageOptions {
  PackageRequest package = {};
  std::vector<std::string> policies = {};
  std::vector<std::string> cases = {};
  ReportOptions reports = {};
};

// Returns the words, after the package, of the command line that reproduces a case.
std::vector<std::string> Words(const PackageRequest& package) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--role", package.role);
  for (const std::string& manifest : package.manifests) add("--manifest", manifest);
  add("--gapii", package.gapii);
  add("--tracing", package.tracing);
  return words;
}

int CheckPackage(const CheckPackageOptions& options) {
  const policy::Catalogue catalogue = LoadCatalogue();
  RunRequest request;
  request.api = Api::kVulkan;
  request.platform = kFuchsia;
  // A package claims no version of the loader's documents.
  request.spec = NewestEdition(request.api, catalogue);
  request.judged = std::make_shared<const PackageUnderTest>(ReadPackage(options.package));
  request.cases =
      SelectCases(request.api, SubjectKind::kPackage, options.policies, options.cases, catalogue);
  request.options = Words(options.package);
  return RunAndReport(request, catalogue, options.reports);
}

}  // namespace

void AddCheckPackage(CLI::App& app, Action& action) {
  const auto shared = std::make_shared<CheckPackageOptions>();
  CheckPackageOptions& options = *shared;
  PackageRequest& package = options.package;
  CLI::App& verb = *app.add_subcommand(
      "check-package", "Check a Fuchsia package that takes part in tracing Vulkan commands");
  verb.add_option("package", package.path,
                  "The archive (.far), or the folder of an unpacked archive")
      ->required();
  verb.add_option("--role", package.role,
                  "The role of the package: gapii, or traceable for the component that is traced; "
                  "default: detected from its layer folders")
      ->check(CLI::IsMember({kGapiiRole, kTraceableRole}));
  verb.add_option("--manifest", package.manifests,
                  "The source (.cml) of a component manifest; the source contains more than the "
                  "compiled manifest in the package")
      ->allow_extra_args(false)
      ->take_all();
  verb.add_option(
      "--gapii", package.gapii,
      "The gapii package in which the component layers of a traced component are looked up");
  verb.add_option("--tracing", package.tracing,
                  "Whether tracing is supposed to be on or off; default: either is accepted")
      ->check(CLI::IsMember({"on", "off"}));
  AddSelection(verb, options.policies, options.cases);
  AddReportOptions(verb, options.reports);
  verb.footer(std::string("Example:\n  loadstone check-package component.far --gapii gapii-pkg.far "
                          "--tracing on\n\n") +
              kExitStatuses);
  verb.callback([shared, &action] { action = [shared] { return CheckPackage(*shared); }; });
}

}  // namespace loadstone
