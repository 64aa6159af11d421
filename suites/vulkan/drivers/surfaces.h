// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVERS_SURFACES_H_
#define LOADSTONE_SUITES_VULKAN_DRIVERS_SURFACES_H_

#include <fmt/format.h>
#include <vulkan/vk_icd.h>

#include <string>
#include <vector>

struct wl_display;
struct wl_surface;
#include <vulkan/vulkan_wayland.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// Drivers with surfaces, and the surfaces that they must get (LoaderDriverInterface, "Handling KHR
// Surface Objects in WSI Extensions").
namespace loadstone::suites {

inline constexpr char kCreateWayland[] = "vkCreateWaylandSurfaceKHR";
inline constexpr char kDestroySurface[] = "vkDestroySurfaceKHR";
inline constexpr char kSurfaceSupport[] = "vkGetPhysicalDeviceSurfaceSupportKHR";

inline std::vector<std::string> WaylandExtensions() {
  return {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_WAYLAND_SURFACE_EXTENSION_NAME};
}

// A driver with these instance extensions, and with one device.
inline Driver SurfaceDriver(const std::string& name, const std::vector<std::string>& extensions,
                            bool own_surfaces) {
  return NamedDriver(name)
      .Behaviour(MockExtensions("instance_extensions", extensions))
      .Behaviour(fmt::format(R"({{"own_surfaces": {}}})", own_surfaces));
}

// The same with a device that supports swapchains.
inline Driver SwapchainDriver(const std::string& name, const std::vector<std::string>& extensions,
                              bool own_surfaces) {
  return SurfaceDriver(name, extensions, own_surfaces)
      .Behaviour(fmt::format(
          R"({{"physical_devices": [{{"name": "{}", "extensions": ["VK_KHR_swapchain"]}}]}})",
          name));
}

// What is in a variable before a surface is created: the call only writes to it. The handle is a
// pointer on 64-bit systems and a number on others.
inline VkSurfaceKHR AnyHandle() { return (VkSurfaceKHR)(uintptr_t{0x5eed0000}); }

// Creates a surface without a window, because neither loader nor mock drivers dereference its
// pointers; returns a null handle on failure. Traces the result.
inline VkSurfaceKHR CreateWaylandSurface(VulkanApp& app) {
  const auto info =
      Structure<VkWaylandSurfaceCreateInfoKHR>(VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR);
  VkSurfaceKHR surface = AnyHandle();
  const VkResult created = app.Get<PFN_vkCreateWaylandSurfaceKHR>(kCreateWayland)(
      app.instance(), &info, nullptr, &surface);
  AppEvent(kCreateWayland, "leave").Add("result", int64_t{created});
  return created == VK_SUCCESS ? surface : VK_NULL_HANDLE;
}

// Headless surfaces need no window system.
inline constexpr char kCreateHeadless[] = "vkCreateHeadlessSurfaceEXT";

inline std::vector<std::string> HeadlessExtensions() {
  return {VK_KHR_SURFACE_EXTENSION_NAME, VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME};
}

inline VkSurfaceKHR CreateHeadlessSurface(VulkanApp& app) {
  const auto info =
      Structure<VkHeadlessSurfaceCreateInfoEXT>(VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT);
  VkSurfaceKHR surface = AnyHandle();
  const VkResult created = app.Get<PFN_vkCreateHeadlessSurfaceEXT>(kCreateHeadless)(
      app.instance(), &info, nullptr, &surface);
  AppEvent(kCreateHeadless, "leave").Add("result", int64_t{created});
  return created == VK_SUCCESS ? surface : VK_NULL_HANDLE;
}

// Surfaces for cases that need no certain kind: loaders for Linux alone list those of Wayland.
struct SurfaceKind {
  const char* prefix;  // of the names of cases
  std::vector<std::string> extensions;
  const char* create;
  VkSurfaceKHR (*make)(VulkanApp& app);
  VkIcdWsiPlatform platform;
};

inline const std::vector<SurfaceKind>& SurfaceKinds() {
  static const std::vector<SurfaceKind> kinds = {
      {"", WaylandExtensions(), kCreateWayland, CreateWaylandSurface, VK_ICD_WSI_PLATFORM_WAYLAND},
      {"headless_", HeadlessExtensions(), kCreateHeadless, CreateHeadlessSurface,
       VK_ICD_WSI_PLATFORM_HEADLESS}};
  return kinds;
}

inline bool IsHeadless(const SurfaceKind& kind) {
  return kind.platform == VK_ICD_WSI_PLATFORM_HEADLESS;
}

// LS_VK_SURFACE_1 is about surfaces that a loader may manage.
inline std::vector<policy::Id> PoliciesOfOwnSurfaces(const SurfaceKind& kind) {
  std::vector<policy::Id> policies = {policy::LDP_LOADER_11};
  if (!IsHeadless(kind)) policies.push_back(policy::LS_VK_SURFACE_1);
  return policies;
}

inline void DestroySurface(VulkanApp& app, VkSurfaceKHR surface) {
  app.Get<PFN_vkDestroySurfaceKHR>(kDestroySurface)(app.instance(), surface, nullptr);
}

inline void QuerySurfaceSupport(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  VkBool32 supported = VK_FALSE;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(kSurfaceSupport)(device, 0, surface,
                                                                     &supported);
}

// Expects that the function creates the application's surface, and that drivers get what they can
// handle.
inline void ExpectSurface(const Observation& seen, const char* create) {
  EXPECT_SEEN(ResultOf(seen, create), "VK_SUCCESS") << "a surface can be created";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each driver gets a surface of the kind that it expects";
}

// Expects that a driver without its own surfaces gets the loader's structure in a use of it.
inline void ExpectLoadersSurface(const Observation& seen, VkIcdWsiPlatform platform,
                                 const std::string& driver, const char* use) {
  const std::optional<Event> call = seen.First(driver, use);
  ASSERT_HOLDS(call.has_value()) << use << " reaches " << driver;
  EXPECT_SEEN(call->Number("platform"), Eq(int64_t{platform}))
      << "the loader's surface has the platform of its window system";
}

// Whether one of these drivers, which have no surfaces of their own, gets a surface. If a loader
// passes a null handle because it has no surface, the mock driver rejects that without an event.
inline bool AreGivenSurfaces(const Observation& seen, const std::vector<std::string>& drivers,
                             const std::vector<const char*>& uses) {
  for (const std::string& driver : drivers) {
    for (const char* use : uses) {
      if (seen.First(driver, use).has_value()) return true;
    }
  }
  return false;
}

// Why the loader's surfaces cannot be observed on a machine on which no driver has its own; empty
// if they can. A loader may pass such drivers none (LDP_LOADER_10.r2).
inline std::string WhyNotGiven(const Observation& seen, const char* create,
                               const std::vector<std::string>& drivers,
                               const std::vector<const char*>& uses) {
  if (!seen.Select({}, "violation").empty()) return {};
  const std::string created = ResultOf(seen, create);
  if (created == "VK_ERROR_EXTENSION_NOT_PRESENT" ||
      (created == "VK_SUCCESS" && !AreGivenSurfaces(seen, drivers, uses))) {
    return "the loader passes no surfaces to drivers without surfaces of their own (accepted: "
           "LDP_LOADER_10.r2)";
  }
  return {};
}

// Expects that a driver with its own surfaces gets the handle that it returned.
inline void ExpectOwnSurface(const Observation& seen, const char* create, const std::string& driver,
                             const char* use) {
  const std::optional<Event> created = seen.First(driver, create);
  ASSERT_HOLDS(created.has_value()) << driver << " creates its own surface";
  const std::optional<Event> call = seen.First(driver, use);
  ASSERT_HOLDS(call.has_value()) << use << " reaches " << driver;
  EXPECT_SEEN(call->Text("surface"), created->Text("handle"))
      << "the driver gets back the surface that it created";
}

// Expects that such a driver is asked for a surface in the application's window.
inline void ExpectOwnWindow(const Observation& seen, const std::string& driver,
                            uintptr_t connection, uintptr_t window) {
  const std::optional<Event> info = seen.First(driver, "surface_info");
  ASSERT_HOLDS(info.has_value()) << driver << " is asked for a surface of its own";
  EXPECT_SEEN(info->Text("connection"), fmt::format("{:#018x}", connection))
      << driver << " gets the application's connection to the window system";
  EXPECT_SEEN(info->Number("window"), Eq(static_cast<int64_t>(window)))
      << driver << " gets the application's window";
}

// Creates one surface with `create`, and runs `use` with the index of each physical device.
template <typename Create, typename Use>
Observation UseOneSurface(Case& c, const VulkanWorld& world,
                          const std::vector<std::string>& extensions, uint32_t api_version,
                          const Create& create, const Use& use) {
  return Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions, .api_version = api_version}) != VK_SUCCESS) {
      return;
    }
    const VkSurfaceKHR surface = create(app);
    if (surface != VK_NULL_HANDLE) {
      const auto devices = static_cast<uint32_t>(app.EnumeratePhysicalDevices().size());
      for (uint32_t i = 0; i < devices; ++i) use(app, i, surface);
      DestroySurface(app, surface);
    }
    app.DestroyInstance();
  });
}

// Creates a device with swapchains, one of the surface, and destroys them.
inline void UseSwapchain(VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
  const DeviceRequest request = {.physical_device = device, .extensions = {"VK_KHR_swapchain"}};
  if (app.CreateDevice(request) != VK_SUCCESS) return;
  const VkSwapchainCreateInfoKHR info = SwapchainInfo(surface);
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  app.Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(app.device(), &info, nullptr,
                                                            &swapchain);
  app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(app.device(), swapchain, nullptr);
  app.DestroyDevice();
}

// Expects that of two drivers, "own" gets its own surface in a use of it, and "shared" the loader's
// structure, except of headless surfaces, of which each driver creates its own.
inline void ExpectSharedSurface(const Observation& seen, const char* create,
                                VkIcdWsiPlatform platform, const char* use) {
  ExpectSurface(seen, create);
  ExpectOwnSurface(seen, create, "own", use);
  if (platform == VK_ICD_WSI_PLATFORM_HEADLESS) {
    return ExpectOwnSurface(seen, create, "shared", use);
  }
  if (!AreGivenSurfaces(seen, {"shared"}, {use})) return;  // LDP_LOADER_10.r2
  ExpectLoadersSurface(seen, platform, "shared", use);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVERS_SURFACES_H_
