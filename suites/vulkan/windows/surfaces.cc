// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/surfaces.h"

#ifdef _WIN32
#include <windows.h>
#else
// Types of Windows, which are only pointers and numbers here: neither loader nor mock drivers call
// a window system.
using HANDLE = void*;
using HINSTANCE = void*;
using HWND = void*;
using HMONITOR = void*;
using LPCWSTR = const wchar_t*;
using DWORD = unsigned long;
struct SECURITY_ATTRIBUTES;
#endif
#include <vulkan/vulkan_win32.h>

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions", with windows of Windows.
// Only a loader for Windows lists their extension (LDP_LOADER_10.r1, LS_VK_SURFACE_1.r1).
namespace loadstone::suites::windows_surfaces {
namespace {

using policy::LS_VK_DISCOVERY_9;  // applies only on Windows

constexpr char kCreate[] = "vkCreateWin32SurfaceKHR";
constexpr char kPresentation[] = "vkGetPhysicalDeviceWin32PresentationSupportKHR";
constexpr char kModes2[] = "vkGetPhysicalDeviceSurfacePresentModes2EXT";
constexpr char kGroupModes2[] = "vkGetDeviceGroupSurfacePresentModes2EXT";
constexpr char kExclusive[] = "VK_EXT_full_screen_exclusive";

// The application's module and window.
constexpr uintptr_t kModule = 0x4c530000;
constexpr uintptr_t kWindow = 0x4c53;

std::vector<std::string> Extensions() {
  return {VK_KHR_SURFACE_EXTENSION_NAME, "VK_KHR_win32_surface",
          VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME};
}

VkSurfaceKHR Create(VulkanApp& app) {
  auto info =
      Structure<VkWin32SurfaceCreateInfoKHR>(VK_STRUCTURE_TYPE_WIN32_SURFACE_CREATE_INFO_KHR);
  info.hinstance = reinterpret_cast<HINSTANCE>(kModule);
  info.hwnd = reinterpret_cast<HWND>(kWindow);
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  const VkResult created =
      app.Get<PFN_vkCreateWin32SurfaceKHR>(kCreate)(app.instance(), &info, nullptr, &surface);
  AppEvent(kCreate, "leave").Add("result", int64_t{created});
  return created == VK_SUCCESS ? surface : VK_NULL_HANDLE;
}

Driver WithSurfaces(const std::string& name, bool own) {
  return SurfaceDriver(name, Extensions(), own)
      .Behaviour(fmt::format(
          R"({{"physical_devices": [{{"name": "{}", "extensions": ["VK_KHR_swapchain", "{}"]}}]}})",
          name, kExclusive));
}

VkPhysicalDeviceSurfaceInfo2KHR InfoOf(VkSurfaceKHR surface) {
  auto info = Structure<VkPhysicalDeviceSurfaceInfo2KHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR);
  info.surface = surface;
  return info;
}

// Creates one surface for two drivers, one of which creates its own, and runs `use` for each.
template <typename Use>
Observation Run(Case& c, const Use& use) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(WithSurfaces("own", true)).With(WithSurfaces("shared", false));
  return UseOneSurface(c, world, Extensions(), VK_API_VERSION_1_1, Create, use);
}

void Expect(const Observation& seen, const char* function) {
  ExpectSharedSurface(seen, kCreate, VK_ICD_WSI_PLATFORM_WIN32, function);
  ExpectOwnWindow(seen, "own", kModule, kWindow);
  EXPECT_SEEN(seen.Select("own", kDestroySurface), SizeIs(1))
      << "the driver's surface is destroyed";
  const std::optional<Event> call = seen.First("shared", function);
  if (!call.has_value()) return;  // LDP_LOADER_10.r2
  EXPECT_SEEN(call->Text("connection"), fmt::format("{:#018x}", kModule))
      << "the loader's surface has the application's module";
  EXPECT_SEEN(call->Number("window"), Eq(int64_t{kWindow}))
      << "the loader's surface has the application's window";
}

VULKAN_CASE(LDP_LOADER_11, win32_surface_where_drivers_differ, policy::LDP_LOADER_10,
            policy::LS_VK_SURFACE_1, LS_VK_DISCOVERY_9) {
  const Observation seen = Run(c, [](VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
    QuerySurfaceSupport(app, app.EnumeratePhysicalDevices()[device], surface);
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  Expect(seen, kSurfaceSupport);
}

// The functions of VK_EXT_full_screen_exclusive, with the surface in a structure.
VULKAN_CASE(LDP_LOADER_11, win32_surface_in_present_modes_2, policy::LDP_LOADER_10,
            LS_VK_DISCOVERY_9) {
  const Observation seen = Run(c, [](VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
    const VkPhysicalDeviceSurfaceInfo2KHR info = InfoOf(surface);
    uint32_t count = 0;
    const auto ask = app.Get<PFN_vkGetPhysicalDeviceSurfacePresentModes2EXT>(kModes2);
    if (ask != nullptr) ask(app.EnumeratePhysicalDevices()[device], &info, &count, nullptr);
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  Expect(seen, kModes2);
}

VULKAN_CASE(LDP_LOADER_11, win32_surface_in_modes_of_a_device_group_2, policy::LDP_LOADER_10,
            LS_VK_DISCOVERY_9) {
  const Observation seen = Run(c, [](VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
    if (app.CreateDevice({.physical_device = device,
                          .extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME, kExclusive}}) !=
        VK_SUCCESS) {
      return;
    }
    const VkPhysicalDeviceSurfaceInfo2KHR info = InfoOf(surface);
    VkDeviceGroupPresentModeFlagsKHR modes = 0;
    const auto ask =
        reinterpret_cast<PFN_vkGetDeviceGroupSurfacePresentModes2EXT>(app.DeviceProc(kGroupModes2));
    if (ask != nullptr) ask(app.device(), &info, &modes);
    app.DestroyDevice();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  Expect(seen, kGroupModes2);
}

VULKAN_CASE(LS_VK_CHAIN_5, presentation_in_windows, LS_VK_DISCOVERY_9) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(WithSurfaces("own", true)).With(WithSurfaces("shared", false));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (!AreListed(app, Extensions())) return;
    if (app.CreateInstance({.extensions = Extensions()}) != VK_SUCCESS) return;
    const auto ask = app.Get<PFN_vkGetPhysicalDeviceWin32PresentationSupportKHR>(kPresentation);
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      AppEvent("supported").Add("yes", ask != nullptr && ask(device, 0) == VK_TRUE);
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  std::vector<bool> supported;
  for (const Event& event : seen.Select(kAppName, "supported")) {
    supported.push_back(event.Flag("yes"));
  }
  EXPECT_SEEN(supported, AllOf(SizeIs(2), Each(true)))
      << "the application gets the answers of both drivers";
  for (const char* driver : {"own", "shared"}) {
    EXPECT_SEEN(seen.Select(driver, kPresentation), SizeIs(1))
        << kPresentation << " reaches " << driver << " once";
  }
}

}  // namespace
}  // namespace loadstone::suites::windows_surfaces
