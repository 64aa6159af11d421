// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/combinations/combined_case.h"

// LoaderLayerInterface, "Layer Discovery" and "Layer Filtering": what enables and disables a layer,
// combined.
namespace loadstone::suites::combined_activation {
namespace {

policy::Version VersionOf(const RowValues& row, const CombinedMachine& machine) {
  policy::Version version = machine.Version();
  if (row.Is("version", "older")) version.minor = 0;
  return version;
}

void Describe(const RowValues& row, CombinedMachine& machine) {
  const bool implicit = !row.Is("kind", "explicit");
  machine.AddBeside();
  // It is enabled by a filter only.
  machine.Add(
      {.name = kOther, .folder = implicit ? "system" : row.Of("folder"), .file = "n_other"});
  machine.Add({.name = kTarget,
               .kind = row.Of("kind"),
               .folder = row.Of("folder"),
               .file = row.Is("file", "first") ? "a_target" : "z_target",
               .format = std::string(row.Of("format")),
               .version = VersionOf(row, machine)});
  machine.Request(kTarget, row.Of("requested"));
  SetFilter(row, "enable_filter", "VK_LOADER_LAYERS_ENABLE", machine);
  SetFilter(row, "disable_filter", "VK_LOADER_LAYERS_DISABLE", machine);
  SetFilter(row, "allow_filter", "VK_LOADER_LAYERS_ALLOW", machine);
  SetDisableVariable(row, machine);
  if (!row.Is("enable_variable", "unset")) {
    machine.Set(EnableVariable(kTarget), row.Is("enable_variable", "set") ? "on" : "off");
  }
  if (row.Is("privileges", "elevated")) machine.Elevate();
}

REGISTER_CASES { RegisterCombinations("activation", Describe); }

}  // namespace
}  // namespace loadstone::suites::combined_activation
