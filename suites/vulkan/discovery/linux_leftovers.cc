// SPDX-License-Identifier: Apache-2.0
#include "suites/common/linux_leftovers.h"

#include "policies/policy_ids.h"

// LS_VK_ROBUSTNESS_3: files that a loader leaves open in calls that read valid and bad
// manifests.
namespace loadstone::suites::leftovers {
namespace {

constexpr char kExplicit[] = "VK_LAYER_LS_explicit";

VulkanWorld WorldWithBadManifests(const Subject& subject) {
  VulkanWorld world(subject);
  world.With(Layer("VK_LAYER_LS_implicit").Implicit())
      .With(Layer(kExplicit))
      .With(Layer("VK_LAYER_LS_lost").Manifest(R"({"library_path": "/no/such_library.so"})"));
  AddBadManifests(world, ExplicitFolder("/etc"));
  AddBadManifests(world, ImplicitFolder("/etc"));
  return world;
}

VULKAN_CASE(LS_VK_ROBUSTNESS_3, files_of_enumerations) {
  JudgeDescriptors<VulkanApp>(c, WorldWithBadManifests(c.subject()), [](VulkanApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions();
  });
}

VULKAN_CASE(LS_VK_ROBUSTNESS_3, files_of_instances) {
  JudgeDescriptors<VulkanApp>(c, WorldWithBadManifests(c.subject()),
                              [](VulkanApp& app) { app.RunFullSequence({.layers = {kExplicit}}); });
}

VULKAN_CASE(LS_VK_ROBUSTNESS_3, files_of_refused_instances) {
  JudgeDescriptors<VulkanApp>(c, WorldWithBadManifests(c.subject()), [](VulkanApp& app) {
    app.CreateInstance({.layers = {"VK_LAYER_LS_missing"}});
  });
}

}  // namespace
}  // namespace loadstone::suites::leftovers
