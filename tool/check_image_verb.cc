// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "harness/image/read_image.h"
#include "harness/world/platform.h"
#include "tool/check_files_verbs.h"
#include "tool/cli.h"
#include "tool/cli_options.h"

namespace loadstone {
namespace {

struct CheckImageOptions {
  std::string folder = {};
  Api api = Api::kVulkan;
  std::string ndk_library = {};
  std::vector<std::string> policies = {};
  std::vector<std::string> cases = {};
  ReportOptions reports = {};
};

int CheckImage(const CheckImageOptions& options) {
  const policy::Catalogue catalogue = LoadCatalogue();
  RunRequest request;
  request.api = options.api;
  request.platform = kAndroid;
  // A device claims no version of the loader's documents.
  request.spec = NewestEdition(options.api, catalogue);
  request.judged =
      std::make_shared<const ImageUnderTest>(ReadImage(options.folder, options.ndk_library));
  request.cases =
      SelectCases(options.api, SubjectKind::kDevice, options.policies, options.cases, catalogue);
  request.options = {"--api", std::string(Name(options.api))};
  if (!options.ndk_library.empty()) {
    request.options.insert(request.options.end(), {"--ndk-library", options.ndk_library});
  }
  return RunAndReport(request, catalogue, options.reports);
}

}  // namespace

void AddCheckImage(CLI::App& app, Action& action) {
  const auto shared = std::make_shared<CheckImageOptions>();
  CheckImageOptions& options = *shared;
  CLI::App& verb = *app.add_subcommand(
      "check-image", "Check what the image of an Android device declares and contains");
  verb.add_option("folder", options.folder,
                  "A folder with the unpacked partitions (system, vendor and so on) in the layout "
                  "of the device; unpack APEX packages as well")
      ->required();
  AddApiOption(verb, options.api, "The API whose files are judged: vulkan or openxr");
  verb.add_option("--ndk-library", options.ndk_library,
                  "The NDK's libvulkan.so, with which the loader is compared");
  AddSelection(verb, options.policies, options.cases);
  AddReportOptions(verb, options.reports);
  verb.footer(std::string("Example:\n  loadstone check-image out/target/product/device\n\n") +
              kExitStatuses);
  verb.callback([shared, &action] { action = [shared] { return CheckImage(*shared); }; });
}

}  // namespace loadstone
