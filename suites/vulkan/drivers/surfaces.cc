#include <fmt/format.h>
#include <vulkan/vk_icd.h>

struct wl_display;
struct wl_surface;
#include <vulkan/vulkan_wayland.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions", on surfaces of Wayland:
// neither loader nor mock drivers look behind its pointers. A loader without Wayland is not asked
// (LDP_LOADER_10.r1, LS_VK_SURFACE_1.r1).
namespace loadstone::suites::surfaces {
namespace {

constexpr char kCreate[] = "vkCreateWaylandSurfaceKHR";
constexpr char kDestroy[] = "vkDestroySurfaceKHR";
constexpr char kSupport[] = "vkGetPhysicalDeviceSurfaceSupportKHR";
const std::vector<std::string> kExtensions = {VK_KHR_SURFACE_EXTENSION_NAME,
                                              VK_KHR_WAYLAND_SURFACE_EXTENSION_NAME};

Driver SurfaceDriver(const std::string& name, bool own_surfaces) {
  return Driver(name)
      .Behaviour(MockExtensions("instance_extensions", kExtensions))
      .Behaviour(fmt::format(
          R"({{"own_surfaces": {},
               "physical_devices": [{{"name": "{}", "extensions": ["VK_KHR_swapchain"]}}]}})",
          own_surfaces, name));
}

// A query of each kind.
void QuerySurface(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  VkBool32 supported = VK_FALSE;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(kSupport)(device, 0, surface, &supported);
  VkSurfaceCapabilitiesKHR capabilities = {};
  app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
      "vkGetPhysicalDeviceSurfaceCapabilitiesKHR")(device, surface, &capabilities);
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR")(
      device, surface, &count, nullptr);
  app.Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
      "vkGetPhysicalDeviceSurfacePresentModesKHR")(device, surface, &count, nullptr);
}

// The swapchain of a device, which takes the surface too.
void UseSwapchain(VulkanApp& app, VkSurfaceKHR surface) {
  const VkSwapchainCreateInfoKHR info = SwapchainInfo(surface);
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  if (app.Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(app.device(), &info, nullptr,
                                                                &swapchain) == VK_SUCCESS) {
    app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(app.device(), swapchain, nullptr);
  }
}

// What takes the surface.
constexpr const char* kUses[] = {
    kSupport, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR", "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "vkGetPhysicalDeviceSurfacePresentModesKHR", "vkCreateSwapchainKHR"};

// One surface for the devices of all drivers, with queries and a swapchain of each.
Observation Run(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (!AreListed(app, kExtensions)) return;
    if (app.CreateInstance({.extensions = kExtensions}) != VK_SUCCESS) return;
    VkWaylandSurfaceCreateInfoKHR info = {};
    info.sType = VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR;
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    const VkResult created =
        app.Get<PFN_vkCreateWaylandSurfaceKHR>(kCreate)(app.instance(), &info, nullptr, &surface);
    AppEvent(kCreate, "leave").Add("result", int64_t{created});
    if (created == VK_SUCCESS) {
      const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
      for (uint32_t i = 0; i < devices.size(); ++i) {
        QuerySurface(app, devices[i], surface);
        const DeviceRequest request = {.physical_device = i, .extensions = {"VK_KHR_swapchain"}};
        if (app.CreateDevice(request) != VK_SUCCESS) continue;
        UseSwapchain(app, surface);
        app.DestroyDevice();
      }
    }
    app.Get<PFN_vkDestroySurfaceKHR>(kDestroy)(app.instance(), surface, nullptr);
    app.DestroyInstance();
  });
}

void ExpectSurface(const Observation& seen) {
  EXPECT_SEEN(ResultOf(seen, kCreate), "VK_SUCCESS") << "a surface can be created";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each driver gets a surface of the kind that it expects";
}

