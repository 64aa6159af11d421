// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/provided_list.h"
#include "suites/vulkan/drivers/surfaces.h"
#include "suites/vulkan/layer_questions.h"

// LoaderDriverInterface, "Driver Discovery using the VK_LUNARG_direct_driver_loading extension":
// what an application does with the drivers that it provides. A loader treats them as it treats
// those of the system: it asks them for their version and their extensions, and creates devices and
// surfaces of them. The list is that of one instance.
namespace loadstone::suites::provided_driver_uses {
namespace {

constexpr char kExtension[] = VK_LUNARG_DIRECT_DRIVER_LOADING_EXTENSION_NAME;
constexpr char kOwn[] = "own";
constexpr char kSecond[] = "second";
constexpr char kSystem[] = "system";

constexpr auto kInclusive = VK_DIRECT_DRIVER_LOADING_MODE_INCLUSIVE_LUNARG;
constexpr auto kExclusive = VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG;

struct Mode {
  policy::Id owner;
  VkDirectDriverLoadingModeLUNARG mode;
};

constexpr Mode kModes[] = {{policy::LS_VK_DRIVER_PROVIDED_1, kInclusive},
                           {policy::LS_VK_DRIVER_PROVIDED_2, kExclusive}};

// A driver of the system, and two whose files exist, but that are not installed.
VulkanWorld WorldWith(const Subject& subject, const Driver& own) {
  VulkanWorld world(subject);
  return world.WithoutDriver()
      .With(NamedDriver(kSystem))
      .With(Driver(own).In(kElsewhere))
      .With(NamedDriver(kSecond).In(kElsewhere));
}

VkResult CreateWith(VulkanApp& app, const ProvidedList& list,
                    std::vector<std::string> extensions = {},
                    uint32_t version = VK_API_VERSION_1_2) {
  extensions.emplace_back(kExtension);
  return app.CreateInstance(
      {.extensions = extensions, .api_version = version, .next = list.next()});
}

// Runs `use` with an instance that has the driver "own".
template <typename Use>
Observation Run(Case& c, const VulkanWorld& world, VkDirectDriverLoadingModeLUNARG mode,
                const std::vector<std::string>& extensions, const Use& use) {
  return Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {kExtension})) return;
    const ProvidedList list(c.subject(), mode, {kOwn});
    if (CreateWith(app, list, extensions) != VK_SUCCESS) return;
    use(app);
    app.DestroyInstance();
  });
}

#define LS_REQUIRE_EXTENSION(seen) \
  if (!WhyNotListed(seen).empty()) GTEST_SKIP() << "the loader does not list " << kExtension

// "Limitations of VK_LUNARG_direct_driver_loading": the extensions of the provided drivers complete
// the list of those that are supported. No driver of the system has this one.
void JudgeExtension(Case& c, VkDirectDriverLoadingModeLUNARG mode) {
  const Driver own =
      NamedDriver(kOwn).Behaviour(MockExtensions("instance_extensions", {kKnownExtension}));
  const Observation seen = Run(c, WorldWith(c.subject(), own), mode, {kKnownExtension},
                               [](VulkanApp& app) { app.EnumeratePhysicalDevices(); });
  LS_REQUIRE_EXTENSION(seen);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an instance extension that a driver of the application supports can be enabled";
  EXPECT_SEEN(ExtensionsGiven(seen, kOwn), Contains(kKnownExtension))
      << "the driver that supports the extension is asked for it";
  EXPECT_SEEN(ExtensionsGiven(seen, kSystem), Not(Contains(kKnownExtension)))
      << "a driver without the extension is not asked for it";
}

// Uses the device of `driver`, and lists the groups.
void UseDeviceOf(VulkanApp& app, const std::string& driver) {
  TraceGroups(app);
  const std::vector<std::string> names = NamesOf(app, app.EnumeratePhysicalDevices());
  const auto place = std::find(names.begin(), names.end(), driver);
  if (place == names.end()) return;
  if (app.CreateDevice({.physical_device = static_cast<uint32_t>(place - names.begin())}) !=
      VK_SUCCESS) {
    return;
  }
  app.UseDevice();
  app.DestroyDevice();
}

