// SPDX-License-Identifier: Apache-2.0
// Lists of a Vulkan layer with too little, exact and more room, and null handles: "Requirements of
// Well-Behaved Layers", LLP_LAYER_1, by the rules of the Vulkan specification.

#include <fmt/format.h>

#include "suites/vulkan_layer/rooms.h"

namespace loadstone::suites::lists {
namespace {

void AskOfInstance(const VulkanApp& app, uint32_t version) {
  TraceRooms("vkEnumeratePhysicalDevices", VkPhysicalDevice{},
             [&](uint32_t* count, VkPhysicalDevice* devices) {
               return app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(
                   app.instance(), count, devices);
             });
  if (version < VK_API_VERSION_1_1) return;
  TraceRooms("vkEnumeratePhysicalDeviceGroups",
             Structure<VkPhysicalDeviceGroupProperties>(
                 VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES),
             [&](uint32_t* count, VkPhysicalDeviceGroupProperties* groups) {
               return app.Get<PFN_vkEnumeratePhysicalDeviceGroups>(
                   "vkEnumeratePhysicalDeviceGroups")(app.instance(), count, groups);
             });
}

void AskOfPhysicalDevice(const VulkanApp& app, VkPhysicalDevice device, uint32_t version) {
  TraceRooms("vkEnumerateDeviceExtensionProperties", VkExtensionProperties{},
             [&](uint32_t* count, VkExtensionProperties* extensions) {
               return app.Get<PFN_vkEnumerateDeviceExtensionProperties>(
                   "vkEnumerateDeviceExtensionProperties")(device, nullptr, count, extensions);
             });
  TraceRooms("vkGetPhysicalDeviceSparseImageFormatProperties", VkSparseImageFormatProperties{},
             [&](uint32_t* count, VkSparseImageFormatProperties* formats) {
               app.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties>(
                   "vkGetPhysicalDeviceSparseImageFormatProperties")(
                   device, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, VK_SAMPLE_COUNT_1_BIT,
                   VK_IMAGE_USAGE_SAMPLED_BIT, VK_IMAGE_TILING_OPTIMAL, count, formats);
               return VK_SUCCESS;
             });
  TraceRooms("vkGetPhysicalDeviceQueueFamilyProperties", VkQueueFamilyProperties{},
             [&](uint32_t* count, VkQueueFamilyProperties* families) {
               app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
                   "vkGetPhysicalDeviceQueueFamilyProperties")(device, count, families);
               return VK_SUCCESS;
             });
  if (version < VK_API_VERSION_1_1) return;
  TraceRooms("vkGetPhysicalDeviceQueueFamilyProperties2",
             Structure<VkQueueFamilyProperties2>(VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2),
             [&](uint32_t* count, VkQueueFamilyProperties2* families) {
               app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(
                   "vkGetPhysicalDeviceQueueFamilyProperties2")(device, count, families);
               return VK_SUCCESS;
             });
}

VULKAN_LAYER_CASE(LLP_LAYER_1, lists_keep_to_their_room, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const uint32_t version = VersionForApplications(LayerOf(c));
  const LayerComparison runs =
      RunTwice(c,
               [version](VulkanApp& app, const LayerNames& layers) {
                 if (!CreateInstanceBetween(app, {.layers = layers, .api_version = version}))
                   return;
                 const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
                 if (!devices.empty()) {
                   AskOfInstance(app, version);
                   AskOfPhysicalDevice(app, devices.front(), version);
                 }
                 app.DestroyInstance();
               },
               {.groups = {0, 1, 2}, .sparse_formats = 2});
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

// The functions that destroy an object of a device, which take a handle of 64 bits.
using DestroyOfDevice = void(VKAPI_PTR*)(VkDevice, uint64_t, const VkAllocationCallbacks*);
constexpr const char* kDestructions[] = {"vkDestroyBuffer",
                                         "vkDestroyBufferView",
                                         "vkDestroyCommandPool",
                                         "vkDestroyDescriptorPool",
                                         "vkDestroyDescriptorSetLayout",
                                         "vkDestroyEvent",
                                         "vkDestroyFence",
                                         "vkDestroyFramebuffer",
                                         "vkDestroyImage",
                                         "vkDestroyImageView",
                                         "vkDestroyPipeline",
                                         "vkDestroyPipelineCache",
                                         "vkDestroyPipelineLayout",
                                         "vkDestroyQueryPool",
                                         "vkDestroyRenderPass",
                                         "vkDestroySampler",
                                         "vkDestroySemaphore",
                                         "vkDestroyShaderModule",
                                         "vkFreeMemory"};

// Destroys null handles, and frees a command buffer beside a null one.
void DestroyNullHandles(const VulkanApp& app) {
  for (const char* destroy : kDestructions) {
    TraceLine(fmt::format("{} of a null handle", destroy));
    app.Get<DestroyOfDevice>(destroy)(app.device(), 0, nullptr);
  }
  auto info = Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  VkCommandPool pool = VK_NULL_HANDLE;
  if (!TraceCall("vkCreateCommandPool", app.Get<PFN_vkCreateCommandPool>("vkCreateCommandPool")(
                                            app.device(), &info, nullptr, &pool))) {
    return;
  }
  auto allocation =
      Structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  allocation.commandPool = pool;
  allocation.commandBufferCount = 1;
  VkCommandBuffer buffers[2] = {};
  if (TraceCall("vkAllocateCommandBuffers",
                app.Get<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(
                    app.device(), &allocation, &buffers[1]))) {
    TraceLine("vkFreeCommandBuffers with a null handle");
    app.Get<PFN_vkFreeCommandBuffers>("vkFreeCommandBuffers")(app.device(), pool, 2, buffers);
  }
  app.Get<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(app.device(), pool, nullptr);
}

VULKAN_LAYER_CASE(LLP_LAYER_1, null_handles_are_destroyed, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunWithInstance(c, VK_API_VERSION_1_0, [](VulkanApp& app) {
    if (TraceCall("vkCreateDevice", app.CreateDevice())) {
      DestroyNullHandles(app);
      app.DestroyDevice();
    }
  });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

}  // namespace
}  // namespace loadstone::suites::lists
