// SPDX-License-Identifier: Apache-2.0
// What a Vulkan layer returns where the calls below it fail: "Layer Intercept Requirements", which
// demands an appropriate value.

#include "suites/vulkan_layer/device_work.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::failures_below {
namespace {

constexpr char kTold[] = "told";
constexpr char kNothing[] = "success and nothing";
// The type of the mock driver's memory that can be mapped.
constexpr uint32_t kHostVisibleType = 1;

// Notes whether a command failed or, if not, whether it returned something. A layer may return
// another error than the one from below, and may get an object in another way.
void Tell(const char* command, VkResult result, bool given) {
  Note(command, result < VK_SUCCESS ? kTold : given ? "success and something" : kNothing);
}

// Fails the case if the layer hides a failure that the application sees without it.
void ExpectTold(const LayerComparison& runs) {
  for (const auto& [command, answer] : Answers(runs.without())) {
    if (answer != kTold) throw HarnessError(command + " does not fail without the layer");
  }
  std::vector<std::string> hidden;
  for (const auto& [command, answer] : Answers(runs.with())) {
    if (answer == kNothing) hidden.push_back(command);
  }
  EXPECT_SEEN(hidden, IsEmpty())
      << "with the layer, none of these commands returns VK_SUCCESS although it failed below";
}

// No layer has an instance or a device where none was created below, whatever handle it returns:
// the application does not use it.
void TellOfInstance(VulkanApp& app, const LayerNames& layers) {
  Tell("vkCreateInstance", app.CreateInstance({.layers = layers}), false);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, instance_that_failed_below_is_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunTwice(c, TellOfInstance, {.below = R"({"results": {"vkCreateInstance": -3}})"});
  if (Answers(runs.with()).empty()) {
    SKIP_FOR(WhyNotFinished(runs.seen(), kSurvives, {}, "LLP_LAYER_2"));
  }
  if (!FirstOf(runs.with(), kAbove, "vkCreateInstance").has_value()) SKIP_WITH(runs.WhyNoChain());
  ExpectTold(runs);
}

// Calls a creation that fails.
template <typename Function, typename Handle, typename Info>
void Make(const VulkanApp& app, const char* command, const Info& info) {
  Handle made = VK_NULL_HANDLE;
  const VkResult result = app.Get<Function>(command)(app.device(), &info, nullptr, &made);
  Tell(command, result, made != VK_NULL_HANDLE);
}

// Runs `calls` with a device, where what is below fails as `below` says.
LayerComparison RunFailing(Case& c, const LayerWorld& below, void (*calls)(const VulkanApp& app)) {
  return RunWithInstance(
      c, VK_API_VERSION_1_0,
      [calls](VulkanApp& app) {
        if (app.CreateDevice() != VK_SUCCESS) {
          return TraceNotOffered("device where later commands fail");
        }
        calls(app);
        app.DestroyDevice();
      },
      below);
}

// Creates what fails, and waits for work where the device is lost. A layer may keep a submission
// without work to itself, so there is none.
void MakeFailingCalls(const VulkanApp& app) {
  const VkDevice device = app.device();
  auto buffer = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  buffer.size = 256;
  buffer.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  Make<PFN_vkCreateBuffer, VkBuffer>(app, "vkCreateBuffer", buffer);
  auto memory = Structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  memory.allocationSize = 256;
  Make<PFN_vkAllocateMemory, VkDeviceMemory>(app, "vkAllocateMemory", memory);
  Make<PFN_vkCreateFence, VkFence>(
      app, "vkCreateFence", Structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO));
  Make<PFN_vkCreateCommandPool, VkCommandPool>(
      app, "vkCreateCommandPool",
      Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO));
  VkQueue queue = VK_NULL_HANDLE;
  app.Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(device, 0, 0, &queue);
  Tell("vkQueueWaitIdle", app.Get<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue), false);
  Tell("vkDeviceWaitIdle", app.Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(device), false);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, commands_that_failed_below_are_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunFailing(
      c,
      {.below = R"({"results": {"vkCreateBuffer": -2, "vkAllocateMemory": -1, "vkCreateFence": -1,
                                "vkCreateCommandPool": -2, "vkQueueWaitIdle": -4,
                                "vkDeviceWaitIdle": -4}})"},
      MakeFailingCalls);
  SKIP_FOR(WhyNotComparable(runs));
  ExpectTold(runs);
}

VkImageCreateInfo ImageInfo() {
  auto image = Structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  image.imageType = VK_IMAGE_TYPE_2D;
  image.format = VK_FORMAT_R8G8B8A8_UNORM;
  image.extent = {4, 4, 1};
  image.mipLevels = image.arrayLayers = 1;
  image.samples = VK_SAMPLE_COUNT_1_BIT;
  image.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  return image;
}

