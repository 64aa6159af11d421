// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/surfaces.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions": queries of surfaces with
// structures of other extensions (LS_VK_CHAIN_5: the call reaches the driver as the application
// made it), functions that belong to two extensions (LS_VK_PROCADDR_7), and drivers without
// surfaces.
namespace loadstone::suites::surface_structures {
namespace {

constexpr char kCapabilities2[] = "vkGetPhysicalDeviceSurfaceCapabilities2KHR";
constexpr char kRectangles[] = "vkGetPhysicalDevicePresentRectanglesKHR";
constexpr char kGroupModes[] = "vkGetDeviceGroupSurfacePresentModesKHR";
constexpr char kDeviceGroup[] = "VK_KHR_device_group";
constexpr char kMaintenance[] = "VK_EXT_surface_maintenance1";
constexpr char kProtected[] = "VK_KHR_surface_protected_capabilities";
constexpr char kSeen[] = "seen";

// Creates one surface for two drivers, one of which creates its own, and runs `use` for each
// device.
template <typename Use>
Observation RunShared(Case& c, const std::vector<std::string>& extensions, uint32_t api_version,
                      const std::string& of_devices, const Use& use,
                      const SurfaceKind& kind = SurfaceKinds().front()) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const char* name : {"own", "shared"}) {
    world.With(SurfaceDriver(name, extensions, std::string(name) == "own")
                   .Behaviour(fmt::format(
                       R"({{"physical_devices": [{{"name": "{}", "extensions": ["{}"]}}]}})", name,
                       of_devices)));
  }
  return UseOneSurface(c, world, extensions, api_version, kind.make, use);
}

void ExpectShared(const Observation& seen, const SurfaceKind& kind, const char* function) {
  ExpectSharedSurface(seen, kind.create, kind.platform, function);
}

// The application's structures in the chain of the query, and what it got back in them.
struct Chained {
  const char* name;
  const char* extension;
  VkStructureType in;  // of a structure in the request; VK_STRUCTURE_TYPE_MAX_ENUM for none
  bool (*ask)(PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR ask, VkPhysicalDevice device,
              VkPhysicalDeviceSurfaceInfo2KHR* info);
};

VkSurfaceCapabilities2KHR CapabilitiesWith(void* next) {
  auto capabilities =
      Structure<VkSurfaceCapabilities2KHR>(VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR);
  capabilities.pNext = next;
  return capabilities;
}

bool AskProtected(PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR ask, VkPhysicalDevice device,
                  VkPhysicalDeviceSurfaceInfo2KHR* info) {
  auto answer = Structure<VkSurfaceProtectedCapabilitiesKHR>(
      VK_STRUCTURE_TYPE_SURFACE_PROTECTED_CAPABILITIES_KHR);
  VkSurfaceCapabilities2KHR capabilities = CapabilitiesWith(&answer);
  return ask(device, info, &capabilities) == VK_SUCCESS && capabilities.pNext == &answer &&
         answer.supportsProtected == VK_TRUE;
}

bool AskScaling(PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR ask, VkPhysicalDevice device,
                VkPhysicalDeviceSurfaceInfo2KHR* info) {
  auto mode = Structure<VkSurfacePresentModeEXT>(VK_STRUCTURE_TYPE_SURFACE_PRESENT_MODE_EXT);
  mode.presentMode = VK_PRESENT_MODE_FIFO_KHR;
  info->pNext = &mode;
  auto answer = Structure<VkSurfacePresentScalingCapabilitiesEXT>(
      VK_STRUCTURE_TYPE_SURFACE_PRESENT_SCALING_CAPABILITIES_EXT);
  VkSurfaceCapabilities2KHR capabilities = CapabilitiesWith(&answer);
  return ask(device, info, &capabilities) == VK_SUCCESS && capabilities.pNext == &answer &&
         info->pNext == &mode && mode.pNext == nullptr &&
         answer.supportedPresentScaling == VK_PRESENT_SCALING_ONE_TO_ONE_BIT_EXT;
}

constexpr Chained kChained[] = {
    {"protected_capabilities", kProtected, VK_STRUCTURE_TYPE_MAX_ENUM, AskProtected},
    {"present_mode_and_scaling", kMaintenance, VK_STRUCTURE_TYPE_SURFACE_PRESENT_MODE_EXT,
     AskScaling},
};

void JudgeChained(Case& c, const SurfaceKind& kind, const Chained& chained) {
  std::vector<std::string> extensions = kind.extensions;
  extensions.emplace_back(VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME);
  extensions.emplace_back(chained.extension);
  const Observation seen = RunShared(
      c, extensions, VK_API_VERSION_1_1, "VK_KHR_swapchain",
      [&](VulkanApp& app, uint32_t index, VkSurfaceKHR surface) {
        const VkPhysicalDevice device = app.EnumeratePhysicalDevices()[index];
        auto info = Structure<VkPhysicalDeviceSurfaceInfo2KHR>(
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR);
        info.surface = surface;
        const bool good = chained.ask(
            app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR>(kCapabilities2), device, &info);
        AppEvent(kSeen)
            .Add("device", NamesOf(app, {device})[0])
            .Add("good", good && info.surface == surface);
      },
      kind);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectShared(seen, kind, kCapabilities2);
  for (const Event& event : seen.Select(kAppName, kSeen)) {
    const std::string driver = event.Text("device");
    const std::optional<Event> call = seen.First(driver, kCapabilities2);
    if (driver != "own" && !call.has_value()) continue;  // LDP_LOADER_10.r2
    EXPECT_HOLDS(event.Flag("good"))
        << "the application gets what " << driver << " wrote, and its own structures are unchanged";
    if (!call.has_value() || chained.in == VK_STRUCTURE_TYPE_MAX_ENUM) continue;
    EXPECT_SEEN(call->Numbers("next"), ElementsAre(int64_t{chained.in}))
        << driver << " gets the structure of the application's request";
  }
}

