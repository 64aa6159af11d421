// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/combinations/combined_case.h"

// LoaderLayerInterface, "Meta-Layers": a layer as a component, combined with what enables and
// disables both.
namespace loadstone::suites::combined_meta_layer {
namespace {

constexpr char kMeta[] = "VK_LAYER_LS_meta";

std::vector<std::string> Components(std::string_view value) {
  if (value == "target_first") return {kTarget, kOther};
  if (value == "target_last") return {kOther, kTarget};
  if (value == "missing") return {kTarget, kAbsent};
  return {kTarget};
}

policy::Version TargetVersion(const RowValues& row, const CombinedMachine& machine) {
  policy::Version version = machine.Version();
  if (row.Is("component_version", "older_minor")) version.minor = 0;
  if (row.Is("component_version", "newer_patch")) version.patch = 9;
  return version;
}

void Describe(const RowValues& row, CombinedMachine& machine) {
  machine.AddBeside();
  machine.Add({.name = kOther, .file = "n_other"});
  machine.Add({.name = kTarget,
               .kind = row.Of("kind"),
               .folder = row.Of("folder"),
               .file = row.Is("file", "first") ? "a_target" : "z_target",
               .format = std::string(row.Of("format")),
               .version = TargetVersion(row, machine)});
  // The array "layers" is older than meta-layers.
  machine.Add({.name = kMeta,
               .kind = row.Of("meta_kind"),
               .file = "p_meta",
               .components = Components(row.Of("components"))});
  machine.Request(kMeta, row.Of("meta_requested"));
  machine.Request(kTarget, row.Of("requested"));
  if (row.Is("meta_variable", "set")) machine.Set(DisableVariable(kMeta), "1");
  SetDisableVariable(row, machine);
  const std::string_view filter = row.Of("meta_filter");
  if (filter != "unset") {
    machine.Set("VK_LOADER_LAYERS_DISABLE", filter == "layer"  ? kTarget
                                            : filter == "meta" ? kMeta
                                                               : kAbsent);
  }
  if (row.Is("privileges", "elevated")) machine.Elevate();
}

REGISTER_CASES { RegisterCombinations("meta_layer", Describe); }

}  // namespace
}  // namespace loadstone::suites::combined_meta_layer
