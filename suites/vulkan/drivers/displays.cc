// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/displays.h"

// VK_KHR_display: its functions of physical devices (LoaderLayerInterface, "Layer Call Chains and
// Distributed Dispatch"), and surfaces on displays (LoaderDriverInterface, "Handling KHR Surface
// Objects in WSI Extensions"). A display and its modes belong to one driver, and the documents do
// not say how a loader determines which one: no case creates a surface while two drivers have
// displays.
namespace loadstone::suites::displays {
namespace {

constexpr char kPlanes[] = "vkGetPhysicalDeviceDisplayPlanePropertiesKHR";
constexpr char kPlaneDisplays[] = "vkGetDisplayPlaneSupportedDisplaysKHR";
constexpr char kModes[] = "vkGetDisplayModePropertiesKHR";
constexpr char kPlaneCapabilities[] = "vkGetDisplayPlaneCapabilitiesKHR";

constexpr uint32_t kPlane = 3;

// Calls every function of physical devices of the extension; traces the results as "display".
void UseDisplay(VulkanApp& app, VkPhysicalDevice device) {
  const VkDisplayPropertiesKHR display = DisplayOf(app, device);
  uint32_t count = 1;
  VkDisplayPlanePropertiesKHR plane = {};
  app.Get<PFN_vkGetPhysicalDeviceDisplayPlanePropertiesKHR>(kPlanes)(device, &count, &plane);
  count = 1;
  VkDisplayKHR of_plane = VK_NULL_HANDLE;
  app.Get<PFN_vkGetDisplayPlaneSupportedDisplaysKHR>(kPlaneDisplays)(device, 0, &count, &of_plane);
  count = 1;
  VkDisplayModePropertiesKHR first = {};
  app.Get<PFN_vkGetDisplayModePropertiesKHR>(kModes)(device, display.display, &count, &first);
  const VkDisplayModeKHR mode = CreateMode(app, device, display.display);
  VkDisplayPlaneCapabilitiesKHR capabilities = {};
  app.Get<PFN_vkGetDisplayPlaneCapabilitiesKHR>(kPlaneCapabilities)(device, mode, 0, &capabilities);
  AppEvent("display")
      .Add("name", display.displayName != nullptr ? display.displayName : "")
      .Add("display", HandleText(display.display))
      .Add("display_on_plane", HandleText(plane.currentDisplay))
      .Add("display_for_plane", HandleText(of_plane))
      .Add("mode", HandleText(mode));
}

// The application's "display" event for that driver's device.
std::optional<Event> SeenOf(const Observation& seen, const std::string& driver) {
  for (const Event& event : seen.Select(kAppName, "display")) {
    if (event.Text("name") == driver) return event;
  }
  return std::nullopt;
}

void ExpectDisplay(const Observation& seen, const std::string& driver) {
  const std::optional<Event> got = SeenOf(seen, driver);
  ASSERT_HOLDS(got.has_value()) << "the application gets the display of " << driver;
  for (const char* query :
       {kDisplayProperties, kPlanes, kPlaneDisplays, kModes, kCreateDisplayMode}) {
    const std::vector<Event> calls = seen.Select(driver, query);
    ASSERT_SEEN(calls, SizeIs(1)) << query << " reaches " << driver << " once";
    EXPECT_SEEN(calls[0].Text("display"), got->Text("display")) << query << " is about its display";
  }
  EXPECT_SEEN(got->Text("display_on_plane"), got->Text("display")) << "the plane has that display";
  EXPECT_SEEN(got->Text("display_for_plane"), got->Text("display"))
      << "the plane can have that display";
  const std::optional<Event> created = seen.First(driver, kCreateDisplayMode);
  EXPECT_SEEN(created->Number("width"), Eq(int64_t{kModeWidth})) << "the mode is the requested one";
  EXPECT_SEEN(created->Text("handle"), got->Text("mode")) << "the application gets the mode";
  const std::optional<Event> asked = seen.First(driver, kPlaneCapabilities);
  ASSERT_HOLDS(asked.has_value()) << kPlaneCapabilities << " reaches " << driver;
  EXPECT_SEEN(asked->Text("mode"), got->Text("mode")) << "the driver gets its mode back";
}

void JudgeDisplays(Case& c, const VulkanWorld& world, const std::vector<std::string>& drivers) {
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (!AreListed(app, DisplayExtensions())) return;
    if (app.CreateInstance({.extensions = DisplayExtensions()}) != VK_SUCCESS) return;
    for (VkPhysicalDevice device : DevicesWithout(app, "lacking")) UseDisplay(app, device);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "drivers get handles of their own";
  for (const std::string& driver : drivers) ExpectDisplay(seen, driver);
}

VULKAN_CASE(LS_VK_CHAIN_5, displays_of_two_drivers) {
  VulkanWorld world(c.subject());
  JudgeDisplays(c,
                world.WithoutDriver()
                    .With(DisplayDriver("one", true))
                    .With(DisplayDriver("two", false))
                    .With(NamedDriver("lacking")),
                {"one", "two"});
}

VULKAN_CASE(LS_VK_CHAIN_5, displays_below_a_layer_without_their_functions) {
  VulkanWorld world(c.subject());
  JudgeDisplays(c,
                world.WithoutDriver()
                    .With(Layer("VK_LAYER_LS_above").Implicit())
                    .With(DisplayDriver("one", true))
                    .With(DisplayDriver("two", true)),
                {"one", "two"});
}

// A surface whose members all differ from zero and from each other.
VkDisplaySurfaceCreateInfoKHR UnusualInfo(VkDisplayModeKHR mode) {
  VkDisplaySurfaceCreateInfoKHR info = DisplaySurfaceInfo(mode, kPlane);
  info.planeStackIndex = kPlane - 1;
  info.transform = VK_SURFACE_TRANSFORM_ROTATE_90_BIT_KHR;
  info.globalAlpha = 0.25F;
  info.alphaMode = VK_DISPLAY_PLANE_ALPHA_GLOBAL_BIT_KHR;
  info.imageExtent = {kModeWidth, 99};
  return info;
}

// A surface with a mode of the only device with displays, and a query for it on that device.
Observation RunSurface(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (!AreListed(app, DisplayExtensions())) return;
    if (app.CreateInstance({.extensions = DisplayExtensions()}) != VK_SUCCESS) return;
    for (VkPhysicalDevice device : DevicesWithout(app, "lacking")) {
      const VkDisplayModeKHR mode = CreateMode(app, device, DisplayOf(app, device).display);
      const VkSurfaceKHR surface = CreateDisplaySurface(app, UnusualInfo(mode));
      if (surface == VK_NULL_HANDLE) continue;
      QuerySurfaceSupport(app, device, surface);
      DestroySurface(app, surface);
    }
    app.DestroyInstance();
  });
}