REGISTER_CASES {
  for (const SurfaceKind& kind : SurfaceKinds()) {
    for (const Chained& chained : kChained) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5, policy::LDP_LOADER_11},
                   fmt::format("{}surface_query_with_{}", kind.prefix, chained.name),
                   [&](Case& c) { JudgeChained(c, kind, chained); });
    }
  }
}

// Functions of VK_KHR_swapchain and of VK_KHR_device_group: a driver has one of these alone.
std::vector<std::string> GroupExtensions(const SurfaceKind& kind) {
  std::vector<std::string> extensions = kind.extensions;
  extensions.emplace_back(kOtherKnownExtension);
  return extensions;
}

void QueryRectangles(VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
  const auto ask = app.Get<PFN_vkGetPhysicalDevicePresentRectanglesKHR>(kRectangles);
  AppEvent(kSeen).Add("found", ask != nullptr);
  if (ask == nullptr) return;
  uint32_t count = 0;
  ask(app.EnumeratePhysicalDevices()[device], surface, &count, nullptr);
}

void QueryModes(VulkanApp& app, uint32_t device, VkSurfaceKHR surface, bool of_the_device) {
  if (app.CreateDevice({.physical_device = device, .extensions = {kDeviceGroup}}) != VK_SUCCESS) {
    return;
  }
  const auto ask = reinterpret_cast<PFN_vkGetDeviceGroupSurfacePresentModesKHR>(
      of_the_device ? app.DeviceProc(kGroupModes) : app.InstanceProc(kGroupModes));
  AppEvent(kSeen).Add("found", ask != nullptr);
  VkDeviceGroupPresentModeFlagsKHR modes = 0;
  if (ask != nullptr) ask(app.device(), surface, &modes);
  app.DestroyDevice();
}

void ExpectFound(const Observation& seen, const char* function) {
  for (const Event& event : seen.Select(kAppName, kSeen)) {
    ASSERT_HOLDS(event.Flag("found"))
        << function << " is found, which VK_KHR_device_group has with VK_KHR_surface";
  }
}

VULKAN_CASE(LDP_LOADER_11, surface_in_present_rectangles_of_device_groups, policy::LDP_LOADER_10) {
  const Observation seen = RunShared(c, GroupExtensions(SurfaceKinds().front()), VK_API_VERSION_1_0,
                                     kDeviceGroup, QueryRectangles);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectFound(seen, kRectangles);
  ExpectShared(seen, SurfaceKinds().front(), kRectangles);
}

void JudgeModes(Case& c, const SurfaceKind& kind, bool of_the_device) {
  const Observation seen = RunShared(
      c, GroupExtensions(kind), VK_API_VERSION_1_0, kDeviceGroup,
      [&](VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
        QueryModes(app, device, surface, of_the_device);
      },
      kind);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kind.create);
  ExpectFound(seen, kGroupModes);
  EXPECT_HOLDS(seen.First("own", kGroupModes).has_value())
      << kGroupModes << " reaches the driver that has the surface";
}

REGISTER_CASES {
  for (const SurfaceKind& kind : SurfaceKinds()) {
    for (const bool of_the_device : {false, true}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_7},
                   fmt::format("{}modes_of_a_device_group_without_swapchains_by_{}", kind.prefix,
                               of_the_device ? "device" : "instance"),
                   [&kind, of_the_device](Case& c) { JudgeModes(c, kind, of_the_device); });
    }
  }
}

// A driver without surfaces beside one that has them: the only query about a surface that is valid
// for its physical device returns, and nothing is supported (LS_VK_ROBUSTNESS_1).
void JudgeLacking(Case& c, const SurfaceKind& kind) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(SurfaceDriver("own", kind.extensions, true))
      .With(NamedDriver("lacking"));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, kind.extensions)) return;
    if (app.CreateInstance({.extensions = kind.extensions}) != VK_SUCCESS) return;
    const VkSurfaceKHR surface = kind.make(app);
    if (surface != VK_NULL_HANDLE) {
      for (const VkPhysicalDevice device : DevicesWithout(app, "own")) {
        VkBool32 supported = VK_FALSE;
        const VkResult result = app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(kSurfaceSupport)(
            device, 0, surface, &supported);
        AppEvent(kSeen).Add("yes", result == VK_SUCCESS && supported == VK_TRUE);
      }
      DestroySurface(app, surface);
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kind.create);
  const std::vector<Event> answers = seen.Select(kAppName, kSeen);
  ASSERT_SEEN(answers, SizeIs(1)) << kSurfaceSupport << " returns for a driver without surfaces";
  EXPECT_HOLDS(!answers[0].Flag("yes")) << "a driver without surfaces supports none";
}

REGISTER_CASES {
  for (const SurfaceKind& kind : SurfaceKinds()) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1},
                 fmt::format("{}surface_support_of_a_driver_without_surfaces", kind.prefix),
                 [&kind](Case& c) { JudgeLacking(c, kind); });
  }
}

}  // namespace
}  // namespace loadstone::suites::surface_structures
