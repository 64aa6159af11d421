// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/window_systems.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions", for each kind of surface
// that a loader for Linux may support, for several surfaces at once, and for queries of extensions.
// Kinds that the build of the loader does not support are not tested (LDP_LOADER_10.r1,
// LS_VK_SURFACE_1.r1).
namespace loadstone::suites::surface_kinds {
namespace {

constexpr char kQueries2[] = "VK_KHR_get_surface_capabilities2";
constexpr char kCapabilities2[] = "vkGetPhysicalDeviceSurfaceCapabilities2KHR";
constexpr char kFormats2[] = "vkGetPhysicalDeviceSurfaceFormats2KHR";

// The application's window and its connection to the window system.
constexpr uintptr_t kConnection = 0x4c530000;
constexpr uint32_t kWindow = 0x4c53;

std::vector<std::string> ExtensionsFor(const WindowSystem& kind) {
  return {VK_KHR_SURFACE_EXTENSION_NAME, kind.extension};
}

VkSurfaceKHR Create(VulkanApp& app, const WindowSystem& system) {
  return CreateSurface(app, {&system, kConnection, kWindow});
}

// Calls the queries of VK_KHR_get_surface_capabilities2.
void Query2(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  VkPhysicalDeviceSurfaceInfo2KHR info = {};
  info.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR;
  info.surface = surface;
  VkSurfaceCapabilities2KHR capabilities = {};
  capabilities.sType = VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR>(kCapabilities2)(device, &info,
                                                                          &capabilities);
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceFormats2KHR>(kFormats2)(device, &info, &count, nullptr);
}

// Creates one surface, and runs `query` for it on each device.
template <typename Query>
Observation RunOne(Case& c, const VulkanWorld& world, const WindowSystem& kind,
                   const std::vector<std::string>& extensions, Query query) {
  return Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    const VkSurfaceKHR surface = Create(app, kind);
    if (surface != VK_NULL_HANDLE) {
      for (VkPhysicalDevice device : DevicesWithout(app, "lacking")) query(app, device, surface);
      DestroySurface(app, surface);
    }
    app.DestroyInstance();
  });
}

void ExpectLoaders(const Observation& seen, const WindowSystem& kind, const std::string& driver,
                   const char* query) {
  const std::optional<Event> asked = seen.First(driver, query);
  ASSERT_HOLDS(asked.has_value()) << driver << " receives " << query;
  ASSERT_SEEN(asked->Number("platform"), Eq(int64_t{kind.platform}))
      << "the loader's surface has the platform of its window system";
  EXPECT_SEEN(asked->Text("connection"), fmt::format("{:#018x}", kConnection))
      << "the loader's surface has the application's connection to the window system";
  EXPECT_SEEN(asked->Number("window"), Eq(int64_t{kWindow}))
      << "the loader's surface has the application's window";
}

void JudgeShared(Case& c, const WindowSystem& kind) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> extensions = ExtensionsFor(kind);
  const Observation seen = RunOne(c,
                                  world.WithoutDriver()
                                      .With(SurfaceDriver("one", extensions, false))
                                      .With(SurfaceDriver("two", extensions, false)),
                                  kind, extensions, QuerySurfaceSupport);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  if (const std::string why = WhyNotGiven(seen, kind.create, {"one", "two"}, {kSurfaceSupport});
      !why.empty()) {
    GTEST_SKIP() << why;
  }
  ExpectSurface(seen, kind.create);
  for (const char* driver : {"one", "two"}) ExpectLoaders(seen, kind, driver, kSurfaceSupport);
}

// The driver "lacking" has no surfaces at all.
void JudgeOwnSharedAndNone(Case& c, const WindowSystem& kind) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> extensions = ExtensionsFor(kind);
  const Observation seen = RunOne(c,
                                  world.WithoutDriver()
                                      .With(SurfaceDriver("own", extensions, true))
                                      .With(SurfaceDriver("shared", extensions, false))
                                      .With(NamedDriver("lacking")),
                                  kind, extensions, QuerySurfaceSupport);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kind.create);
  ExpectOwnSurface(seen, kind.create, "own", kSurfaceSupport);
  ExpectOwnWindow(seen, "own", kConnection, kWindow);
  if (AreGivenSurfaces(seen, {"shared"}, {kSurfaceSupport})) {  // LDP_LOADER_10.r2
    ExpectLoaders(seen, kind, "shared", kSurfaceSupport);
  }
  EXPECT_SEEN(seen.Select("own", kDestroySurface), SizeIs(1))
      << "the driver's surface is destroyed";
}

REGISTER_CASES {
  for (const WindowSystem* kind : kWindowSystems) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_10},
                 fmt::format("{}_window_is_handed_on", kind->name),
                 [kind](Case& c) { JudgeShared(c, *kind); });
    RegisterCase(Api::kVulkan,
                 {policy::LDP_LOADER_11, policy::LDP_LOADER_10, policy::LS_VK_SURFACE_1},
                 fmt::format("{}_surface_where_drivers_differ", kind->name),
                 [kind](Case& c) { JudgeOwnSharedAndNone(c, *kind); });
  }
}

