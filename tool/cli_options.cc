// SPDX-License-Identifier: Apache-2.0
#include "tool/cli_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "harness/world/platform.h"

namespace loadstone {

CLI::Validator Between(double least, double most) {
  return CLI::Validator(
      [=](const std::string& text) {
        double number = 0;
        if (CLI::detail::lexical_cast(text, number) && number >= least && number <= most) {
          return std::string();
        }
        return fmt::format("takes a number from {} to {}, not '{}'", least, most, text);
      },
      fmt::format("NUMBER in [{} - {}]", least, most));
}

void AddPlatformOption(CLI::App& verb, std::string& platform) {
#ifdef _WIN32
  const char* const help = "The platform of the loader: windows";
  const std::vector<std::string> known = {kWindows};
#else
  const char* const help =
      "The platform of the loader: linux; windows for a DLL under Wine; or macos, fuchsia or "
      "android to judge a Linux build by the rules of that system";
  const std::vector<std::string> known = {"linux", kWindows, kMacos, kFuchsia, kAndroid};
#endif
  verb.add_option("--platform", platform, help)->check(CLI::IsMember(known))->capture_default_str();
}

namespace {

template <typename Value>
CLI::Option& AddNamedApi(CLI::App& verb, Value& api, const std::string& help) {
  return *verb.add_option_function<std::string>(
                  "--api", [&api](const std::string& name) { api = *ApiFromName(name); }, help)
              ->check(CLI::IsMember({"vulkan", "openxr"}));
}

}  // namespace

void AddApiOption(CLI::App& verb, std::optional<Api>& api, const std::string& help) {
  AddNamedApi(verb, api, help);
}

void AddApiOption(CLI::App& verb, Api& api, const std::string& help) {
  AddNamedApi(verb, api, help).default_str(std::string(Name(api)));
}

void AddSubjectOptions(CLI::App& verb, std::string& loader, std::string& spec,
                       std::vector<std::string>& folders) {
  verb.add_option("--loader", loader, "The shared library of the loader")->required();
  verb.add_option(
      "--spec", spec,
      "Judge by this version of the documents, such as 1.3.239, or by the newest edition; default: "
      "the version that a Vulkan loader reports, or the one at the end of an OpenXR loader's file "
      "name");
  verb.add_option("--search-folder", folders,
                  "An additional folder, such as /opt/vendor/etc, that this build of the loader "
                  "may search besides the usual folders and those whose paths the binary contains")
      ->allow_extra_args(false)
      ->take_all();
}

void AddWorldOptions(CLI::App& verb, WorldOptions& options) {
  verb.add_flag("--with-devices", options.with_devices,
                "Give the layer, driver or runtime access to the graphics devices of this machine "
                "and to /sys; by default it has access to no device");
  verb.add_option("--env", options.environment,
                  "An environment variable for the layer, driver or runtime, as NAME=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  verb.add_option("--show", options.shown,
                  "A file or folder of this machine, such as a configuration file or the socket of "
                  "a service, that the layer, driver or runtime can read at the same path")
      ->allow_extra_args(false)
      ->take_all();
}

void AddRootOption(CLI::App& verb, std::string& root, const std::string& what) {
  verb.add_option("--root", root,
                  fmt::format("The root folder of another, unpacked system, such as a Debian root: "
                              "the {} is looked up there first, and runs with the C library and "
                              "other libraries of that system",
                              what));
}

void AddLibraryPathOption(CLI::App& verb, std::vector<std::string>& folders) {
  verb.add_option("--library-path", folders,
                  "A folder, such as a build folder, that is searched before the system's folders "
                  "for a library that the manifest gives as a file name only")
      ->allow_extra_args(false)
      ->take_all();
}

void AddRulesOption(CLI::App& verb, std::vector<std::string>& rules) {
  verb.add_option("--rules", rules, "A folder with your own policies and cases: *.json and *.so")
      ->allow_extra_args(false)
      ->take_all();
}

void AddCaseOptions(CLI::App& verb, CaseOptions& options) {
  AddRulesOption(verb, options.rules);
  AddSelection(verb, options.policies, options.cases);
  verb.add_option("-j,--jobs", options.jobs,
                  "How many cases run in parallel; default: one per processor")
      ->check(CLI::Range(1, 1024));
  verb.add_option("--timeout", options.timeout,
                  "The time limit of a case in seconds, applied separately to its processor time "
                  "and to the time that it is blocked")
      ->check(Between(0.1, 3600))
      ->capture_default_str();
  verb.add_option("--shard", options.shard,
                  "Run one part of the cases, for example 2/5 for the second of five parts");
  verb.add_flag("--guard", options.guard, kGuardHelp);
  verb.add_flag("--no-robustness", options.no_robustness,
                "Leave out the policies of level \"robustness\"; no document requires them");
}

void AddSelection(CLI::App& verb, std::vector<std::string>& policies,
                  std::vector<std::string>& cases) {
  verb.add_option("--policy", policies,
                  "Only the cases that cite this policy; accepts a glob with * and ?")
      ->allow_extra_args(false)
      ->take_all();
  verb.add_option("--case", cases, "Only the cases whose ID matches this glob")
      ->allow_extra_args(false)
      ->take_all();
}

void AddReportOptions(CLI::App& verb, ReportOptions& options) {
  verb.add_option("--json", options.json, "Write the report as JSON to this file");
  verb.add_option("--junit", options.junit, "Write the report as JUnit XML to this file");
  verb.add_option("--html", options.html, "Write the report as a single HTML page to this file");
  verb.add_option("--sarif", options.sarif, "Write the report as SARIF 2.1.0 to this file");
  verb.add_flag("--github", options.github, "Also print annotations for GitHub Actions");
  verb.add_flag("--table", options.table, "Also print a table of all policies");
  verb.add_option("--waivers", options.waivers,
                  "A JSON file with a list of waivers for known violations");
  verb.add_option("--baseline", options.baseline,
                  "The JSON report of an earlier run; only regressions count");
  verb.add_flag("--strict", options.strict,
                "Count warnings (unmet SHOULDs and robustness issues) as violations");
}

}  // namespace loadstone
