// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/path_variables.h"

// LoaderLayerInterface, "Linux Layer Discovery": a variable that adds places is ignored if the one
// that replaces them is present, whatever its elements are (LLP_LOADER_2).
namespace loadstone::suites::ignored_additions {
namespace {

constexpr char kListed[] = "VK_LAYER_LS_listed";
constexpr char kAdded[] = "VK_LAYER_LS_added";
constexpr char kOther[] = "VK_LAYER_LS_other_kind";

constexpr struct {
  const char* name;
  const char* replacing;
  const char* added;
} kValues[] = {
    {"a_manifest", "/paths/listed/listed.json", "/paths/added"},
    {"a_manifest_behind_a_folder", "/paths/empty:/paths/listed/listed.json", "/paths/added"},
    {"a_manifest_before_a_folder", "/paths/listed/listed.json:/paths/empty", "/paths/added"},
    {"a_missing_manifest", "/paths/missing.json", "/paths/added"},
    {"a_folder_with_a_manifest", "/paths/listed", "/paths/added/added.json"},
};

// The layer of a manifest that the replacing variable names may be found or not (LLP_LOADER_2.r1):
// what the adding one names is ignored in any case.
void Judge(Case& c, const PathVariable& variable, const std::string& replacing,
           const std::string& added) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, added)
      .Env(Counterpart(variable), replacing)
      .Directory("/paths/empty")
      .With(KindLayer(variable.kind, kAdded).In("/paths/added").ManifestFile("added.json"))
      .With(KindLayer(variable.kind, kListed).In("/paths/listed").ManifestFile("listed.json"))
      .With(KindLayer(OtherKind(variable.kind), kOther));
  const LayerKind asked =
      variable.kind == LayerKind::kImplicit ? LayerKind::kExplicit : LayerKind::kImplicit;
  const Observation seen = RunWithLayers(c, world, asked, {kOther});
  EXPECT_SEEN(EnumeratedLayers(seen), AllOf(Contains(kOther), Not(Contains(kAdded))))
      << variable.name << " is ignored if " << Counterpart(variable) << " is set";
  EXPECT_SEEN(InstanceChain(seen), AllOf(Contains(kOther), Not(Contains(kAdded))))
      << variable.name << " is ignored if " << Counterpart(variable) << " is set";
}

REGISTER_CASES {
  for (const auto& row : kValues) {
    RegisterForPaths(
        fmt::format("is_ignored_beside_{}", row.name),
        [&row](Case& c, const PathVariable& variable) {
          Judge(c, variable, row.replacing, row.added);
        },
        [](const PathVariable& variable) { return variable.adds; });
  }
}

}  // namespace
}  // namespace loadstone::suites::ignored_additions
