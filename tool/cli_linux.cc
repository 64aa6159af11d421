// SPDX-License-Identifier: Apache-2.0
#include "tool/cli_linux.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "tool/cli_options.h"

namespace loadstone {

void AddFuzz(CLI::App& app, Action& action) {
  const auto shared = std::make_shared<FuzzOptions>();
  FuzzOptions& options = *shared;
  CLI::App& verb = *app.add_subcommand("fuzz", "Run a loader on generated simulated machines");
  AddApiOption(verb, options.api, kApiHelp);
  AddSubjectOptions(verb, options.loader, options.spec, options.search_folders);
  AddRootOption(verb, options.root, "loader");
  AddPlatformOption(verb, options.platform);
  verb.add_option("--against", options.against,
                  "A second loader to compare with: also report where the two behave differently, "
                  "even if the documents allow both");
  verb.add_option("--seconds", options.seconds,
                  "How many seconds to run; default: 60, or no limit with --inputs")
      ->check(Between(0.1, 1e7));
  verb.add_option("--inputs", options.inputs, "Stop after N inputs")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40));
  verb.add_option("--seed", options.seed, "The seed; the same seed generates the same inputs")
      ->capture_default_str();
  verb.add_option("-j,--jobs", options.jobs, "The number of processes; default: one per processor")
      ->check(CLI::Range(1, 1024));
  verb.add_option("--create", options.create,
                  "The percentage of inputs for which the application creates an instance; for the "
                  "others it only enumerates layers and extensions")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  verb.add_option("--timeout", options.timeout,
                  "The processor time in seconds after which an input counts as a hang")
      ->check(Between(0.1, 60))
      ->capture_default_str();
  verb.add_option("--corpus", options.corpus,
                  "A folder with initial inputs; inputs that show something new are added to it");
  verb.add_option("--waivers", options.waivers,
                  "A JSON file with a list of waivers for known findings; \"case\" is the name of "
                  "a finding's folder");
  verb.add_option("--out", options.out,
                  "The folder for findings; each finding gets its own subfolder")
      ->capture_default_str();
  verb.add_flag(
      "--guard,!--no-guard", options.guard,
      "Guard the loader's memory to detect memory errors; default: yes, but not on Windows");
  verb.add_flag(
      "--strict", options.strict,
      "Exit with status 1 for warnings too (unmet SHOULDs and robustness policies). With or "
      "without this option, the exit status is 1 if the loader ends its process or never returns");
  verb.footer(
      std::string(
          "Example:\n  loadstone fuzz --loader build/libvulkan.so.1 --seconds 600 --out findings") +
      "\n\n" + kExitStatuses);
  verb.callback([shared, &action] { action = [shared] { return FuzzVerb(*shared); }; });
}

namespace {

// The texts of a verb that judges a component by its manifest.
struct CheckText {
  SubjectKind kind;
  const char* summary;
  const char* example;
};

constexpr CheckText kChecks[] = {
    {SubjectKind::kLayer, "Check a real layer against the layer policies",
     "/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json"},
    {SubjectKind::kDriver, "Check a real Vulkan driver against the driver policies",
     "/usr/share/vulkan/icd.d/lvp_icd*.json"},
    {SubjectKind::kRuntime, "Check a real OpenXR runtime against the runtime policies",
     "/usr/share/openxr/1/openxr_monado.json"},
};

void AddLayerOptions(CLI::App& verb, CheckOptions& options) {
  verb.add_option("--layer", options.layer, "The layer to judge, if the manifest has several");
  AddApiOption(verb, options.api, "vulkan or openxr; default: the API that the manifest is for");
  verb.add_option("--loader", options.loaders,
                  "The loader that loads the layer; repeat the option for each additional loader. "
                  "Default: each case runs with Loadstone's reference loader and, if there is one, "
                  "with the loader of this machine or of the system of --root")
      ->allow_extra_args(false);
}

void AddCheck(const CheckText& text, CLI::App& app, Action& action) {
  const auto shared = std::make_shared<CheckOptions>();
  CheckOptions& options = *shared;
  options.kind = text.kind;
  const std::string name = fmt::format("check-{}", Name(options.kind));
  CLI::App& verb = *app.add_subcommand(name, text.summary);
  verb.add_option("manifest", options.manifest, fmt::format("The {}'s manifest", Name(text.kind)))
      ->required();
  if (options.kind == SubjectKind::kLayer) AddLayerOptions(verb, options);
  verb.add_option("--spec", options.spec,
                  options.kind == SubjectKind::kRuntime
                      ? "Judge by this version of the documents instead of 1.0.0"
                      : "Judge by this version of the documents instead of the manifest's "
                        "api_version");
  std::string platforms =
      "The platform of the library: linux, windows or macos; default: detected from the file. A "
      "library for windows or macos is inspected but not run; with --platform windows, a DLL is "
      "run "
      "below Wine";
  std::vector<std::string> known = {"linux", "windows", "macos"};
  if (options.kind == SubjectKind::kDriver) {
    platforms =
        "The platform of the library: linux, windows, macos or android; default: linux, windows or "
        "macos, as detected from the file. A library for windows or macos is inspected but not "
        "run; with --platform windows, a DLL is run below Wine. With android, pass an "
        "Android hardware module that is built for this machine, "
        "instead of a manifest; it is run";
    known.emplace_back("android");
  }
  verb.add_option("--platform", options.platform, platforms)->check(CLI::IsMember(known));
  AddLibraryPathOption(verb, options.library_folders);
  AddRootOption(verb, options.root, std::string(Name(text.kind)));
  AddWorldOptions(verb, options.world);
  AddCaseOptions(verb, options);
  AddReportOptions(verb, options.reports);
  verb.footer(fmt::format("Example:\n  loadstone {} {}\n\n{}", name, text.example, kExitStatuses));
  verb.callback([shared, &action] { action = [shared] { return CheckVerb(*shared); }; });
}

}  // namespace

