// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"
#include "suites/vulkan/call_chain/core_calls.h"
#include "suites/vulkan/layer_work.h"

// Android: Implement Vulkan, "Vulkan loader": the functions that the loader exports, on queues and
// command buffers, whatever function created them and however many it created at once.
namespace loadstone::suites::android_many_objects {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kUsed[] = "used";

// Where the application gets the function that creates the objects.
struct Source {
  const char* name;
  bool by_export;
  bool by_device;
};
constexpr Source kSources[] = {
    {"exports", true, false}, {"instance", false, false}, {"device", false, true}};

// The device that the objects belong to.
struct DeviceKind {
  const char* name;
  bool has_swapchains;
  std::vector<std::string> layers;
};
const DeviceKind kDevices[] = {{"", false, {}},
                               {"_of_a_device_with_swapchains", true, {}},
                               {"_through_a_layer", false, {kOne}},
                               {"_of_a_device_with_swapchains_through_a_layer", true, {kOne}}};

bool Begin(VulkanApp& app, const DeviceKind& device) {
  InstanceRequest instance = {.layers = device.layers, .api_version = VK_API_VERSION_1_1};
  DeviceRequest request;
  if (device.has_swapchains) {
    instance.extensions = {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_ANDROID_SURFACE_EXTENSION_NAME};
    request.extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
  }
  return app.CreateInstance(instance) == VK_SUCCESS && app.CreateDevice(request) == VK_SUCCESS;
}

// Runs `use`, which gets one application for functions of the source and one for exports.
Observation RunWith(Case& c, const Source& source, const DeviceKind& device,
                    const std::function<void(CoreCalls&, CoreCalls&)>& use) {
  AndroidWorld world = WindowWorld(c.subject(), R"({"trace_functions": "all"})");
  for (const std::string& name : device.layers) world.With(Layer(name).Behaviour(kInterceptAll));
  return Observe(c, world, [&](VulkanApp& app) {
    if (!Begin(app, device)) return;
    VulkanApp exports = app;
    exports.LookUpExports();
    CoreCalls by_export(exports, false);
    CoreCalls by_source(source.by_export ? exports : app, source.by_device);
    use(by_source, by_export);
    app.DestroyDevice();
    app.DestroyInstance();
  });
}

void ExpectReached(const Observation& seen, const DeviceKind& device, const char* command) {
  EXPECT_SEEN(seen.Select(kDefaultDriver, command), Not(IsEmpty()))
      << "the exported " << command << " reaches the driver";
  for (const std::string& layer : device.layers) {
    EXPECT_SEEN(seen.Select(layer, command), Not(IsEmpty()))
        << "the exported " << command << " reaches the layer";
  }
}

// A queue of vkGetDeviceQueue2, which a loader of Vulkan 1.0 does not export.
void JudgeQueue(Case& c, const Source& source, const DeviceKind& device) {
  if (c.subject().api_version < policy::Version{1, 1, 0}) {
    GTEST_SKIP() << "the loader supports only an older version of Vulkan";
  }
  const Observation seen =
      RunWith(c, source, device, [](CoreCalls& by_source, CoreCalls& by_export) {
        auto info = Structure<VkDeviceQueueInfo2>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2);
        VkQueue queue = VK_NULL_HANDLE;
        LOADSTONE_CALL(by_source, vkGetDeviceQueue2, by_source.device(), &info, &queue);
        if (queue == VK_NULL_HANDLE) return;
        LOADSTONE_CALL(by_export, vkQueueSubmit, queue, 0U, nullptr, VkFence{});
        LOADSTONE_CALL(by_export, vkQueueWaitIdle, queue);
        AppEvent{kUsed};
      });
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS");
  if (source.by_export && !seen.First(kAppName, kUsed).has_value()) {
    GTEST_SKIP() << "the loader does not export vkGetDeviceQueue2";
  }
  ASSERT_SEEN(seen.First(kAppName, kUsed).has_value(), true) << "a device has a queue";
  for (const char* command : {"vkQueueSubmit", "vkQueueWaitIdle"}) {
    ExpectReached(seen, device, command);
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
}

// Records something in each of several command buffers, which are allocated at once.
void RecordEach(CoreCalls& by_source, CoreCalls& by_export, uint32_t count) {
  const auto pool_info =
      Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  auto info =
      Structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  LOADSTONE_CALL(by_export, vkCreateCommandPool, by_export.device(), &pool_info, nullptr,
                 &info.commandPool);
  info.commandBufferCount = count;
  std::vector<VkCommandBuffer> buffers(count);
  LOADSTONE_CALL(by_source, vkAllocateCommandBuffers, by_source.device(), &info, buffers.data());
  if (buffers.back() == VK_NULL_HANDLE) return;
  const auto begin =
      Structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  for (const VkCommandBuffer buffer : buffers) {
    LOADSTONE_CALL(by_export, vkBeginCommandBuffer, buffer, &begin);
    LOADSTONE_CALL(by_export, vkCmdSetLineWidth, buffer, 1.0F);
    LOADSTONE_CALL(by_export, vkEndCommandBuffer, buffer);
  }
  AppEvent{kUsed};
  LOADSTONE_CALL(by_export, vkDestroyCommandPool, by_export.device(), info.commandPool, nullptr);
}

void JudgeCommandBuffers(Case& c, const Source& source, const DeviceKind& device, uint32_t count) {
  const Observation seen =
      RunWith(c, source, device, [count](CoreCalls& by_source, CoreCalls& by_export) {
        RecordEach(by_source, by_export, count);
      });
  ASSERT_SEEN(seen.First(kAppName, kUsed).has_value(), true)
      << "command buffers can be allocated and recorded";
  for (const char* command : {"vkBeginCommandBuffer", "vkEndCommandBuffer"}) {
    ExpectReached(seen, device, command);
  }
  for (const char* command : {"vkBeginCommandBuffer", "vkCmdSetLineWidth", "vkEndCommandBuffer"}) {
    std::set<std::string> buffers;
    for (const Event& event : seen.Select(kDefaultDriver, command)) {
      buffers.insert(event.Text("command_buffer"));
    }
    EXPECT_SEEN(buffers, SizeIs(count))
        << "the exported " << command << " reaches each command buffer that it is called on";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
}

REGISTER_CASES {
  for (const Source& source : kSources) {
    for (const DeviceKind& device : kDevices) {
      RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_17},
                   fmt::format("queue_of_get_device_queue_2_by_{}{}", source.name, device.name),
                   [&](Case& c) { JudgeQueue(c, source, device); });
      for (const uint32_t count : {2U, 65U}) {
        RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_17},
                     fmt::format("{}_command_buffers_by_{}{}", count, source.name, device.name),
                     [&, count](Case& c) { JudgeCommandBuffers(c, source, device, count); });
      }
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::android_many_objects
