// SPDX-License-Identifier: Apache-2.0
#include "harness/world/openxr_world.h"
#include "suites/openxr/combinations/openxr_rows.h"

// runtime, "Linux Active Runtime Location" and "Runtime Manifest File Format": where the manifest
// of the active runtime is found and what it says, combined.
namespace loadstone::suites::combined_active_runtime {
namespace {

constexpr char kFile[] = "/active_runtime.json";

// The folder of a value of "active_place".
std::string FolderOf(std::string_view place, const OpenXrRowMachine& machine) {
  if (place == "config_home") return XrRuntimeFolder(kRowConfigHome);
  if (place == "home") return XrRuntimeFolder(machine.installation().home + "/.config");
  if (place == "config_dirs_first") return XrRuntimeFolder(kRowConfigFolders);
  if (place == "config_dirs_second") return XrRuntimeFolder(SecondFolder(kRowConfigFolders));
  if (place == "default_dirs") return XrRuntimeFolder("/etc/xdg");
  return machine.SystemRuntimeFolder();
}

std::string_view PlaceAfter(const RowValues& row) {
  if (row.Is("lower_place", "last")) return "system";
  if (row.Is("active_place", "config_dirs_first")) return "config_dirs_second";
  return row.Is("config_dirs", "set") ? "config_dirs_first" : "default_dirs";
}

// Adds the manifest that a loader must not find, beside the folder that it searches first.
void AddUnsearched(const RowValues& row, OpenXrRowMachine& machine) {
  const std::string_view value = row.Of("unsearched");
  if (value == "none") return;
  const bool is_set = row.Is("config_home", "set");
  const std::string home = machine.installation().home + "/.config";
  const std::string root = is_set ? kRowConfigHome : home;
  std::string path = XrRuntimeFolder(home) + kFile;  // replaced_home
  if (value == "other_version") path = root + "/openxr/2" + kFile;
  if (value == "above") path = root + "/openxr" + kFile;
  if (value == "other_file") path = XrRuntimeFolder(root) + "/a_runtime.json";
  if (value == "other_architecture") {
    const std::string other = machine.Architecture() == "aarch64" ? "i686" : "aarch64";
    path = XrRuntimeFolder(root) + "/active_runtime." + other + ".json";
  }
  machine.Add({.name = "unsearched", .path = path});
}

void Describe(const RowValues& row, OpenXrRowMachine& machine) {
  if (row.Is("config_home", "set")) machine.Set("XDG_CONFIG_HOME", kRowConfigHome);
  if (row.Is("config_dirs", "set")) {
    machine.Set("XDG_CONFIG_DIRS",
                std::string(kRowConfigFolders) + ":" + SecondFolder(kRowConfigFolders));
  }
  AddUnsearched(row, machine);
  std::string lower;
  if (!row.Is("lower_place", "none")) {
    lower = machine.Add({.name = "lower", .path = FolderOf(PlaceAfter(row), machine) + kFile});
  }
  const std::string folder = FolderOf(row.Of("active_place"), machine);
  const bool is_common = row.Is("runtime_file", "common");
  if (row.Is("runtime_file", "both")) machine.Add({.name = "shadowed", .path = folder + kFile});
  const std::string used = machine.Add(
      {.name = "active",
       .path = folder + (is_common ? std::string(kFile)
                                   : "/active_runtime." + machine.Architecture() + ".json"),
       .manifest = row.Of("runtime_manifest"),
       .library_path = row.Of("library_path"),
       .link = row.Of("manifest_link")});
  if (row.Is("layer_beside", "implicit")) {
    machine.Add({.name = "XR_APILAYER_LS_c", .kind = "implicit", .file = "m_beside"});
  }
  ApplyRequest(row, used, lower, machine);
  if (row.Is("privileges", "elevated")) machine.Elevate();
}

REGISTER_CASES { RegisterOpenXrRows({"active_runtime", Describe, RuntimePolicies, RuntimePolicy}); }

}  // namespace
}  // namespace loadstone::suites::combined_active_runtime
