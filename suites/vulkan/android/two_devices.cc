// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"
#include "suites/vulkan/call_chain/core_calls.h"
#include "suites/vulkan/layer_work.h"

// Android: Implement Vulkan, "Vulkan loader": the functions that the loader exports, where one
// instance has two devices.
namespace loadstone::suites::android_two_devices {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTurn[] = "turn";
constexpr int kRounds = 2;
constexpr size_t kDevices = 2;

// What the application uses of one device.
struct User {
  VulkanApp app;
  VkQueue queue;
  Recording recording;
};

// Uses the device, its queue and its command buffer by exported functions.
void TakeTurn(User& user, size_t number) {
  CoreCalls calls(user.app, false);
  AppEvent(kTurn).Add("number", static_cast<int64_t>(number));
  LOADSTONE_CALL(calls, vkDeviceWaitIdle, calls.device());
  LOADSTONE_CALL(calls, vkQueueWaitIdle, user.queue);
  LOADSTONE_CALL(calls, vkEndCommandBuffer, user.recording.buffer);
  const auto info =
      Structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  LOADSTONE_CALL(calls, vkBeginCommandBuffer, user.recording.buffer, &info);
  LOADSTONE_CALL(calls, vkCmdSetLineWidth, user.recording.buffer, 1.0F);
}

void UseInTurn(VulkanApp& app, const std::vector<std::string>& layers) {
  if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
  std::vector<User> users;
  for (uint32_t i = 0; i < kDevices; ++i) {
    User& user = users.emplace_back(app, nullptr, Recording());
    if (user.app.CreateDevice({.physical_device = i}) != VK_SUCCESS) return;
    user.app.LookUpExports();
    CoreCalls calls(user.app, false);
    user.queue = QueueOf(calls);
    user.recording = BeginRecording(calls);
    if (user.queue == nullptr || user.recording.buffer == nullptr) return;
  }
  for (int round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < users.size(); ++i) TakeTurn(users[i], i);
  }
  AppEvent("turns over");
  for (User& user : users) {
    CoreCalls calls(user.app, false);
    EndRecording(calls, user.recording);
    user.app.DestroyDevice();
  }
  app.DestroyInstance();
}

// The driver's handles of a device, as it traces them.
struct Handles {
  std::string device;
  std::string queue;
  std::string commands;
};

// The field `wanted` of the driver's first event of `what` whose `key` is `value`.
std::string FindText(const Observation& seen, const char* what, const char* key,
                     const std::string& value, const char* wanted) {
  for (const Event& event : seen.Select(kDefaultDriver, what)) {
    if (event.Text(key) == value) return event.Text(wanted);
  }
  return {};
}

std::vector<Handles> HandlesOfDriver(const Observation& seen) {
  std::vector<Handles> all;
  for (const Event& event : seen.Select(kDefaultDriver, "vkCreateDevice")) {
    const std::string device = event.Text("device");
    const std::string pool = FindText(seen, "vkCreateCommandPool", "device", device, "handle");
    all.push_back({device, FindText(seen, "vkGetDeviceQueue", "device", device, "queue"),
                   FindText(seen, "vkAllocateCommandBuffers", "pool", pool, "handle")});
  }
  return all;
}

void Judge(Case& c, const std::vector<std::string>& layers) {
  AndroidWorld world(c.subject());
  world.WithoutDriver().Module(
      ModulePath(ModulesBelow("/vendor"), kHardware),
      Driver(kDefaultDriver)
          .Behaviour(
              R"({"trace_functions": "all", "physical_devices": [{"name": "a"}, {"name": "b"}]})"));
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptAll));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) { UseInTurn(app, layers); });
  ASSERT_SEEN(seen.First(kAppName, "turns over").has_value(), true)
      << "the loader exports the functions, and an instance can have two devices";
  const std::vector<Handles> all = HandlesOfDriver(seen);
  ASSERT_SEEN(all.size(), kDevices) << "the driver creates both devices";
  const Handles* turn = nullptr;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName) {
      turn = event.what() == kTurn ? &all[static_cast<size_t>(event.Number("number"))] : nullptr;
    }
    if (turn == nullptr || event.who() != kDefaultDriver) continue;
    const std::string& what = event.what();
    const std::string given = what == "vkDeviceWaitIdle"  ? event.Text("device")
                              : what == "vkQueueWaitIdle" ? event.Text("queue")
                                                          : event.Text("command_buffer");
    const std::string& own = what == "vkDeviceWaitIdle"  ? turn->device
                             : what == "vkQueueWaitIdle" ? turn->queue
                                                         : turn->commands;
    EXPECT_SEEN(given, own) << "the exported " << what
                            << " reaches the object that it is called on";
  }
  for (const char* command : {"vkDeviceWaitIdle", "vkQueueWaitIdle", "vkEndCommandBuffer"}) {
    for (const std::string& layer : layers) {
      EXPECT_SEEN(seen.Select(layer, command), SizeIs(Ge(kRounds * kDevices)))
          << "the exported " << command << " reaches the layer for each device";
    }
    EXPECT_SEEN(seen.Select(kDefaultDriver, command), SizeIs(Ge(kRounds * kDevices)))
        << "the exported " << command << " reaches the driver for each device";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
}

VULKAN_CASE(LS_ANDROID_LOADER_17, two_devices_of_one_instance) { Judge(c, {}); }

VULKAN_CASE(LS_ANDROID_LOADER_17, two_devices_of_one_instance_through_a_layer) { Judge(c, {kOne}); }

}  // namespace
}  // namespace loadstone::suites::android_two_devices
