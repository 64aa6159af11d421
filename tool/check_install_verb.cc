// SPDX-License-Identifier: Apache-2.0
#include "harness/errors.h"
#include "harness/install/read_install.h"
#include "harness/report/text.h"
#include "harness/world/platform.h"
#include "tool/cli.h"

namespace loadstone {
namespace {

// The words of the command line that show a case again.
std::vector<std::string> Words(const CheckInstallOptions& options, Api api) {
  std::vector<std::string> words = {options.before, options.after};
  if (!options.uninstalled.empty()) words.push_back(options.uninstalled);
  words.insert(words.end(), {"--api", std::string(Name(api))});
  if (options.platform != kWindows) words.insert(words.end(), {"--platform", options.platform});
  if (!options.installer.empty()) words.insert(words.end(), {"--installer", options.installer});
  if (options.update) words.emplace_back("--update");
  if (!options.spec.empty()) words.insert(words.end(), {"--spec", options.spec});
  return words;
}

ReadInstallResult Read(const CheckInstallOptions& options) {
  if (options.platform == kWindows) {
    return ReadInstall(options.before, options.after, options.uninstalled, options.api,
                       options.update);
  }
  if (options.api == Api::kOpenXr) {
    throw EnvironmentError(
        "OpenXR folders are not compared; leave out --api, or leave out --platform to check a "
        "registry");
  }
  if (options.update) {
    throw EnvironmentError("--update compares registries; with --platform " + options.platform +
                           " leave it out");
  }
  if (options.uninstalled.empty()) {
    throw EnvironmentError("with --platform " + options.platform +
                           " check-install judges what uninstalling leaves; pass the root of the "
                           "machine after uninstalling as a third argument");
  }
  return {Api::kVulkan, ReadInstallInFolders(options.before, options.after, options.uninstalled)};
}

}  // namespace

int CheckInstallVerb(const CheckInstallOptions& options) {
  ReadInstallResult read = Read(options);
  read.install.installer = options.installer;
  const policy::Catalogue catalogue = LoadCatalogue();
  RunRequest request;
  request.api = read.api;
  request.platform = options.platform;
  // An installer claims no version.
  request.spec = options.spec.empty() ? NewestEdition(read.api, catalogue)
                                      : ParseSpec(options.spec, read.api, catalogue);
  request.judged = std::move(read.install);
  request.cases =
      SelectCases(read.api, SubjectKind::kInstaller, options.policies, options.cases, catalogue);
  request.options = Words(options, read.api);
  return RunAndReport(request, catalogue, options.reports);
}

}  // namespace loadstone
