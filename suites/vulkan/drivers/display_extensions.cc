// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/displays.h"

// Types of X11, which are only pointers here: neither loader nor mock drivers call a window system.
struct _XDisplay;
using Display = _XDisplay;
using RROutput = unsigned long;
#include <vulkan/vulkan_xlib_xrandr.h>

// Extensions of VK_KHR_display, which also have functions of physical devices
// (LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch"). An extension that the
// loader does not list is not tested (LS_VK_CHAIN_5.r1). For a device whose driver lacks it the
// call must return (LS_VK_ROBUSTNESS_1).
namespace loadstone::suites::display_extensions {
namespace {

constexpr uintptr_t kConnection = 0x4c530000;  // to an X server
constexpr RROutput kOutput = 0x4c53;
constexpr int32_t kDescriptor = 1023;  // of a device of the Direct Rendering Manager
constexpr uint32_t kConnector = 7;

// Runs `use` on the devices of two drivers, and traces "got" for each: the handles that the
// application got there.
template <typename Use>
Observation RunOnEach(Case& c, const std::vector<std::string>& extensions, const Use& use) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(DisplayDriver("one", true, extensions))
      .With(DisplayDriver("two", false, extensions))
      .With(NamedDriver("lacking"));
  return Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    for (VkPhysicalDevice device : DevicesWithout(app, "lacking")) {
      AppEvent event("got");
      event.Add("device", NamesOf(app, {device})[0]);
      use(app, device, event);
    }
    app.DestroyInstance();
  });
}

// Expects that each of `functions` reached the driver whose device the application used once, with
// the application's handle `key`, and no other driver.
void ExpectHandle(const Observation& seen, const char* key,
                  const std::vector<const char*>& functions) {
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "drivers get handles of their own";
  const std::vector<Event> got = seen.Select(kAppName, "got");
  ASSERT_SEEN(got, SizeIs(2)) << "the application has the devices of both drivers";
  for (const Event& event : got) {
    const std::string driver = event.Text("device");
    for (const char* function : functions) {
      const std::vector<Event> calls = seen.Select(driver, function);
      ASSERT_SEEN(calls, SizeIs(1)) << function << " reaches " << driver << " once";
      EXPECT_SEEN(calls[0].Text(key), event.Text(key)) << function << " is about its " << key;
    }
  }
}

void ExpectNumber(const Observation& seen, const char* function, const char* key, int64_t value) {
  for (const char* driver : {"one", "two"}) {
    const std::optional<Event> call = seen.First(driver, function);
    if (!call.has_value()) continue;  // reported above
    EXPECT_SEEN(call->Number(key), Eq(value)) << function << " has the application's " << key;
  }
}

constexpr char kPlanes[] = "vkGetPhysicalDeviceDisplayPlanePropertiesKHR";
constexpr char kDisplays2[] = "vkGetPhysicalDeviceDisplayProperties2KHR";
constexpr char kPlanes2[] = "vkGetPhysicalDeviceDisplayPlaneProperties2KHR";
constexpr char kModes2[] = "vkGetDisplayModeProperties2KHR";
constexpr char kCapabilities2[] = "vkGetDisplayPlaneCapabilities2KHR";

void UseStructures(VulkanApp& app, VkPhysicalDevice device, AppEvent& event) {
  uint32_t count = 1;
  VkDisplayProperties2KHR display = {};
  display.sType = VK_STRUCTURE_TYPE_DISPLAY_PROPERTIES_2_KHR;
  app.Get<PFN_vkGetPhysicalDeviceDisplayProperties2KHR>(kDisplays2)(device, &count, &display);
  count = 1;
  VkDisplayPlaneProperties2KHR plane = {};
  plane.sType = VK_STRUCTURE_TYPE_DISPLAY_PLANE_PROPERTIES_2_KHR;
  app.Get<PFN_vkGetPhysicalDeviceDisplayPlaneProperties2KHR>(kPlanes2)(device, &count, &plane);
  count = 1;
  VkDisplayModeProperties2KHR mode = {};
  mode.sType = VK_STRUCTURE_TYPE_DISPLAY_MODE_PROPERTIES_2_KHR;
  app.Get<PFN_vkGetDisplayModeProperties2KHR>(kModes2)(device, display.displayProperties.display,
                                                       &count, &mode);
  VkDisplayPlaneInfo2KHR info = {};
  info.sType = VK_STRUCTURE_TYPE_DISPLAY_PLANE_INFO_2_KHR;
  info.mode = mode.displayModeProperties.displayMode;
  VkDisplayPlaneCapabilities2KHR capabilities = {};
  capabilities.sType = VK_STRUCTURE_TYPE_DISPLAY_PLANE_CAPABILITIES_2_KHR;
  app.Get<PFN_vkGetDisplayPlaneCapabilities2KHR>(kCapabilities2)(device, &info, &capabilities);
  event.Add("display", HandleText(display.displayProperties.display))
      .Add("display_on_plane", HandleText(plane.displayPlaneProperties.currentDisplay))
      .Add("mode", HandleText(info.mode))
      .Add("width", int64_t{capabilities.capabilities.maxDstExtent.width});
}