void JudgeDevice(Case& c, VkDirectDriverLoadingModeLUNARG mode, bool through_a_layer) {
  VulkanWorld world = WorldWith(c.subject(), NamedDriver(kOwn));
  if (through_a_layer) world.With(Layer("VK_LAYER_LS_implicit").Implicit());
  const Observation seen = Run(c, world, mode, {}, [](VulkanApp& app) { UseDeviceOf(app, kOwn); });
  LS_REQUIRE_EXTENSION(seen);
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS")
      << "a device of a driver of the application can be created";
  for (const char* command :
       {"vkCreateDevice", "vkDeviceWaitIdle", "vkDestroyDevice", "vkDestroyInstance"}) {
    EXPECT_SEEN(seen.Select(kOwn, command), Not(IsEmpty()))
        << command << " reaches the driver of the application";
  }
  const std::optional<Event> groups = seen.First(kAppName, "groups");
  ASSERT_HOLDS(groups.has_value()) << "the application gets its groups of devices";
  EXPECT_SEEN(groups->List("members"), SizeIs(mode == kInclusive ? 2 : 1))
      << "each device of a driver that is used is in a group";
}

REGISTER_CASES {
  for (const Mode& mode : kModes) {
    RegisterCase(Api::kVulkan, {mode.owner}, "extension_of_the_provided_driver_alone",
                 [&mode](Case& c) { JudgeExtension(c, mode.mode); });
    RegisterCase(Api::kVulkan, {mode.owner}, "device_of_a_provided_driver",
                 [&mode](Case& c) { JudgeDevice(c, mode.mode, false); });
    RegisterCase(Api::kVulkan, {mode.owner}, "device_of_a_provided_driver_through_a_layer",
                 [&mode](Case& c) { JudgeDevice(c, mode.mode, true); });
  }
}

// "Driver API Version": a provided driver has no manifest, so that its own function counts.
void JudgeVersion(Case& c, VkDirectDriverLoadingModeLUNARG mode, bool is_of_1_0) {
  Driver own = NamedDriver(kOwn);
  if (is_of_1_0) own.Behaviour(R"({"api_version": "1.0.33"})");
  const Observation seen = Run(c, WorldWith(c.subject(), own), mode, {},
                               [](VulkanApp& app) { app.EnumeratePhysicalDevices(); });
  LS_REQUIRE_EXTENSION(seen);
  const int64_t given = VersionGiven(seen, kOwn);
  ASSERT_SEEN(given, Ne(0)) << "the driver is used";
  if (is_of_1_0) {
    EXPECT_SEEN(VK_API_VERSION_MINOR(given), Eq(0))
        << "a driver of Vulkan 1.0 must be asked for 1.0" << reading::LS_VK_DRIVER_VERSION_1_r1;
  } else {
    EXPECT_SEEN(given, Eq(int64_t{VK_API_VERSION_1_2}))
        << "a driver of 1.1 or newer gets the application's version unchanged";
  }
}

REGISTER_CASES {
  for (const Mode& mode : kModes) {
    const std::string driver = mode.mode == kInclusive ? "provided_driver" : "only_provided_driver";
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_VERSION_2, mode.owner}, driver,
                 [&mode](Case& c) { JudgeVersion(c, mode.mode, false); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_VERSION_1, mode.owner},
                 driver + "_without_the_function",
                 [&mode](Case& c) { JudgeVersion(c, mode.mode, true); });
  }
}

