// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/call_chain/core_calls.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch", and
// LoaderApplicationInterface, "Vulkan Direct Exports": the device-level functions of Vulkan 1.0 to
// 1.3, and to 1.4 with headers that have it, from either lookup (LS_VK_CHAIN_5) and from the
// exports (LS_VK_EXPORT_1). If a call is dispatched to another function, the driver has no call of
// it.
namespace loadstone::suites::device_functions {
namespace {

constexpr char kCalled[] = "called";

// Where the application finds the functions.
enum class Lookup { kInstance, kDevice, kExports };

// A driver of Vulkan 1.3, or of the version that the use needs. The queue supports everything that
// a queue of Vulkan 1.0 can support.
Driver DriverFor(const CoreUse& use) {
  const uint32_t minor = std::max(3U, VK_API_VERSION_MINOR(use.api_version));
  const std::string version = fmt::format("1.{}.239", minor);
  return Driver(kDefaultDriver)
      .Manifest(fmt::format(R"({{"api_version": "{}"}})", version))
      .Behaviour(fmt::format(R"({{"trace_functions": "all", "api_version": "{}",
          "physical_devices": [{{"queue_families": [{{"flags": 15, "count": 1}}]}}]}})",
                             version));
}

// The names in the first list that are not in the second.
std::vector<std::string> Without(std::vector<std::string> names,
                                 const std::vector<std::string>& others) {
  std::erase_if(names, [&](const std::string& name) {
    return std::find(others.begin(), others.end(), name) != others.end();
  });
  return names;
}

void Judge(Case& c, const CoreUse& use, Lookup lookup, int count) {
  if (c.subject().api_version < policy::Version{1, VK_API_VERSION_MINOR(use.api_version), 0}) {
    GTEST_SKIP() << "the loader supports only an older version of Vulkan";
  }
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(DriverFor(use));
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptNothing));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers, .api_version = use.api_version}) != VK_SUCCESS) {
      return;
    }
    if (app.CreateDevice({.next = use.features}) == VK_SUCCESS) {
      if (lookup == Lookup::kExports) app.LookUpExports();
      CoreCalls calls(app, lookup == Lookup::kDevice);
      use.use(calls);
      AppEvent(kCalled).Add("functions", calls.called());
      app.DestroyDevice();
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "the layers are in the chain";
  const std::optional<Event> called = seen.First(kAppName, kCalled);
  ASSERT_HOLDS(called.has_value()) << "the application finishes";
  std::vector<std::string> reached;
  for (const Event& event : seen.events()) {
    if (event.who() == kDefaultDriver) reached.push_back(event.what());
  }
  EXPECT_SEEN(Without(called->List("functions"), reached), IsEmpty())
      << "each function that the application calls reaches the driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
}

REGISTER_CASES {
  for (const CoreUse& use : CoreUses()) {
    for (const int count : {0, 3}) {
      for (const bool by_device : {false, true}) {
        RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                     fmt::format("{}_by_vk_get_{}_proc_addr_through_{}_layers", use.name,
                                 by_device ? "device" : "instance", count),
                     [&use, by_device, count](Case& c) {
                       Judge(c, use, by_device ? Lookup::kDevice : Lookup::kInstance, count);
                     });
      }
    }
    RegisterCase(Api::kVulkan, {policy::LS_VK_EXPORT_1}, fmt::format("{}_by_exports", use.name),
                 [&use](Case& c) { Judge(c, use, Lookup::kExports, 1); });
  }
}

}  // namespace
}  // namespace loadstone::suites::device_functions