VULKAN_CASE(LDP_LOADER_11, surface_within_a_structure, policy::LDP_LOADER_10) {
  VulkanWorld world(c.subject());
  std::vector<std::string> extensions = ExtensionsFor(kWaylandSystem);
  extensions.push_back(kQueries2);
  const Observation seen = RunOne(c,
                                  world.WithoutDriver()
                                      .With(SurfaceDriver("own", extensions, true))
                                      .With(SurfaceDriver("shared", extensions, false)),
                                  kWaylandSystem, extensions, Query2);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kWaylandSystem.create);
  const std::vector<const char*> queries = {kCapabilities2, kFormats2};
  const bool given = AreGivenSurfaces(seen, {"shared"}, queries);  // LDP_LOADER_10.r2
  for (const char* query : queries) {
    ExpectOwnSurface(seen, kWaylandSystem.create, "own", query);
    if (given) ExpectLoaders(seen, kWaylandSystem, "shared", query);
  }
}

// More surfaces than a loader may first have room for, and then others that reuse the room of some.
// The numbers identify surfaces by the order of their creation, in which each driver is also first
// queried about them: a driver may create its surface no earlier than that (LS_VK_SURFACE_1.r2).
constexpr size_t kFirst = 40;
constexpr size_t kAll = 60;

std::vector<size_t> Numbers(size_t begin, size_t end) {
  std::vector<size_t> numbers(end - begin);
  std::iota(numbers.begin(), numbers.end(), begin);
  return numbers;
}

bool IsDestroyedEarly(size_t number) { return number < kFirst && number % 3 == 0; }

std::vector<size_t> Early() {
  std::vector<size_t> numbers = Numbers(0, kFirst);
  std::erase_if(numbers, [](size_t number) { return !IsDestroyedEarly(number); });
  return numbers;
}

// The remaining surfaces, in reverse order.
std::vector<size_t> Late() {
  std::vector<size_t> numbers = Numbers(0, kAll);
  std::erase_if(numbers, IsDestroyedEarly);
  std::reverse(numbers.begin(), numbers.end());
  return numbers;
}

std::vector<size_t> Both(std::vector<size_t> first, const std::vector<size_t>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

void UseMany(VulkanApp& app) {
  std::vector<VkSurfaceKHR> surfaces;
  const std::vector<VkPhysicalDevice> devices = DevicesWithout(app, "lacking");
  // Returns false on failure; the other surfaces are not used then.
  const auto create = [&](size_t count) {
    while (surfaces.size() < count) {
      surfaces.push_back(Create(app, kWaylandSystem));
      if (surfaces.back() == VK_NULL_HANDLE) return false;
    }
    return true;
  };
  const auto query = [&](const std::vector<size_t>& numbers) {
    for (VkPhysicalDevice device : devices) {
      for (const size_t i : numbers) QuerySurfaceSupport(app, device, surfaces[i]);
    }
  };
  const auto destroy = [&](const std::vector<size_t>& numbers) {
    for (const size_t i : numbers) DestroySurface(app, surfaces[i]);
  };
  if (!create(kFirst)) return;
  query(Numbers(0, kFirst));
  destroy(Early());
  if (!create(kAll)) return;
  query(Numbers(kFirst, kAll));
  query(Late());
  destroy(Late());
}

// The driver's handles in these events.
std::vector<std::string> HandlesIn(const std::vector<Event>& events, const char* key) {
  std::vector<std::string> handles;
  for (const Event& event : events) handles.push_back(event.Text(key));
  return handles;
}

VULKAN_CASE(LS_VK_SURFACE_1, many_at_once, policy::LDP_LOADER_11) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> extensions = ExtensionsFor(kWaylandSystem);
  const Observation seen =
      Observe(c,
              world.WithoutDriver()
                  .With(SurfaceDriver("one", extensions, true))
                  .With(SurfaceDriver("two", extensions, true)),
              [&](VulkanApp& app) {
                if (!AreListed(app, extensions)) return;
                if (app.CreateInstance({.extensions = extensions}) == VK_SUCCESS) {
                  UseMany(app);
                  app.DestroyInstance();
                }
              });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "drivers get surfaces that are alive";
  for (const char* driver : {"one", "two"}) {
    const std::vector<std::string> created =
        HandlesIn(seen.Select(driver, kWaylandSystem.create), "handle");
    ASSERT_SEEN(created, SizeIs(kAll)) << driver << " creates each surface once";
    const auto handles_of = [&created](const std::vector<size_t>& numbers) {
      std::vector<std::string> handles;
      for (const size_t i : numbers) handles.push_back(created[i]);
      return handles;
    };
    EXPECT_SEEN(HandlesIn(seen.Select(driver, kSurfaceSupport), "surface"),
                ElementsAreArray(handles_of(Both(Numbers(0, kAll), Late()))))
        << driver << " is queried about the surfaces that the application queries"
        << reading::LS_VK_SURFACE_1_r2;
    EXPECT_SEEN(HandlesIn(seen.Select(driver, kDestroySurface), "handle"),
                ElementsAreArray(handles_of(Both(Early(), Late()))))
        << driver << " destroys each surface that the application destroys exactly once";
  }
}

}  // namespace
}  // namespace loadstone::suites::surface_kinds