void JudgeOwn(Case& c, const VulkanWorld& world) {
  const Observation seen = RunSurface(c, world);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(ResultOf(seen, kCreateDisplaySurface), "VK_SUCCESS")
      << "a surface can be created on a display";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
  const std::vector<Event> created = seen.Select("own", kCreateDisplaySurface);
  ASSERT_SEEN(created, SizeIs(1)) << "the driver creates its own surface";
  const std::optional<Event> asked = seen.First("own", kSurfaceSupport);
  ASSERT_HOLDS(asked.has_value()) << "the driver receives " << kSurfaceSupport;
  EXPECT_SEEN(asked->Text("surface"), created[0].Text("handle"))
      << "the driver gets back the surface that it created";
  EXPECT_SEEN(seen.Select("own", kDestroySurface), SizeIs(1))
      << "the driver's surface is destroyed";
}

VULKAN_CASE(LDP_LOADER_11, display_surface_of_the_only_driver, policy::LS_VK_SURFACE_1) {
  VulkanWorld world(c.subject());
  JudgeOwn(c, world.WithoutDriver().With(DisplayDriver("own", true)));
}

VULKAN_CASE(LDP_LOADER_11, display_surface_beside_a_driver_without_displays,
            policy::LS_VK_SURFACE_1) {
  VulkanWorld world(c.subject());
  JudgeOwn(c, world.WithoutDriver().With(DisplayDriver("own", true)).With(NamedDriver("lacking")));
}

