// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch" (LS_VK_CHAIN_5): the functions
// of VK_EXT_debug_utils for labels of queues and command buffers, which take objects of a device,
// reach the driver that has the extension.
namespace loadstone::suites::labels {
namespace {

constexpr char kDebugUtils[] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
constexpr const char* kFunctions[] = {
    "vkQueueBeginDebugUtilsLabelEXT", "vkQueueInsertDebugUtilsLabelEXT",
    "vkQueueEndDebugUtilsLabelEXT",   "vkCmdBeginDebugUtilsLabelEXT",
    "vkCmdInsertDebugUtilsLabelEXT",  "vkCmdEndDebugUtilsLabelEXT"};

using Find = PFN_vkVoidFunction (*)(const VulkanApp& app, const char* name);

PFN_vkVoidFunction ByInstance(const VulkanApp& app, const char* name) {
  return app.InstanceProc(name);
}

PFN_vkVoidFunction ByDevice(const VulkanApp& app, const char* name) { return app.DeviceProc(name); }

template <typename Function>
Function Get(VulkanApp& app, Find find, const char* name) {
  return reinterpret_cast<Function>(find(app, name));
}

// Sets the labels of the device's first queue and of a command buffer, which is not submitted.
void SetLabels(VulkanApp& app, Find find) {
  auto label = Structure<VkDebugUtilsLabelEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT);
  label.pLabelName = "a label";
  VkQueue queue = VK_NULL_HANDLE;
  Get<PFN_vkGetDeviceQueue>(app, find, "vkGetDeviceQueue")(app.device(), 0, 0, &queue);
  Get<PFN_vkQueueBeginDebugUtilsLabelEXT>(app, find, kFunctions[0])(queue, &label);
  Get<PFN_vkQueueInsertDebugUtilsLabelEXT>(app, find, kFunctions[1])(queue, &label);
  Get<PFN_vkQueueEndDebugUtilsLabelEXT>(app, find, kFunctions[2])(queue);
  const auto pool_info =
      Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  VkCommandPool pool = VK_NULL_HANDLE;
  Get<PFN_vkCreateCommandPool>(app, find, "vkCreateCommandPool")(app.device(), &pool_info, nullptr,
                                                                 &pool);
  auto allocate_info =
      Structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  allocate_info.commandPool = pool;
  allocate_info.commandBufferCount = 1;
  VkCommandBuffer buffer = VK_NULL_HANDLE;
  Get<PFN_vkAllocateCommandBuffers>(app, find, "vkAllocateCommandBuffers")(app.device(),
                                                                           &allocate_info, &buffer);
  const auto begin_info =
      Structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  Get<PFN_vkBeginCommandBuffer>(app, find, "vkBeginCommandBuffer")(buffer, &begin_info);
  Get<PFN_vkCmdBeginDebugUtilsLabelEXT>(app, find, kFunctions[3])(buffer, &label);
  Get<PFN_vkCmdInsertDebugUtilsLabelEXT>(app, find, kFunctions[4])(buffer, &label);
  Get<PFN_vkCmdEndDebugUtilsLabelEXT>(app, find, kFunctions[5])(buffer);
  Get<PFN_vkEndCommandBuffer>(app, find, "vkEndCommandBuffer")(buffer);
  Get<PFN_vkDestroyCommandPool>(app, find, "vkDestroyCommandPool")(app.device(), pool, nullptr);
}

void Judge(Case& c, Find find, int layer_count) {
  const std::vector<std::string> layers = NumberedLayers(layer_count);
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(Driver(kDefaultDriver)
                                 .Behaviour(MockExtensions("instance_extensions", {kDebugUtils}))
                                 .Behaviour(R"({"trace_functions": ["vkCmdBeginDebugUtilsLabelEXT",
                         "vkCmdInsertDebugUtilsLabelEXT", "vkCmdEndDebugUtilsLabelEXT"]})"));
  for (const std::string& layer : layers) world.With(Layer(layer));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {kDebugUtils})) return;
    if (app.CreateInstance({.layers = layers, .extensions = {kDebugUtils}}) != VK_SUCCESS) return;
    if (app.CreateDevice() != VK_SUCCESS) return;
    std::vector<std::string> found;
    for (const char* name : kFunctions) {
      if (find(app, name) != nullptr) found.emplace_back(name);
    }
    AppEvent("functions").Add("found", found);
    if (found.size() == std::size(kFunctions)) SetLabels(app, find);
    app.DestroyDevice();
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are in the chain";
  const std::optional<Event> functions = seen.First(kAppName, "functions");
  ASSERT_HOLDS(functions.has_value()) << "an instance with the extension can be created";
  EXPECT_SEEN(functions->List("found"), ElementsAreArray(kFunctions))
      << "the functions of an extension that is enabled are available";
  for (const char* function : kFunctions) {
    EXPECT_SEEN(seen.Select(kDefaultDriver, function), SizeIs(1))
        << function << " reaches the driver once";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
}

REGISTER_CASES {
  for (const int layers : {0, 3}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                 fmt::format("labels_by_vk_get_instance_proc_addr_through_{}_layers", layers),
                 [layers](Case& c) { Judge(c, ByInstance, layers); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                 fmt::format("labels_by_vk_get_device_proc_addr_through_{}_layers", layers),
                 [layers](Case& c) { Judge(c, ByDevice, layers); });
  }
}

}  // namespace
}  // namespace loadstone::suites::labels
