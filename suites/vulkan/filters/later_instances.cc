// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/filters/filters.h"

// LoaderLayerInterface, "Layer Filtering", and LoaderApplicationInterface, "Forcing Layers to be
// Enabled on Windows, Linux and macOS": the variables are for each application, so a list applies
// to each of its instances, whatever the loader did with the list before.
namespace loadstone::suites::later_instances {
namespace {

// Two layers of each kind, of which the application requests kExplicitB where that is not among
// those that the variable is about.
struct Row {
  const char* name;
  policy::Id owner;
  const char* variable;
  std::vector<std::string> listed;
  char separator;
  const char* disabled;  // VK_LOADER_LAYERS_DISABLE, if that is another variable
  std::vector<std::string> asked;
  std::vector<std::string> chain;  // of each instance, in any order
};

std::vector<Row> AllRows() {
  const std::vector<std::string> implicit_layers = {kImplicitA, kImplicitB};
  const std::vector<std::string> explicit_layers = {kExplicitA, kExplicitB};
  const std::vector<std::string> all = {kImplicitA, kImplicitB, kExplicitA, kExplicitB};
  return {
      {"enable", policy::LS_VK_FILTER_1, kEnableFilter, explicit_layers, ',', "", {}, all},
      {"disable",
       policy::LS_VK_FILTER_2,
       kDisableFilter,
       implicit_layers,
       ',',
       "",
       {kExplicitB},
       {kExplicitB}},
      {"allow",
       policy::LS_VK_FILTER_3,
       kAllowFilter,
       implicit_layers,
       ',',
       "~all~",
       {},
       implicit_layers},
      {"instance_layers",
       policy::LS_VK_ACTIVATION_4,
       "VK_INSTANCE_LAYERS",
       explicit_layers,
       ':',
       "",
       {},
       all},
  };
}

VulkanWorld WorldOf(const Subject& subject, const Row& row) {
  VulkanWorld world = WorldOfFour(subject);
  world.Env(row.variable, JoinedBy(row.listed, row.separator));
  if (*row.disabled != '\0') world.Env(kDisableFilter, row.disabled);
  return world;
}

void Judge(Case& c, const Row& row, const std::function<void(VulkanApp&)>& app, size_t instances) {
  std::vector<std::string> chains;
  for (size_t i = 0; i < instances; ++i) {
    chains.insert(chains.end(), row.chain.begin(), row.chain.end());
  }
  const Observation seen = Observe(c, WorldOf(c.subject(), row), app);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(chains))
      << "each element of " << row.variable << " applies to each instance";
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(chains))
      << "each element of " << row.variable << " applies to each instance";
}

REGISTER_CASES {
  for (const Row& row : AllRows()) {
    RegisterCase(Api::kVulkan, {row.owner}, fmt::format("{}_for_each_of_two_instances", row.name),
                 [row](Case& c) {
                   const auto app = [&row](VulkanApp& vulkan) {
                     vulkan.RunFullSequence({.layers = row.asked});
                     vulkan.RunFullSequence({.layers = row.asked});
                   };
                   Judge(c, row, app, 2);
                 });
    RegisterCase(Api::kVulkan, {row.owner}, fmt::format("{}_after_enumerations", row.name),
                 [row](Case& c) {
                   const auto app = [&row](VulkanApp& vulkan) {
                     vulkan.EnumerateVersion();
                     vulkan.EnumerateExtensions();
                     vulkan.EnumerateLayers();
                     vulkan.RunFullSequence({.layers = row.asked});
                   };
                   Judge(c, row, app, 1);
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::later_instances
