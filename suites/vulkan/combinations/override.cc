// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/combinations/combined_case.h"

// LoaderLayerInterface, "Override Meta-Layer": its members, combined with what enables and disables
// a layer.
namespace loadstone::suites::combined_override {
namespace {

constexpr char kPaths[] = "/combined/override_paths";

std::vector<std::string> Components(std::string_view value) {
  if (value == "other") return {kOther};
  if (value == "target_first") return {kTarget, kOther};
  if (value == "missing") return {kTarget, kAbsent};
  return {kTarget};
}

std::string Members(const RowValues& row) {
  JsonObject members;
  const std::string_view blacklist = row.Of("blacklist");
  if (blacklist != "none") {
    members.Set("blacklisted_layers", std::vector<std::string>{blacklist == "target"  ? kTarget
                                                               : blacklist == "other" ? kOther
                                                                                      : kAbsent});
  }
  const std::string_view keys = row.Of("app_keys");
  std::vector<std::string> paths;
  if (keys.starts_with("other")) paths.push_back("/opt/another/application");
  if (keys.ends_with("this")) paths.push_back(oracle::kApplicationPath);
  if (!paths.empty()) members.Set("app_keys", paths);
  if (!row.Is("override_paths", "none")) {
    const std::string path =
        row.Is("override_paths", "with_layers") ? kPaths : kPaths + std::string("_2");
    members.Set("override_paths", std::vector<std::string>{path});
  }
  return members.Line();
}

void Describe(const RowValues& row, CombinedMachine& machine) {
  const bool in_paths = row.Is("override_paths", "with_layers");
  const bool implicit = !row.Is("kind", "explicit");
  machine.AddBeside();
  machine.Add({.name = kOther,
               .folder = in_paths ? kPaths : (implicit ? "system" : row.Of("folder")),
               .file = "n_other"});
  machine.Add({.name = kTarget,
               .kind = row.Of("kind"),
               .folder = in_paths && !implicit ? kPaths : row.Of("folder"),
               .file = "z_target"});
  machine.Add({.name = kOverrideLayer,
               .kind = "implicit",
               .file = "p_override",
               .components = Components(row.Of("components")),
               .members = Members(row)});
  machine.Request(kTarget, row.Of("requested"));
  SetFilter(row, "enable_filter", "VK_LOADER_LAYERS_ENABLE", machine);
  const std::string_view filter = row.Of("meta_filter");
  if (filter != "unset") {
    machine.Set("VK_LOADER_LAYERS_DISABLE", filter == "layer"  ? kTarget
                                            : filter == "meta" ? kOverrideLayer
                                                               : kAbsent);
  }
  if (row.Is("meta_variable", "set")) machine.Set(DisableVariable(kOverrideLayer), "1");
  if (row.Is("privileges", "elevated")) machine.Elevate();
}

REGISTER_CASES { RegisterCombinations("override", Describe); }

}  // namespace
}  // namespace loadstone::suites::combined_override