void AddChecks(CLI::App& app, Action& action) {
  for (const CheckText& check : kChecks) AddCheck(check, app, action);
}

void AddCheckInstall(CLI::App& app, Action& action) {
  const auto shared = std::make_shared<CheckInstallOptions>();
  CheckInstallOptions& options = *shared;
  CLI::App& verb = *app.add_subcommand(
      "check-install",
      "Check what an installer wrote into the Windows registry, or left in manifest folders");
  verb.add_option("before", options.before,
                  "The registry before installing: exported as text, or the folder of a Wine "
                  "prefix, whose files are inspected as well")
      ->required();
  verb.add_option("after", options.after, "The registry after installing, in the same form")
      ->required();
  verb.add_option("uninstalled", options.uninstalled,
                  "The registry after uninstalling, in the same form");
  AddApiOption(
      verb, options.api,
      "vulkan or openxr; default: the API for which the registry changed. If it changed for both, "
      "the option is required; if for neither, nothing can be judged");
  verb.add_option(
          "--platform", options.platform,
          "windows (default); with linux or macos, each argument is a folder that represents the "
          "root of a machine, and the Vulkan manifests in these folders are compared")
      ->check(CLI::IsMember({"windows", "linux", "macos"}));
  verb.add_option("--installer", options.installer,
                  "Whose installer it is: an application's or a device driver's. The documents set "
                  "different rules for each; default: neither is assumed")
      ->check(CLI::IsMember({"application", "driver"}));
  verb.add_flag("--update", options.update,
                "The installer replaces an older version of its product, which the first argument "
                "has: judge what is left of that version");
  verb.add_option("--spec", options.spec,
                  "Judge by this version of the documents instead of the newest");
  AddSelection(verb, options.policies, options.cases);
  AddReportOptions(verb, options.reports);
  verb.footer(
      std::string("Example:\n"
                  "  loadstone check-install before.reg after.reg --installer application\n\n"
                  "On Windows:\n"
                  "  'reg export HKLM\\SOFTWARE\\Khronos before.reg' exports this part of the "
                  "registry as text.\n"
                  "  The other parts to check are HKCU\\SOFTWARE\\Khronos, "
                  "HKLM\\SOFTWARE\\WOW6432Node\\Khronos and,\n"
                  "  for drivers, HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class.\n\n") +
      kExitStatuses);
  verb.callback([shared, &action] { action = [shared] { return CheckInstallVerb(*shared); }; });
}

void AddDoctor(CLI::App& app, Action& action) {
  const auto options = std::make_shared<DoctorOptions>();
  CLI::App& verb = *app.add_subcommand("doctor",
                                       "Report which cases this machine can run, and why loaders "
                                       "use or skip its layers, drivers and runtimes");
  AddApiOption(verb, options->api, "Only this API: vulkan or openxr");
  verb.add_option("--loader", options->loader,
                  "The loader to query; a Vulkan loader unless --api says otherwise; default: the "
                  "loaders of the system");
  verb.add_option("--root", options->root,
                  "The root folder of another, unpacked system, whose loaders and manifests are "
                  "examined instead of this machine's");
  verb.add_flag("--json", options->json, "Print JSON");
  verb.footer(
      "Example:\n"
      "  loadstone doctor --loader build/libvulkan.so.1\n\n"
      "Exit status: 0: cases can run here; 2: cases cannot run here, or wrong usage.");
  verb.callback([options, &action] { action = [options] { return DoctorVerb(*options); }; });
}

}  // namespace loadstone
