// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "suites/vulkan/call_chain/extension_queries.h"
#include "suites/vulkan/drivers/displays.h"
#include "suites/vulkan/messages/messengers.h"

// LS_VK_ROBUSTNESS_4: a driver that lists an instance extension and lacks its functions, or that
// has the functions and does not list the extension, beside a good driver. The application uses the
// extension with the physical devices of both: each call returns, and reaches the good driver. What
// the loader calls in the other driver, and what it answers, is open.
namespace loadstone::suites::listed_functions {
namespace {

constexpr char kGood[] = "good";
constexpr char kOdd[] = "odd";
constexpr char kUsed[] = "used";

struct Use {
  std::string name;
  std::vector<std::string> extensions;
  std::vector<std::string> functions;  // that the odd driver lacks
  std::string command;                 // that reaches the good driver
  std::function<void(VulkanApp& app, VkPhysicalDevice device)> use;
};

void UseProperties2(VulkanApp& app, VkPhysicalDevice device) {
  auto properties =
      Structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2KHR")(device,
                                                                                   &properties);
  auto features =
      Structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  app.Get<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2KHR")(device, &features);
  auto memory = Structure<VkPhysicalDeviceMemoryProperties2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceMemoryProperties2>("vkGetPhysicalDeviceMemoryProperties2KHR")(
      device, &memory);
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(
      "vkGetPhysicalDeviceQueueFamilyProperties2KHR")(device, &count, nullptr);
}

// Other queries about the surface are valid if it is supported.
bool IsSupported(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  VkBool32 supported = VK_FALSE;
  const auto ask = app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(kSurfaceSupport);
  return ask(device, 0, surface, &supported) == VK_SUCCESS && supported == VK_TRUE;
}

void AskForFormats(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR")(
      device, surface, &count, nullptr);
}

void AskForCapabilities2(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  auto info = Structure<VkPhysicalDeviceSurfaceInfo2KHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR);
  info.surface = surface;
  auto capabilities =
      Structure<VkSurfaceCapabilities2KHR>(VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR);
  app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR>(
      "vkGetPhysicalDeviceSurfaceCapabilities2KHR")(device, &info, &capabilities);
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceFormats2KHR>("vkGetPhysicalDeviceSurfaceFormats2KHR")(
      device, &info, &count, nullptr);
}

using Query = void (*)(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface);

template <Query query>
void UseSurface(VulkanApp& app, VkPhysicalDevice device) {
  const VkSurfaceKHR surface = CreateWaylandSurface(app);
  if (surface == VK_NULL_HANDLE) return;
  if (IsSupported(app, device, surface)) query(app, device, surface);
  DestroySurface(app, surface);
}

void UseDisplays(VulkanApp& app, VkPhysicalDevice device) {
  DisplayOf(app, device);
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceDisplayPlanePropertiesKHR>(
      "vkGetPhysicalDeviceDisplayPlanePropertiesKHR")(device, &count, nullptr);
}

void UseDisplays2(VulkanApp& app, VkPhysicalDevice device) {
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceDisplayProperties2KHR>("vkGetPhysicalDeviceDisplayProperties2KHR")(
      device, &count, nullptr);
  app.Get<PFN_vkGetPhysicalDeviceDisplayPlaneProperties2KHR>(
      "vkGetPhysicalDeviceDisplayPlaneProperties2KHR")(device, &count, nullptr);
}

void UseListener(VulkanApp& app, const MessageExtension& extension) {
  const uint64_t listener = extension.create_listener(app, kErrors, nullptr);
  extension.submit_message(app, kSubmitted[0]);
  if (listener != 0) extension.destroy_listener(app, listener, nullptr);
}

std::vector<std::string> With(std::vector<std::string> extensions, const char* another) {
  extensions.emplace_back(another);
  return extensions;
}

