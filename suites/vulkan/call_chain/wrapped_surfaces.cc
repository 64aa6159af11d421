// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderLayerInterface, "Wrapping" and LLP_LAYER_10, for surfaces, which are the loader's own
// objects below the layers: it must use only those that come out of the last layer. The drivers
// create headless surfaces themselves: a loader may manage only the surfaces of window systems.
namespace loadstone::suites::wrapped_surfaces {
namespace {

constexpr char kCreate[] = "vkCreateHeadlessSurfaceEXT";
constexpr char kSwapchain[] = "vkCreateSwapchainKHR";

// Every function about a surface that the application calls.
constexpr const char* kUses[] = {
    "vkGetPhysicalDeviceSurfaceSupportKHR",       "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "vkGetPhysicalDeviceSurfaceCapabilities2KHR", "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "vkGetPhysicalDeviceSurfacePresentModesKHR",  kSwapchain};

std::vector<std::string> Extensions() {
  return {VK_KHR_SURFACE_EXTENSION_NAME, VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME,
          VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME};
}

VulkanWorld WorldOfSurfaces(const Subject& subject) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  for (const char* name : {"one", "two"}) {
    world.With(Driver(name)
                   .Behaviour(MockExtensions("instance_extensions", Extensions()))
                   .Behaviour(fmt::format(R"({{"physical_devices": [{{"name": "{}", "extensions":
                                              ["VK_KHR_swapchain"]}}]}})",
                                          name)));
  }
  return world;
}

void Query(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  VkBool32 supported = VK_FALSE;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(kUses[0])(device, 0, surface, &supported);
  VkSurfaceCapabilitiesKHR capabilities = {};
  app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(kUses[1])(device, surface, &capabilities);
  auto info = Structure<VkPhysicalDeviceSurfaceInfo2KHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR);
  info.surface = surface;
  auto capabilities2 =
      Structure<VkSurfaceCapabilities2KHR>(VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR);
  app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR>(kUses[2])(device, &info, &capabilities2);
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>(kUses[3])(device, surface, &count, nullptr);
  app.Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(kUses[4])(device, surface, &count,
                                                                   nullptr);
}

void UseSwapchain(VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
  if (app.CreateDevice({.physical_device = device, .extensions = {"VK_KHR_swapchain"}}) !=
      VK_SUCCESS) {
    return;
  }
  const VkSwapchainCreateInfoKHR info = SwapchainInfo(surface);
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  const VkResult created =
      app.Get<PFN_vkCreateSwapchainKHR>(kSwapchain)(app.device(), &info, nullptr, &swapchain);
  AppEvent(kSwapchain, "leave").Add("result", int64_t{created});
  if (created == VK_SUCCESS) {
    app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(app.device(), swapchain, nullptr);
  }
  app.DestroyDevice();
}

// Uses two surfaces at once, and destroys the first one first.
void Use(VulkanApp& app, const std::vector<std::string>& layers) {
  if (!AreListed(app, Extensions())) return;
  if (app.CreateInstance({.layers = layers, .extensions = Extensions()}) != VK_SUCCESS) return;
  const auto info =
      Structure<VkHeadlessSurfaceCreateInfoEXT>(VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT);
  std::vector<VkSurfaceKHR> surfaces;
  for (int i = 0; i < 2; ++i) {
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    const VkResult created =
        app.Get<PFN_vkCreateHeadlessSurfaceEXT>(kCreate)(app.instance(), &info, nullptr, &surface);
    AppEvent(kCreate, "leave").Add("result", int64_t{created});
    if (created == VK_SUCCESS) surfaces.push_back(surface);
  }
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  for (const VkSurfaceKHR surface : surfaces) {
    for (uint32_t i = 0; i < devices.size(); ++i) {
      Query(app, devices[i], surface);
      UseSwapchain(app, i, surface);
    }
  }
  for (const VkSurfaceKHR surface : surfaces) {
    app.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(app.instance(), surface, nullptr);
  }
  app.DestroyInstance();
}

// The handles that a driver gave out in `command`, or got under `key`.
std::vector<std::string> Handles(const Observation& seen, const std::string& driver,
                                 const char* command, const char* key) {
  std::vector<std::string> handles;
  for (const Event& event : seen.Select(driver, command)) handles.push_back(event.Text(key));
  return handles;
}

void ExpectOwnSurfaces(const Observation& seen, const std::string& driver) {
  const std::vector<std::string> made = Handles(seen, driver, kCreate, "handle");
  ASSERT_SEEN(made, SizeIs(2)) << driver << " creates both surfaces";
  for (const char* use : kUses) {
    EXPECT_SEEN(Handles(seen, driver, use, "surface"), ElementsAreArray(made))
        << driver << " gets each surface that it created in " << use;
  }
  EXPECT_SEEN(Handles(seen, driver, "vkDestroySurfaceKHR", "handle"), ElementsAreArray(made))
      << driver << " destroys each surface that it created";
}

struct Row {
  const char* name;
  const char* list;  // types that each wrapping layer wraps
  int wrapping;
};

constexpr Row kRows[] = {
    {"surfaces", R"("VkSurfaceKHR")", 1},
    {"surfaces_3_times", R"("VkSurfaceKHR")", 3},
    {"surfaces_and_devices",
     R"("VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue", "VkSurfaceKHR")", 1},
};

// Layers that wrap nothing are above and below those that wrap.
void Judge(Case& c, const Row& row) {
  if (c.subject().bits == 32) {
    GTEST_SKIP() << "on 32-bit systems the mock layers wrap only dispatchable objects";
  }
  const std::vector<std::string> layers = NumberedLayers(row.wrapping + 2);
  VulkanWorld world = WorldOfSurfaces(c.subject());
  for (const std::string& name : layers) {
    const bool wraps = name != layers.front() && name != layers.back();
    world.With(Layer(name).Behaviour(fmt::format(R"({{"wrap": [{}]}})", wraps ? row.list : "")));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) { Use(app, layers); });
  // LS_VK_CHAIN_5.r1
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(layers)) << "each layer is in the chain";
  EXPECT_SEEN(Results(seen), AllOf(Contains("vkCreateSwapchainKHR 0"), Each(EndsWith(" 0"))))
      << "an application works through layers that wrap surfaces as it does without them";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each layer and driver gets the surfaces that it returned itself";
  for (const char* driver : {"one", "two"}) ExpectOwnSurfaces(seen, driver);
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_10, policy::LS_VK_CHAIN_8}, row.name,
                 [&row](Case& c) { Judge(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::wrapped_surfaces
