// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/libraries.h"
#include "suites/openxr/combinations/openxr_rows.h"

// application, "Implicit vs Explicit API Layers", "Forced Loading of API Layers" and "Overriding
// the Default API Layer Paths": what enables, disables and hides an API layer, combined.
namespace loadstone::suites::combined_api_layer_activation {
namespace {

// Names for which the oracle has libraries. The name of the explicit layer beside the others begins
// with that of the layer that the dimensions are about.
constexpr char kStandard[] = "XR_APILAYER_LS_a";
constexpr char kGiven[] = "XR_APILAYER_LS_renamed";
constexpr char kOther[] = "XR_APILAYER_LS_ab";
constexpr char kBeside[] = "XR_APILAYER_LS_c";  // an implicit layer, on by default

std::vector<std::string> Names(const std::string& target, std::string_view place) {
  if (place == "before") return {target, kOther};
  if (place == "after") return {kOther, target};
  if (place == "around") return {target, kOther, target};
  return {target};
}

void Name(const RowValues& row, const std::string& target, OpenXrRowMachine& machine) {
  const std::string_view by = row.Of("named_by");
  for (const std::string& name : Names(target, row.Of("named_place"))) {
    if (by == "application" || by == "both") machine.NameInApplication(name);
    if (by == "variable" || by == "both") machine.NameInVariable(name);
  }
}

void SetPresence(const RowValues& row, std::string_view dimension, const std::string& variable,
                 OpenXrRowMachine& machine) {
  if (!row.Is(dimension, "unset")) machine.Set(variable, row.Is(dimension, "zero") ? "0" : "");
}

void Describe(const RowValues& row, OpenXrRowMachine& machine) {
  const std::string target = row.Is("entry_point", "given") ? kGiven : kStandard;
  const bool is_path_set = row.Is("layer_path", "other") || row.Is("api_layer_folder", "variable");
  const std::string runtime_extension = machine.Add(
      {.name = "runtime", .path = machine.SystemRuntimeFolder() + "/active_runtime.json"});
  machine.Add({.name = kBeside, .kind = "implicit", .file = "m_beside"});
  machine.Add({.name = kOther, .folder = is_path_set ? "path" : "system", .file = "n_other"});
  machine.Add({.name = target,
               .kind = row.Of("kind"),
               .folder = row.Of("api_layer_folder"),
               .file = row.Is("file", "first") ? "a_target" : "z_target"});
  Name(row, target, machine);
  SetPresence(row, "disable_presence", DisableVariable(target), machine);
  SetPresence(row, "enable_presence", EnableVariable(target), machine);
  if (row.Is("extension", "layer")) {
    machine.EnableExtension(oracle::openxr::LayerExtension(target));
  }
  if (row.Is("extension", "runtime")) machine.EnableExtension(runtime_extension);
  if (row.Is("privileges", "elevated")) machine.Elevate();
}

REGISTER_CASES { RegisterOpenXrRows({"api_layer_activation", Describe, DecisivePolicies}); }

}  // namespace
}  // namespace loadstone::suites::combined_api_layer_activation
