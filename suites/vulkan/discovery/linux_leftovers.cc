// SPDX-License-Identifier: Apache-2.0
#include "suites/common/linux_leftovers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "policies/policy_ids.h"
#include "suites/common/linux_process_state.h"

// LS_VK_ROBUSTNESS_3: files that a loader leaves open in calls that read valid and bad
// manifests, and what it changes in the process.
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

// Most variables with lists that a loader reads: if it takes one apart in place, it changes it.
VulkanWorld WorldWithLists(const Subject& subject) {
  VulkanWorld world(subject);
  world.With(Layer("VK_LAYER_LS_implicit").Implicit()).With(Layer(kExplicit));
  for (const char* paths :
       {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "VK_ADD_LAYER_PATH",
        "VK_ADD_IMPLICIT_LAYER_PATH", "VK_ADD_DRIVER_FILES"}) {
    world.Env(paths, "/lists/a:/lists/b");
  }
  for (const char* filter : {"VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_DISABLE",
                             "VK_LOADER_LAYERS_ALLOW", "VK_LOADER_DRIVERS_DISABLE"}) {
    world.Env(filter, "nothing,no_more");
  }
  world.Env("VK_LOADER_DRIVERS_SELECT", "*.json,nothing");
  for (const char* filter :
       {"VK_LOADER_DEVICE_ID_FILTER", "VK_LOADER_VENDOR_ID_FILTER", "VK_LOADER_DRIVER_ID_FILTER"}) {
    world.Env(filter, "0-0xffffffff,1");
  }
  return world.Env("VK_LOADER_DEBUG", "error,warn")
      .Env("VK_INSTANCE_LAYERS", fmt::format("{0}:{0}", kExplicit));
}

Observation JudgeProcess(Case& c, const std::function<void(VulkanApp&)>& work) {
  Observation seen = Observe(c, WorldWithLists(c.subject()), [&](VulkanApp& app) {
    const std::vector<std::string> before = ProcessState();
    work(app);
    AppEvent("changes").Add("lines", ChangesOf(before, ProcessState()));
  });
  const auto changes = seen.First(kAppName, "changes");
  EXPECT_HOLDS(changes.has_value()) << "the calls return";
  if (!changes.has_value()) return seen;
  EXPECT_SEEN(fmt::format("{}", fmt::join(changes->List("lines"), ", ")), "")
      << "the loader leaves the process as it was: what was (-), what is (+)";
  return seen;
}

VULKAN_CASE(LS_VK_ROBUSTNESS_3, process_after_enumerations) {
  JudgeProcess(c, [](VulkanApp& app) {
    app.EnumerateVersion();
    app.EnumerateLayers();
    app.EnumerateExtensions();
  });
}

VULKAN_CASE(LS_VK_ROBUSTNESS_3, process_after_instances) {
  const Observation seen = JudgeProcess(c, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kExplicit}});
    app.RunFullSequence();
  });
  EXPECT_SEEN(DriversReached(seen), SizeIs(2)) << "both instances are created";
}

}  // namespace
}  // namespace loadstone::suites::leftovers
