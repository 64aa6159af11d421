// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/libraries.h"
#include "suites/openxr/combinations/openxr_rows.h"

// application, "API Layer Manifest File Format" and "Linux Manifest Search Paths": what the
// manifest of one API layer says, and a manifest that breaks the format beside it, combined with
// what finds and enables the layer.
namespace loadstone::suites::combined_api_layer_manifest {
namespace {

// Names for which the oracle has libraries.
constexpr char kTarget[] = "XR_APILAYER_LS_a";
constexpr char kOther[] = "XR_APILAYER_LS_ab";
constexpr char kBeside[] = "XR_APILAYER_LS_c";  // an implicit layer, on by default

size_t ListedExtensions(const RowValues& row) {
  if (row.Is("listed_extensions", "none")) return 0;
  return row.Is("listed_extensions", "many") ? 16 : 1;
}

// Adds the layer of the row, and whatever enables it, to a machine with a runtime and other layers.
void AddTo(const RowValues& row, const RowApiLayer& layer, OpenXrRowMachine& machine) {
  const bool is_path_set = layer.folder == "variable";
  const std::string runtime_extension = machine.Add(
      {.name = "runtime", .path = machine.SystemRuntimeFolder() + "/active_runtime.json"});
  machine.Add({.name = kBeside, .kind = "implicit", .file = "m_beside"});
  machine.Add({.name = kOther, .folder = is_path_set ? "path" : "system", .file = "n_other"});
  const std::string extension = machine.Add(layer);
  if (row.Is("named_by", "application")) machine.NameInApplication(kTarget);
  if (row.Is("named_by", "variable")) machine.NameInVariable(kTarget);
  if (layer.kind == "enabled") machine.Set(EnableVariable(kTarget), "1");
  if (row.Is("extension", "layer")) machine.EnableExtension(extension);
  if (row.Is("extension", "runtime")) machine.EnableExtension(runtime_extension);
  if (row.Is("privileges", "elevated")) machine.Elevate();
}

void DescribeManifest(const RowValues& row, OpenXrRowMachine& machine) {
  AddTo(row,
        {.name = kTarget,
         .kind = row.Of("kind"),
         .folder = row.Of("api_layer_folder"),
         .file = "a_target",
         .manifest = row.Of("api_layer_manifest"),
         .library_path = row.Of("library_path"),
         .link = row.Of("manifest_link"),
         .member_order = row.Of("member_order"),
         .extensions = ListedExtensions(row),
         .long_properties = row.Is("properties", "long")},
        machine);
}

void DescribeBroken(const RowValues& row, OpenXrRowMachine& machine) {
  const RowApiLayer layer = {.name = kTarget,
                             .kind = row.Of("kind"),
                             .folder = row.Of("api_layer_folder"),
                             .file = row.Is("file", "first") ? "a_target" : "z_target"};
  AddTo(row, layer, machine);
  machine.AddBroken(row.Of("broken_manifest"), layer);
}

// Nothing but the manifest is unusual on these machines, so that a missing instance is due to it.
// One without a library may make the instance fail.
std::string PolicyOfManifest(const RowValues& row, const oracle::openxr::Expectation&) {
  return row.Is("api_layer_manifest", "missing_library") ? "" : row.Owner();
}

REGISTER_CASES {
  RegisterOpenXrRows({"api_layer_manifest", DescribeManifest, DecisivePolicies, PolicyOfManifest});
  RegisterOpenXrRows({"broken_api_layer", DescribeBroken, DecisivePolicies});
}

}  // namespace
}  // namespace loadstone::suites::combined_api_layer_manifest
