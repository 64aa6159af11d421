// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/combinations/combined_case.h"

// LoaderLayerInterface, "Layer Discovery": of two layers with one name, the one that is found first
// is used.
namespace loadstone::suites::combined_same_name {
namespace {

void Describe(const RowValues& row, CombinedMachine& machine) {
  machine.AddBeside();
  policy::Version first = machine.Version();
  if (row.Is("version", "older")) first.minor = 0;
  const bool before = row.Is("file", "first");
  machine.Add({.name = kTarget,
               .kind = row.Of("kind"),
               .folder = row.Of("folder"),
               .file = before ? "a_target" : "z_target",
               .version = first});
  machine.Add({.name = kTarget,
               .kind = row.Of("second_kind"),
               .folder = row.Of("second_folder"),
               .second = true,
               .file = before ? "z_target" : "a_target"});
  machine.Request(kTarget, row.Of("requested"));
  SetFilter(row, "enable_filter", "VK_LOADER_LAYERS_ENABLE", machine);
  SetFilter(row, "disable_filter", "VK_LOADER_LAYERS_DISABLE", machine);
  SetDisableVariable(row, machine);
  if (row.Is("privileges", "elevated")) machine.Elevate();
}

REGISTER_CASES { RegisterCombinations("same_name", Describe); }

}  // namespace
}  // namespace loadstone::suites::combined_same_name
