// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>

#include "harness/case/unjudged.h"
#include "suites/vulkan/drivers/window_systems.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions": an application with
// several windows, of one window system or of several. The loader creates an object for each call,
// and a driver gets the window that the call named. Kinds that the build of the loader does not
// support are not tested (LDP_LOADER_10.r1, LS_VK_SURFACE_1.r1).
namespace loadstone::suites::several_windows {
namespace {

using Systems = std::vector<const WindowSystem*>;

constexpr uintptr_t kConnection = 0x4c530000;
constexpr uintptr_t kOtherConnection = 0x4c540000;

// Windows that differ from those before in their window, their connection, or both.
std::vector<AppWindow> WindowsOf(const Systems& systems) {
  std::vector<AppWindow> windows;
  for (const auto& [connection, window] :
       {std::pair{kConnection, 1u}, std::pair{kConnection, 2u}, std::pair{kOtherConnection, 2u},
        std::pair{kOtherConnection, 3u}}) {
    for (const WindowSystem* system : systems) windows.push_back({system, connection, window});
  }
  return windows;
}

// The queries of one instance, as indexes of windows: all are queried in their order, then those
// that are left after every second one was destroyed.
std::vector<size_t> Queries(size_t count) {
  std::vector<size_t> queries;
  for (size_t i = 0; i < count; ++i) queries.push_back(i);
  for (size_t i = 1; i < count; i += 2) queries.push_back(i);
  return queries;
}

// Uses all windows in an instance.
void Use(VulkanApp& app, const std::vector<AppWindow>& windows) {
  std::vector<VkSurfaceKHR> surfaces;
  for (const AppWindow& window : windows) {
    surfaces.push_back(CreateSurface(app, window));
    if (surfaces.back() == VK_NULL_HANDLE) return;
  }
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  const auto query = [&](size_t i) {
    for (const VkPhysicalDevice device : devices) QuerySurfaceSupport(app, device, surfaces[i]);
  };
  for (size_t i = 0; i < surfaces.size(); ++i) query(i);
  for (size_t i = 0; i < surfaces.size(); i += 2) DestroySurface(app, surfaces[i]);
  for (size_t i = 1; i < surfaces.size(); i += 2) query(i);
  for (size_t i = 1; i < surfaces.size(); i += 2) DestroySurface(app, surfaces[i]);
}

std::string Describe(int64_t platform, const std::string& connection, int64_t window) {
  return fmt::format("platform {}, connection {}, window {}", platform, connection, window);
}

std::string Describe(const AppWindow& window) {
  return Describe(window.system->platform, fmt::format("{:#018x}", window.connection),
                  window.window);
}

// The windows that a driver without surfaces of its own gets in the loader's objects.
void ExpectLoaders(const Observation& seen, const std::vector<AppWindow>& windows, int instances) {
  std::vector<std::string> expected;
  for (int instance = 0; instance < instances; ++instance) {
    for (const size_t i : Queries(windows.size())) expected.push_back(Describe(windows[i]));
  }
  std::vector<std::string> given;
  for (const Event& event : seen.Select("shared", kSurfaceSupport)) {
    given.push_back(
        Describe(event.Number("platform"), event.Text("connection"), event.Number("window")));
  }
  EXPECT_SEEN(given, ElementsAreArray(expected))
      << "the loader's object for each surface has the window of the call that created it";
}

// The windows in the calls that reach a driver that creates its own surfaces.
void ExpectOwn(const Observation& seen, const std::vector<AppWindow>& windows, int instances) {
  std::vector<std::string> expected;
  for (int instance = 0; instance < instances; ++instance) {
    for (const AppWindow& window : windows) expected.push_back(Describe(window));
  }
  std::vector<std::string> given;
  size_t next = 0;
  for (const Event& event : seen.Select("own", "surface_info")) {
    // The call does not say which kind it is of.
    const WindowSystem* system = windows[next++ % windows.size()].system;
    given.push_back(Describe(system->platform, event.Text("connection"), event.Number("window")));
  }
  EXPECT_SEEN(given, ElementsAreArray(expected))
      << "the driver is asked for its own surface in the window of each call";
}

// The extensions of surfaces of these window systems.
std::vector<std::string> ExtensionsOf(const Systems& systems) {
  std::vector<std::string> extensions = {VK_KHR_SURFACE_EXTENSION_NAME};
  for (const WindowSystem* system : systems) extensions.emplace_back(system->extension);
  return extensions;
}

// A driver with its own surfaces, and one without.
VulkanWorld WorldOfTwo(const Subject& subject, const Systems& systems) {
  VulkanWorld world(subject);
  world.WithoutDriver()
      .With(SurfaceDriver("own", ExtensionsOf(systems), true))
      .With(SurfaceDriver("shared", ExtensionsOf(systems), false));
  return world;
}

Observation Run(Case& c, const VulkanWorld& world, const Systems& systems, int instances) {
  const std::vector<std::string> extensions = ExtensionsOf(systems);
  return Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    for (int instance = 0; instance < instances; ++instance) {
      if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
      Use(app, WindowsOf(systems));
      app.DestroyInstance();
    }
  });
}