// VK_KHR_display is not in that section's list of extensions whose surfaces the loader manages: a
// loader may pass the driver none (LDP_LOADER_10.r2). If it does, its surface must have the right
// platform, mode and plane.
VULKAN_CASE(LDP_LOADER_10, display_surface_of_the_loader) {
  VulkanWorld world(c.subject());
  const Observation seen = RunSurface(
      c, world.WithoutDriver().With(DisplayDriver("shared", false)).With(NamedDriver("lacking")));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  if (ResultOf(seen, kCreateDisplaySurface) != "VK_SUCCESS") {
    GTEST_SKIP() << "the loader creates no surfaces on displays for drivers without their own";
  }
  // If the loader passes a null handle because it has no surface, the mock driver rejects that
  // without an event.
  const std::optional<Event> asked = seen.First("shared", kSurfaceSupport);
  if (!asked.has_value()) GTEST_SKIP() << "the loader passes the driver no surface on a display";
  ASSERT_SEEN(asked->Number("platform"), Eq(int64_t{VK_ICD_WSI_PLATFORM_DISPLAY}))
      << "the loader's surface has the platform of a display";
  const std::optional<Event> mode = seen.First("shared", kCreateDisplayMode);
  ASSERT_HOLDS(mode.has_value()) << kCreateDisplayMode << " reaches the driver";
  EXPECT_SEEN(asked->Text("mode"), mode->Text("handle"))
      << "the driver is called with the application's mode";
  EXPECT_SEEN(asked->Number("plane"), Eq(int64_t{kPlane}))
      << "the driver is called with the application's plane";
  const VkDisplaySurfaceCreateInfoKHR info = UnusualInfo(VK_NULL_HANDLE);
  const std::pair<const char*, int64_t> members[] = {{"stack", info.planeStackIndex},
                                                     {"transform", info.transform},
                                                     {"alpha_percent", 25},
                                                     {"alpha_mode", info.alphaMode},
                                                     {"width", info.imageExtent.width},
                                                     {"height", info.imageExtent.height}};
  for (const auto& [key, value] : members) {
    EXPECT_SEEN(asked->Number(key), Eq(value))
        << "the loader's surface has what the application wrote: " << key;
  }
}

// Two surfaces that differ in plane and extent. The driver is asked about both, and about the
// second one after the first was destroyed.
VULKAN_CASE(LDP_LOADER_10, display_surfaces_on_two_planes) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(DisplayDriver("shared", false));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (!AreListed(app, DisplayExtensions())) return;
    if (app.CreateInstance({.extensions = DisplayExtensions()}) != VK_SUCCESS) return;
    const VkPhysicalDevice device = app.EnumeratePhysicalDevices().at(0);
    const VkDisplayModeKHR mode = CreateMode(app, device, DisplayOf(app, device).display);
    const VkSurfaceKHR first = CreateDisplaySurface(app, UnusualInfo(mode));
    if (first == VK_NULL_HANDLE) return;
    const VkSurfaceKHR second = CreateDisplaySurface(app, mode, 1);
    if (second == VK_NULL_HANDLE) return;
    for (const VkSurfaceKHR surface : {first, second}) QuerySurfaceSupport(app, device, surface);
    DestroySurface(app, first);
    QuerySurfaceSupport(app, device, second);
    DestroySurface(app, second);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  if (ResultOf(seen, kCreateDisplaySurface) != "VK_SUCCESS") {
    GTEST_SKIP() << "the loader creates no surfaces on displays for drivers without their own";
  }
  std::vector<int64_t> planes;
  std::vector<int64_t> heights;
  for (const Event& event : seen.Select("shared", kSurfaceSupport)) {
    planes.push_back(event.Number("plane"));
    heights.push_back(event.Number("height"));
  }
  // LDP_LOADER_10.r2
  if (planes.empty()) GTEST_SKIP() << "the loader passes the driver no surface on a display";
  EXPECT_SEEN(planes, ElementsAre(kPlane, 1, 1)) << "each surface has the plane of its own call";
  EXPECT_SEEN(heights, ElementsAre(99, 100, 100)) << "each surface has the extent of its own call";
}

}  // namespace
}  // namespace loadstone::suites::displays
