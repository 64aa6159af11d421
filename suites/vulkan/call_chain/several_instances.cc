// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/layer_work.h"

// LoaderInterfaceArchitecture, "Instance Call Chain Example" and "Device Call Chain Example": each
// instance and each device has a call chain of its own. Three instances with different layers and a
// device each are used in turn, and the others are used after one of them was destroyed.
namespace loadstone::suites::several_instances {
namespace {

constexpr char kA[] = "VK_LAYER_LS_a";
constexpr char kB[] = "VK_LAYER_LS_b";

const std::vector<std::vector<std::string>>& Chains() {
  static const std::vector<std::vector<std::string>> chains = {{kA}, {kB, kA}, {}};
  return chains;
}

constexpr char kTurn[] = "turn";
// One command of an instance, and one of a device; a driver answers both of them itself.
constexpr char kOfInstance[] = "vkGetPhysicalDeviceProperties";
constexpr char kOfDevice[] = "vkDeviceWaitIdle";

struct User {
  VulkanApp app;  // with its own instance and device
  VkPhysicalDevice physical_device;
};

// Uses the instance and the device of `user`, which are those of the chain `number`.
void TakeTurn(User& user, size_t number) {
  AppEvent(kTurn).Add("number", static_cast<int64_t>(number));
  VkPhysicalDeviceProperties properties = {};
  user.app.Get<PFN_vkGetPhysicalDeviceProperties>(kOfInstance)(user.physical_device, &properties);
  user.app.Get<PFN_vkDeviceWaitIdle>(kOfDevice)(user.app.device());
  AppEvent("turn over");
}

// Creates the instances and devices, uses each, and destroys them in this order; after each one the
// rest is used again.
void Run(VulkanApp& app, const std::vector<size_t>& order) {
  std::vector<User> users;
  for (const std::vector<std::string>& chain : Chains()) {
    if (app.CreateInstance({.layers = chain}) != VK_SUCCESS) return;
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    if (devices.empty() || app.CreateDevice() != VK_SUCCESS) return;
    users.push_back({app, devices[0]});
  }
  std::vector<size_t> left = {0, 1, 2};
  for (const size_t gone : order) {
    for (const size_t number : left) TakeTurn(users[number], number);
    users[gone].app.DestroyDevice();
    users[gone].app.DestroyInstance();
    std::erase(left, gone);
  }
  AppEvent("all destroyed");
}

// The path of `command` in each turn, and the one that it must take.
struct Turns {
  std::vector<std::string> taken;
  std::vector<std::string> expected;
};

Turns TurnsOf(const Observation& seen, const char* command) {
  Turns turns;
  bool in_turn = false;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName) {
      in_turn = event.what() == kTurn;
      if (!in_turn) continue;
      const auto number = static_cast<size_t>(event.Number("number"));
      turns.taken.push_back(fmt::format("instance {}:", number));
      turns.expected.push_back(turns.taken.back());
      for (const std::string& layer : Chains()[number]) turns.expected.back() += " " + layer;
      turns.expected.back() += std::string(" ") + kDefaultDriver;
    } else if (in_turn && event.what() == command &&
               (event.phase() == "enter" || !event.Has("result") ||
                event.who() == kDefaultDriver)) {
      turns.taken.back() += " " + event.who();
    }
  }
  return turns;
}

void Judge(Case& c, const std::vector<size_t>& order) {
  VulkanWorld world(c.subject());
  for (const char* name : {kA, kB}) world.With(Layer(name).Behaviour(kInterceptAll));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) { Run(app, order); });
  EXPECT_SEEN(seen.Select(kAppName, "all destroyed"), SizeIs(1))
      << "three instances with a device each exist at once, and can be destroyed one by one";
  for (const char* command : {kOfInstance, kOfDevice}) {
    const Turns turns = TurnsOf(seen, command);
    ASSERT_SEEN(turns.taken, SizeIs(6)) << "each instance is used until it is destroyed";
    EXPECT_SEEN(turns.taken, ElementsAreArray(turns.expected))
        << command
        << " must pass through the layers of its own instance, whichever instances exist, and "
           "reach the driver";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "every component finds the instance or device of a handle";
}

REGISTER_CASES {
  struct Order {
    const char* name;
    std::vector<size_t> destroyed;
  };
  const Order orders[] = {
      {"first_to_last", {0, 1, 2}}, {"last_to_first", {2, 1, 0}}, {"from_the_middle", {1, 0, 2}}};
  for (const Order& order : orders) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                 fmt::format("three_instances_destroyed_{}", order.name),
                 [destroyed = order.destroyed](Case& c) { Judge(c, destroyed); });
  }
}

}  // namespace
}  // namespace loadstone::suites::several_instances