std::vector<Use> Uses() {
  std::vector<Use> uses = {
      {"properties_2",
       {kKnownExtension},
       {"vkGetPhysicalDeviceProperties2KHR", "vkGetPhysicalDeviceFeatures2KHR",
        "vkGetPhysicalDeviceMemoryProperties2KHR", "vkGetPhysicalDeviceQueueFamilyProperties2KHR"},
       "vkGetPhysicalDeviceProperties2",
       UseProperties2},
      {"device_groups",
       {kOtherKnownExtension},
       {"vkEnumeratePhysicalDeviceGroupsKHR"},
       "vkEnumeratePhysicalDeviceGroups",
       [](VulkanApp& app, VkPhysicalDevice) {
         TraceGroups(app, "vkEnumeratePhysicalDeviceGroupsKHR");
       }},
      {"surfaces",
       WaylandExtensions(),
       {kSurfaceSupport, "vkGetPhysicalDeviceSurfaceFormatsKHR"},
       kSurfaceSupport,
       UseSurface<AskForFormats>},
      {"surface_capabilities_2",
       With(WaylandExtensions(), VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME),
       {"vkGetPhysicalDeviceSurfaceCapabilities2KHR", "vkGetPhysicalDeviceSurfaceFormats2KHR"},
       "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
       UseSurface<AskForCapabilities2>},
      {"displays",
       DisplayExtensions(),
       {kDisplayProperties, "vkGetPhysicalDeviceDisplayPlanePropertiesKHR"},
       kDisplayProperties,
       UseDisplays},
      {"displays_2",
       DisplayExtensions({VK_KHR_GET_DISPLAY_PROPERTIES_2_EXTENSION_NAME}),
       {"vkGetPhysicalDeviceDisplayProperties2KHR",
        "vkGetPhysicalDeviceDisplayPlaneProperties2KHR"},
       "vkGetPhysicalDeviceDisplayProperties2KHR",
       UseDisplays2},
  };
  for (const MessageExtension& extension : kMessageExtensions) {
    uses.push_back(
        {extension.id,
         {extension.name},
         {extension.create},
         extension.create,
         [&extension](VulkanApp& app, VkPhysicalDevice) { UseListener(app, extension); }});
  }
  for (const ExtensionQuery& query : QueriesOfInstances()) {
    if (query.extensions.empty()) continue;
    uses.push_back({query.name,
                    query.extensions,
                    {query.function},
                    query.command,
                    [query](VulkanApp& app, VkPhysicalDevice device) {
                      query.ask(app.InstanceProc(query.function), device);
                    }});
  }
  return uses;
}

void Judge(Case& c, const Use& use, bool listed) {
  constexpr char kApi[] = R"({"api_version": "1.0.68"})";
  Driver odd = NamedDriver(kOdd).Manifest(kApi).Behaviour(kApi);
  if (listed) {
    odd.Behaviour(MockExtensions("instance_extensions", use.extensions))
        .Behaviour(JsonObject().Set("hidden_functions", use.functions).Text());
  } else {
    odd.Behaviour(R"({"unlisted_functions": true})");
  }
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(odd).With(
      SurfaceDriver(kGood, use.extensions, true).Manifest(kApi).Behaviour(kApi));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, use.extensions)) return;
    if (app.CreateInstance({.extensions = use.extensions}) != VK_SUCCESS) return;
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      use.use(app, device);
      AppEvent(kUsed).Add("device", NamesOf(app, {device})[0]);
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  std::vector<std::string> used;
  for (const Event& event : seen.Select(kAppName, kUsed)) used.push_back(event.Text("device"));
  EXPECT_SEEN(used, Contains(kGood)) << "the good driver can be used beside the other one";
  EXPECT_SEEN(seen.Select(kGood, use.command), Not(IsEmpty())) << "the calls reach the good driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "drivers get valid calls";
}

REGISTER_CASES {
  static const std::vector<Use> kUses = Uses();
  for (const Use& use : kUses) {
    for (const bool listed : {true, false}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_4},
                   fmt::format("{}_{}", use.name,
                               listed ? "listed_without_functions" : "unlisted_with_functions"),
                   [&use, listed](Case& c) { Judge(c, use, listed); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::listed_functions