VULKAN_CASE(LS_VK_CHAIN_5, displays_in_structures_that_can_be_extended) {
  const Observation seen = RunOnEach(
      c, DisplayExtensions({VK_KHR_GET_DISPLAY_PROPERTIES_2_EXTENSION_NAME}), UseStructures);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectHandle(seen, "display", {kDisplays2, kPlanes2, kModes2});
  ExpectHandle(seen, "mode", {kCapabilities2});
  for (const Event& event : seen.Select(kAppName, "got")) {
    EXPECT_SEEN(event.Text("display_on_plane"), event.Text("display"))
        << "the plane has the display of " << event.Text("device");
    EXPECT_SEEN(event.Number("width"), Gt(int64_t{0}))
        << "the capabilities of a plane are returned";
  }
}

constexpr char kRelease[] = "vkReleaseDisplayEXT";
constexpr char kGetDrm[] = "vkGetDrmDisplayEXT";
constexpr char kAcquireDrm[] = "vkAcquireDrmDisplayEXT";

void UseDrm(VulkanApp& app, VkPhysicalDevice device, AppEvent& event) {
  VkDisplayKHR display = VK_NULL_HANDLE;
  app.Get<PFN_vkGetDrmDisplayEXT>(kGetDrm)(device, kDescriptor, kConnector, &display);
  app.Get<PFN_vkAcquireDrmDisplayEXT>(kAcquireDrm)(device, kDescriptor, display);
  app.Get<PFN_vkReleaseDisplayEXT>(kRelease)(device, display);
  event.Add("display", HandleText(display));
}

VULKAN_CASE(LS_VK_CHAIN_5, displays_of_a_drm_device_are_acquired) {
  const Observation seen = RunOnEach(c,
                                     DisplayExtensions({VK_EXT_DIRECT_MODE_DISPLAY_EXTENSION_NAME,
                                                        VK_EXT_ACQUIRE_DRM_DISPLAY_EXTENSION_NAME}),
                                     UseDrm);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectHandle(seen, "display", {kGetDrm, kAcquireDrm, kRelease});
  ExpectNumber(seen, kGetDrm, "descriptor", kDescriptor);
  ExpectNumber(seen, kGetDrm, "connector", kConnector);
  ExpectNumber(seen, kAcquireDrm, "descriptor", kDescriptor);
}

constexpr char kGetOutput[] = "vkGetRandROutputDisplayEXT";
constexpr char kAcquireXlib[] = "vkAcquireXlibDisplayEXT";

void UseXlib(VulkanApp& app, VkPhysicalDevice device, AppEvent& event) {
  auto* connection = reinterpret_cast<Display*>(kConnection);
  VkDisplayKHR display = VK_NULL_HANDLE;
  app.Get<PFN_vkGetRandROutputDisplayEXT>(kGetOutput)(device, connection, kOutput, &display);
  app.Get<PFN_vkAcquireXlibDisplayEXT>(kAcquireXlib)(device, connection, display);
  app.Get<PFN_vkReleaseDisplayEXT>(kRelease)(device, display);
  event.Add("display", HandleText(display));
}

VULKAN_CASE(LS_VK_CHAIN_5, displays_of_an_x_server_are_acquired) {
  const Observation seen =
      RunOnEach(c,
                DisplayExtensions({VK_EXT_DIRECT_MODE_DISPLAY_EXTENSION_NAME,
                                   VK_EXT_ACQUIRE_XLIB_DISPLAY_EXTENSION_NAME}),
                UseXlib);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectHandle(seen, "display", {kGetOutput, kAcquireXlib, kRelease});
  ExpectNumber(seen, kGetOutput, "output", int64_t{kOutput});
  ExpectNumber(seen, kAcquireXlib, "connection", int64_t{kConnection});
}

// Traces the number of displays or planes of the device that the function returns.
template <typename Function>
void TraceNumber(VulkanApp& app, const char* function, VkPhysicalDevice device) {
  uint32_t number = 77;  // has no meaning without an array
  AppEvent(function, "enter");
  const VkResult result = app.Get<Function>(function)(device, &number, nullptr);
  AppEvent(function, "leave").Add("result", int64_t{result}).Add("count", int64_t{number});
}

void TraceNumbers(VulkanApp& app, VkPhysicalDevice device) {
  TraceNumber<PFN_vkGetPhysicalDeviceDisplayPropertiesKHR>(app, kDisplayProperties, device);
  TraceNumber<PFN_vkGetPhysicalDeviceDisplayPlanePropertiesKHR>(app, kPlanes, device);
  TraceNumber<PFN_vkGetPhysicalDeviceDisplayProperties2KHR>(app, kDisplays2, device);
  TraceNumber<PFN_vkGetPhysicalDeviceDisplayPlaneProperties2KHR>(app, kPlanes2, device);
}

VULKAN_CASE(LS_VK_ROBUSTNESS_1, displays_of_a_device_that_has_none) {
  const std::vector<std::string> extensions =
      DisplayExtensions({VK_KHR_GET_DISPLAY_PROPERTIES_2_EXTENSION_NAME});
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(DisplayDriver("one", true, extensions)).With(NamedDriver("lacking"));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    for (VkPhysicalDevice device : DevicesWithout(app, "one")) TraceNumbers(app, device);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  for (const char* function : {kDisplayProperties, kPlanes, kDisplays2, kPlanes2}) {
    EXPECT_SEEN(seen.Select(kAppName, function), SizeIs(2)) << function << " returns";
    for (const Event& event : seen.Select(kAppName, function)) {
      if (event.phase() != "leave" || event.Number("result") < 0) continue;
      EXPECT_SEEN(event.Number("count"), Eq(0))
          << function << " reports no display, or an error, if the driver has no displays";
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::display_extensions
