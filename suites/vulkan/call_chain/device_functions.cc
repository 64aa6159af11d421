#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/call_chain/core_calls.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch": the functions of devices of
// Vulkan 1.0, by either lookup (LS_VK_CHAIN_5). A function that leads to another one is missing in
// the driver.
namespace loadstone::suites::device_functions {
namespace {

constexpr char kCalled[] = "called";

struct Use {
  const char* name;
  void (*use)(CoreCalls& calls);
};

constexpr Use kUses[] = {
    {"buffers", UseBuffers},
    {"images", UseImages},
    {"descriptors", UseDescriptors},
    {"pipelines", UsePipelines},
    {"synchronisation", UseSynchronisation},
    {"command_pools", UseCommandPools},
    {"transfers", RecordTransfers},
    {"queries_and_events", RecordQueriesAndEvents},
    {"compute_work", RecordWork},
    {"render_passes", RecordRenderPass},
};

// The names in the first list that are not in the second.
std::vector<std::string> Without(std::vector<std::string> names,
                                 const std::vector<std::string>& others) {
  std::erase_if(names, [&](const std::string& name) {
    return std::find(others.begin(), others.end(), name) != others.end();
  });
  return names;
}

void Judge(Case& c, const Use& use, bool by_device, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(Driver(kDefaultDriver).Behaviour(R"({"trace_functions": "all"})"));
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptNothing));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    if (app.CreateDevice() == VK_SUCCESS) {
      CoreCalls calls(app, by_device);
      use.use(calls);
      AppEvent(kCalled).Add("functions", calls.called());
      app.DestroyDevice();
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "the layers are there";
  const std::optional<Event> called = seen.First(kAppName, kCalled);
  ASSERT_HOLDS(called.has_value()) << "the application comes to its end";
  std::vector<std::string> reached;
  for (const Event& event : seen.events()) {
    if (event.who() == kDefaultDriver) reached.push_back(event.what());
  }
  EXPECT_SEEN(Without(called->List("functions"), reached), IsEmpty())
      << "each function that the application calls comes to the driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "with handles of its own";
}

REGISTER_CASES {
  for (const Use& use : kUses) {
    for (const int count : {0, 3}) {
      for (const bool by_device : {false, true}) {
        RegisterCase("vulkan", {policy::LS_VK_CHAIN_5},
                     fmt::format("{}_by_vk_get_{}_proc_addr_through_{}_layers", use.name,
                                 by_device ? "device" : "instance", count),
                     [&use, by_device, count](Case& c) { Judge(c, use, by_device, count); });
      }
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::device_functions
