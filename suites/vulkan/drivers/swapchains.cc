// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/surfaces.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions": the loader replaces the
// surface of a swapchain by that of the driver. All else reaches the driver as the application
// wrote it (LDP_LOADER_11, LS_VK_CHAIN_5).
namespace loadstone::suites::swapchains {
namespace {

constexpr char kCreate[] = "vkCreateSwapchainKHR";

// A swapchain with values other than the defaults, for a driver that supports all of them.
VkSwapchainCreateInfoKHR Info(VkSurfaceKHR surface, const void* next, VkSwapchainKHR old) {
  VkSwapchainCreateInfoKHR info = SwapchainInfo(surface);
  info.pNext = next;
  info.minImageCount = 3;
  info.imageFormat = VK_FORMAT_B8G8R8A8_SRGB;
  info.imageExtent = {320, 200};
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  info.presentMode = VK_PRESENT_MODE_MAILBOX_KHR;
  info.clipped = VK_TRUE;
  info.oldSwapchain = old;
  return info;
}

// The members of Info, as the mock driver traces them.
constexpr int64_t kMembers[] = {
    0,
    3,
    VK_FORMAT_B8G8R8A8_SRGB,
    VK_COLOR_SPACE_SRGB_NONLINEAR_KHR,
    320,
    200,
    1,
    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
    VK_SHARING_MODE_EXCLUSIVE,
    VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
    VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
    VK_PRESENT_MODE_MAILBOX_KHR,
    VK_TRUE};

// Creates a swapchain, and another one in its place.
void UseSwapchains(VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
  const DeviceRequest request = {.physical_device = device,
                                 .extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME}};
  if (app.CreateDevice(request) != VK_SUCCESS) return;
  const auto create = app.Get<PFN_vkCreateSwapchainKHR>(kCreate);
  const auto destroy = app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR");
  auto modes = Structure<VkDeviceGroupSwapchainCreateInfoKHR>(
      VK_STRUCTURE_TYPE_DEVICE_GROUP_SWAPCHAIN_CREATE_INFO_KHR);
  modes.modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
  VkSwapchainKHR old = VK_NULL_HANDLE;
  const VkSwapchainCreateInfoKHR first = Info(surface, &modes, VK_NULL_HANDLE);
  if (create(app.device(), &first, nullptr, &old) == VK_SUCCESS) {
    VkSwapchainKHR swapchain = VK_NULL_HANDLE;
    const VkSwapchainCreateInfoKHR second = Info(surface, nullptr, old);
    if (create(app.device(), &second, nullptr, &swapchain) == VK_SUCCESS) {
      destroy(app.device(), swapchain, nullptr);
    }
    destroy(app.device(), old, nullptr);
  }
  app.DestroyDevice();
}

void ExpectSwapchains(const Observation& seen, const std::string& driver) {
  const std::vector<Event> created = seen.Select(driver, kCreate);
  ASSERT_SEEN(created, SizeIs(2)) << driver << " creates both swapchains";
  for (const Event& event : created) {
    EXPECT_SEEN(event.Numbers("members"), ElementsAreArray(kMembers))
        << driver << " gets the application's values";
  }
  EXPECT_SEEN(created[0].Numbers("next"),
              ElementsAre(int64_t{VK_STRUCTURE_TYPE_DEVICE_GROUP_SWAPCHAIN_CREATE_INFO_KHR}))
      << driver << " gets the structure that the application adds";
  EXPECT_SEEN(created[1].Numbers("next"), IsEmpty())
      << driver << " gets no structure where the application adds none";
  EXPECT_HOLDS(created[0].IsNull("old")) << "there is no swapchain before the first";
  EXPECT_SEEN(created[1].Text("old"), created[0].Text("handle"))
      << driver << " gets the swapchain that the application replaces";
}

void Judge(Case& c, const SurfaceKind& kind, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(SwapchainDriver("own", kind.extensions, true))
      .With(SwapchainDriver("another", kind.extensions, true))
      .With(SwapchainDriver("shared", kind.extensions, false));
  // The layers of the environment: the application names none.
  for (const std::string& name : layers) world.With(Layer(name).Implicit());
  const Observation seen =
      UseOneSurface(c, world, kind.extensions, VK_API_VERSION_1_1, kind.make, UseSwapchains);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(layers)) << "every layer is used";
  ExpectSharedSurface(seen, kind.create, kind.platform, kCreate);
  for (const char* driver : {"own", "another"}) {
    ExpectOwnSurface(seen, kind.create, driver, kCreate);
    ExpectSwapchains(seen, driver);
  }
  if (AreGivenSurfaces(seen, {"shared"}, {kCreate})) ExpectSwapchains(seen, "shared");
}

REGISTER_CASES {
  for (const SurfaceKind& kind : SurfaceKinds()) {
    for (const int layers : {0, 3}) {
      RegisterCase(
          Api::kVulkan, {policy::LDP_LOADER_11, policy::LDP_LOADER_10, policy::LS_VK_CHAIN_5},
          fmt::format("{}swapchains_of_three_drivers_through_{}_layers", kind.prefix, layers),
          [&kind, layers](Case& c) { Judge(c, kind, layers); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::swapchains