// Two lists at the same time, and an instance without one after them.
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_1, lists_of_two_instances, policy::LDP_LOADER_2) {
  const VulkanWorld world = WorldWith(c.subject(), NamedDriver(kOwn));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {kExtension})) return;
    VulkanApp other = app;
    const ProvidedList list(c.subject(), kInclusive, {kOwn});
    const ProvidedList other_list(c.subject(), kInclusive, {kSecond});
    if (CreateWith(app, list) != VK_SUCCESS || CreateWith(other, other_list) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    other.EnumeratePhysicalDevices();
    other.DestroyInstance();
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
    if (app.CreateInstance() != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
  LS_REQUIRE_EXTENSION(seen);
  std::vector<std::vector<std::string>> devices;
  for (const Event& event : seen.Select(kAppName, "vkEnumeratePhysicalDevices")) {
    if (event.phase() == "leave") devices.push_back(event.List("names"));
  }
  ASSERT_SEEN(devices, SizeIs(4)) << "each of the instances can be created";
  for (const size_t i : {0U, 2U}) {
    EXPECT_SEEN(devices[i], UnorderedElementsAre(kSystem, kOwn))
        << "an instance has the drivers of its own list";
  }
  EXPECT_SEEN(devices[1], UnorderedElementsAre(kSystem, kSecond))
      << "an instance has the drivers of its own list";
  EXPECT_SEEN(devices[3], ElementsAre(kSystem)) << "an instance without a list has none of them";
}

// The interface of the driver: its functions that no loader knows, and its surfaces.
void JudgeUnknown(Case& c, VkDirectDriverLoadingModeLUNARG mode) {
  const VulkanWorld world = WorldWith(c.subject(), WithUnknownFunction(NamedDriver(kOwn)));
  const Observation seen = Run(c, world, mode, {}, [](VulkanApp& app) {
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    const std::vector<std::string> names = NamesOf(app, devices);
    const auto place = std::find(names.begin(), names.end(), kOwn);
    if (place == names.end()) return;
    CallUnknown(app, Through::kInstance, devices[static_cast<size_t>(place - names.begin())],
                kUnknownFunction, 100);
  });
  LS_REQUIRE_EXTENSION(seen);
  EXPECT_SEEN(UnknownAnswer(seen), 100)
      << "a function of physical devices that no loader knows reaches the driver";
}

void JudgeSurface(Case& c, VkDirectDriverLoadingModeLUNARG mode, const SurfaceKind& kind) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(SurfaceDriver(kSystem, kind.extensions, true))
      .With(SurfaceDriver(kOwn, kind.extensions, true).In(kElsewhere));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    std::vector<std::string> needed = kind.extensions;
    needed.emplace_back(kExtension);
    if (!AreListed(app, needed)) return;
    const ProvidedList list(c.subject(), mode, {kOwn});
    if (CreateWith(app, list, kind.extensions) != VK_SUCCESS) return;
    const VkSurfaceKHR surface = kind.make(app);
    if (surface != VK_NULL_HANDLE) {
      for (VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
        QuerySurfaceSupport(app, device, surface);
      }
      DestroySurface(app, surface);
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kind.create);
  for (const char* driver : {kSystem, kOwn}) {
    if (driver == kSystem && mode == kExclusive) continue;
    ExpectOwnSurface(seen, kind.create, driver, kSurfaceSupport);
    EXPECT_SEEN(seen.Select(driver, kDestroySurface), SizeIs(1)) << driver << " destroys it";
  }
}

REGISTER_CASES {
  const SurfaceKind& wayland = SurfaceKinds().front();
  const SurfaceKind& headless = SurfaceKinds().back();
  for (const Mode& mode : kModes) {
    const std::string driver = mode.mode == kInclusive ? "a" : "the_only";
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_1, policy::LS_VK_DRIVER_PROVIDED_4},
                 fmt::format("function_of_{}_provided_driver", driver),
                 [&mode](Case& c) { JudgeUnknown(c, mode.mode); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_PROVIDED_4, policy::LDP_LOADER_11},
                 fmt::format("headless_surface_of_{}_driver", driver),
                 [&mode, &headless](Case& c) { JudgeSurface(c, mode.mode, headless); });
  }
  RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_PROVIDED_4, policy::LDP_LOADER_11},
               "surface_of_a_driver",
               [&wayland](Case& c) { JudgeSurface(c, kInclusive, wayland); });
}

}  // namespace
}  // namespace loadstone::suites::provided_driver_uses
