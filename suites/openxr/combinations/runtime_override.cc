// SPDX-License-Identifier: Apache-2.0
#include "harness/world/openxr_world.h"
#include "suites/openxr/combinations/openxr_rows.h"

// runtime, "Overriding the Default Runtime Usage" and "Runtime Manifest File Format": what
// XR_RUNTIME_JSON names, and the runtime that it overrides, combined.
namespace loadstone::suites::combined_runtime_override {
namespace {

constexpr char kNamed[] = "/combined/named/a_manifest.json";
constexpr char kOddPath[] = "/combined/my runtimes:all; of them/a manifest.json";

// The folder of the runtime that is active without the variable. Sets the variable that makes a
// loader search it.
std::string StandingFolder(std::string_view place, OpenXrRowMachine& machine) {
  if (place == "config_home") {
    machine.Set("XDG_CONFIG_HOME", kRowConfigHome);
    return XrRuntimeFolder(kRowConfigHome);
  }
  if (place == "config_dirs") {
    machine.Set("XDG_CONFIG_DIRS", kRowConfigFolders);
    return XrRuntimeFolder(kRowConfigFolders);
  }
  return machine.SystemRuntimeFolder();
}

void Describe(const RowValues& row, OpenXrRowMachine& machine) {
  const std::string_view place = row.Of("standing_runtime");
  std::string standing;
  if (place != "none") {
    standing = machine.Add(
        {.name = "standing", .path = StandingFolder(place, machine) + "/active_runtime.json"});
  }
  const bool is_missing = row.Is("named_file", "missing");
  const std::string path = row.Is("named_file", "odd_path") ? kOddPath : kNamed;
  const std::string named = machine.Add({.name = "chosen",
                                         .path = is_missing ? "/combined/other.json" : path,
                                         .manifest = row.Of("runtime_manifest"),
                                         .library_path = row.Of("library_path"),
                                         .link = row.Of("named_file") == "link" ? "link" : "file"});
  machine.Set("XR_RUNTIME_JSON", path);
  ApplyRequest(row, named, standing, machine);
}

REGISTER_CASES {
  RegisterOpenXrRows({"runtime_override", Describe, RuntimePolicies, RuntimePolicy});
}

}  // namespace
}  // namespace loadstone::suites::combined_runtime_override