// A driver without surfaces of its own sees the structure of the loader each time.
void ExpectLoaders(const Observation& seen, const std::string& driver) {
  for (const char* use : kUses) {
    const std::optional<Event> call = seen.First(driver, use);
    ASSERT_HOLDS(call.has_value()) << use << " comes to " << driver;
    EXPECT_SEEN(call->Number("platform"), Eq(int64_t{VK_ICD_WSI_PLATFORM_WAYLAND}))
        << "the loader's surface says of which window system it is";
  }
}

// One with surfaces of its own gets the handle that it returned.
void ExpectOwn(const Observation& seen, const std::string& driver) {
  const std::optional<Event> created = seen.First(driver, kCreate);
  ASSERT_HOLDS(created.has_value()) << driver << " creates its own surface";
  for (const char* use : kUses) {
    const std::optional<Event> call = seen.First(driver, use);
    ASSERT_HOLDS(call.has_value()) << use << " comes to " << driver;
    EXPECT_SEEN(call->Text("surface"), created->Text("handle"))
        << "the driver gets back the surface that it created";
  }
}

VULKAN_CASE(LDP_LOADER_10, one_surface_of_two_drivers) {
  VulkanWorld world(c.subject());
  const Observation seen = Run(
      c, world.WithoutDriver().With(SurfaceDriver("one", false)).With(SurfaceDriver("two", false)));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen);
  ExpectLoaders(seen, "one");
  ExpectLoaders(seen, "two");
}

VULKAN_CASE(LDP_LOADER_11, only_driver_has_its_own) {
  VulkanWorld world(c.subject());
  const Observation seen = Run(c, world.WithoutDriver().With(SurfaceDriver("one", true)));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen);
  ExpectOwn(seen, "one");
}

// "Loader and Driver Interface Version 3 Requirements": the first with surfaces of a driver's own.
// A driver of version 4 or less is one of Vulkan 1.0 (LDP_DRIVER_7).
REGISTER_CASES {
  for (const int version : {3, 4}) {
    RegisterCase(
        "vulkan", {policy::LDP_LOADER_11}, fmt::format("driver_of_version_{}_has_its_own", version),
        [version](Case& c) {
          constexpr char kApi[] = R"({"api_version": "1.0.68"})";
          VulkanWorld world(c.subject());
          const Observation seen =
              Run(c, world.WithoutDriver().With(
                         SurfaceDriver("one", true)
                             .Manifest(kApi)
                             .Behaviour(kApi)
                             .Behaviour(fmt::format(R"({{"interface_version": {}}})", version))));
          if (const std::string why = WhyNotListed(seen); !why.empty()) {
            // Loaders may stop using old versions: LS_VK_DRIVER_INTERFACE_2.r1.
            GTEST_SKIP() << why << ", or uses no driver of this version";
          }
          ExpectSurface(seen);
          ExpectOwn(seen, "one");
        });
  }
}

VULKAN_CASE(LDP_LOADER_11, one_of_two_drivers_has_its_own, policy::LDP_LOADER_10) {
  VulkanWorld world(c.subject());
  const Observation seen = Run(
      c,
      world.WithoutDriver().With(SurfaceDriver("own", true)).With(SurfaceDriver("shared", false)));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen);
  ExpectOwn(seen, "own");
  ExpectLoaders(seen, "shared");
}

VULKAN_CASE(LS_VK_SURFACE_1, created_and_destroyed, policy::LDP_LOADER_11) {
  VulkanWorld world(c.subject());
  const Observation seen = Run(c, world.WithoutDriver()
                                      .With(SurfaceDriver("one", true))
                                      .With(SurfaceDriver("two", true))
                                      .With(SurfaceDriver("shared", false)));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen);
  for (const char* driver : {"one", "two"}) {
    const std::vector<Event> created = seen.Select(driver, kCreate);
    const std::vector<Event> destroyed = seen.Select(driver, kDestroy);
    ASSERT_SEEN(created, SizeIs(1)) << driver << " creates one surface";
    ASSERT_SEEN(destroyed, SizeIs(1)) << driver << " destroys one surface";
    EXPECT_SEEN(destroyed[0].Text("handle"), created[0].Text("handle")) << "the same one";
  }
}

}  // namespace
}  // namespace loadstone::suites::surfaces