void ExpectWindows(const Observation& seen, const Systems& systems, int instances) {
  const std::vector<AppWindow> windows = WindowsOf(systems);
  for (const WindowSystem* system : systems) ExpectSurface(seen, system->create);
  ExpectOwn(seen, windows, instances);
  if (!AreGivenSurfaces(seen, {"shared"}, {kSurfaceSupport})) return;  // LDP_LOADER_10.r2
  ExpectLoaders(seen, windows, instances);
}

void Judge(Case& c, const Systems& systems, int instances) {
  const Observation seen = Run(c, WorldOfTwo(c.subject(), systems), systems, instances);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectWindows(seen, systems, instances);
}

// Drivers that cannot create an instance, found before, between and behind the two, have no part in
// it.
void JudgeBesideFailing(Case& c, const WindowSystem& system) {
  VulkanWorld world = WorldOfTwo(c.subject(), {&system});
  for (const char* place : {"a", "p", "z"}) {
    for (int i = 0; i < 4; ++i) {
      world.With(
          SurfaceDriver(fmt::format("{}_failing_{}", place, i), ExtensionsOf({&system}), true)
              .Behaviour(R"({"results": {"vkCreateInstance": -9}})"));
    }
  }
  const Observation seen = Run(c, world, {&system}, 1);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  if (ResultOf(seen, "vkCreateInstance") != "VK_SUCCESS") {
    AttributeFailureTo(policy::LS_VK_ROBUSTNESS_4.text);
  }
  ASSERT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an instance can be created with the drivers that work";
  ExpectWindows(seen, {&system}, 1);
}

REGISTER_CASES {
  const auto add = [](const std::string& name, const Systems& systems, int instances) {
    RegisterCase(Api::kVulkan,
                 {policy::LDP_LOADER_10, policy::LDP_LOADER_11, policy::LS_VK_SURFACE_1}, name,
                 [systems, instances](Case& c) { Judge(c, systems, instances); });
  };
  for (const WindowSystem* system : kWindowSystems) {
    add(fmt::format("{}_windows_of_one_application", system->name), {system}, 1);
    add(fmt::format("{}_windows_in_each_of_two_instances", system->name), {system}, 2);
  }
  for (const WindowSystem* system : kWindowSystems) {
    RegisterCase(Api::kVulkan,
                 {policy::LDP_LOADER_11, policy::LDP_LOADER_10, policy::LS_VK_SURFACE_1,
                  policy::LS_VK_ROBUSTNESS_4},
                 fmt::format("{}_windows_beside_drivers_that_fail", system->name),
                 [system](Case& c) { JudgeBesideFailing(c, *system); });
  }
  add("windows_of_three_window_systems", {std::begin(kWindowSystems), std::end(kWindowSystems)}, 2);
}

}  // namespace
}  // namespace loadstone::suites::several_windows