// Objects that need no other one, and all of which fail.
void MakeFailingObjects(const VulkanApp& app) {
  Make<PFN_vkCreateImage, VkImage>(app, "vkCreateImage", ImageInfo());
  Make<PFN_vkCreateSemaphore, VkSemaphore>(
      app, "vkCreateSemaphore",
      Structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO));
  Make<PFN_vkCreateEvent, VkEvent>(
      app, "vkCreateEvent", Structure<VkEventCreateInfo>(VK_STRUCTURE_TYPE_EVENT_CREATE_INFO));
  auto queries = Structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  queries.queryType = VK_QUERY_TYPE_OCCLUSION;
  queries.queryCount = 1;
  Make<PFN_vkCreateQueryPool, VkQueryPool>(app, "vkCreateQueryPool", queries);
  Make<PFN_vkCreateSampler, VkSampler>(
      app, "vkCreateSampler",
      Structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO));
  Make<PFN_vkCreatePipelineCache, VkPipelineCache>(
      app, "vkCreatePipelineCache",
      Structure<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO));
  Make<PFN_vkCreatePipelineLayout, VkPipelineLayout>(
      app, "vkCreatePipelineLayout",
      Structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO));
  Make<PFN_vkCreateDescriptorSetLayout, VkDescriptorSetLayout>(
      app, "vkCreateDescriptorSetLayout",
      Structure<VkDescriptorSetLayoutCreateInfo>(
          VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO));
  VkSubpassDescription subpass = {};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  auto pass = Structure<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
  pass.subpassCount = 1;
  pass.pSubpasses = &subpass;
  Make<PFN_vkCreateRenderPass, VkRenderPass>(app, "vkCreateRenderPass", pass);
}

// Commands that fail although what they need was made: a view of an image with memory, command
// buffers of a pool, and a mapping.
void MakeFailingChildren(const VulkanApp& app) {
  const VkDevice device = app.device();
  const VkImageCreateInfo info = ImageInfo();
  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkCommandPool pool = VK_NULL_HANDLE;
  if (app.Get<PFN_vkCreateImage>("vkCreateImage")(device, &info, nullptr, &image) == VK_SUCCESS) {
    VkMemoryRequirements needs = {};
    app.Get<PFN_vkGetImageMemoryRequirements>("vkGetImageMemoryRequirements")(device, image,
                                                                              &needs);
    auto allocation = Structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex = kHostVisibleType;
    app.Get<PFN_vkAllocateMemory>("vkAllocateMemory")(device, &allocation, nullptr, &memory);
  }
  auto pool_info = Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  app.Get<PFN_vkCreateCommandPool>("vkCreateCommandPool")(device, &pool_info, nullptr, &pool);
  if (memory == VK_NULL_HANDLE || pool == VK_NULL_HANDLE) {
    return TraceNotOffered("image, memory or pool where later commands fail");
  }
  void* bytes = nullptr;
  Tell("vkMapMemory",
       app.Get<PFN_vkMapMemory>("vkMapMemory")(device, memory, 0, VK_WHOLE_SIZE, 0, &bytes),
       bytes != nullptr);
  app.Get<PFN_vkBindImageMemory>("vkBindImageMemory")(device, image, memory, 0);
  auto view = Structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  view.image = image;
  view.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view.format = info.format;
  view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  Make<PFN_vkCreateImageView, VkImageView>(app, "vkCreateImageView", view);
  auto buffers =
      Structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  buffers.commandPool = pool;
  buffers.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  Tell("vkAllocateCommandBuffers",
       app.Get<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(device, &buffers,
                                                                         &commands),
       commands != VK_NULL_HANDLE);
  app.Get<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(device, pool, nullptr);
  app.Get<PFN_vkDestroyImage>("vkDestroyImage")(device, image, nullptr);
  app.Get<PFN_vkFreeMemory>("vkFreeMemory")(device, memory, nullptr);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, objects_that_failed_below_are_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunFailing(c, {.driver = R"({"results": {
                     "vkCreateImage": -1, "vkCreateSemaphore": -1, "vkCreateEvent": -1,
                     "vkCreateQueryPool": -1, "vkCreateSampler": -1, "vkCreatePipelineCache": -1,
                     "vkCreatePipelineLayout": -1, "vkCreateDescriptorSetLayout": -1,
                     "vkCreateRenderPass": -1}})"},
                                          MakeFailingObjects);
  SKIP_FOR(WhyNotComparable(runs));
  ExpectTold(runs);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, what_failed_below_although_its_parents_exist_is_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunFailing(c, {.driver = R"({"results": {"vkMapMemory": -1, "vkCreateImageView": -1,
                                 "vkAllocateCommandBuffers": -1}})"},
                 MakeFailingChildren);
  SKIP_FOR(WhyNotComparable(runs));
  ExpectTold(runs);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, device_that_failed_below_is_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunWithInstance(c, VK_API_VERSION_1_0,
                                               [](VulkanApp& app) {
                                                 if (app.EnumeratePhysicalDevices().empty())
                                                   return TraceNotOffered("physical device");
                                                 Tell("vkCreateDevice", app.CreateDevice(), false);
                                               },
                                               {.below = R"({"results": {"vkCreateDevice": -3}})"});
  if (Answers(runs.with()).empty()) SKIP_FOR(WhyNotComparable(runs));
  ExpectTold(runs);
}

}  // namespace
}  // namespace loadstone::suites::failures_below
