// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/call_chain/command_names.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Creating New Dispatchable Objects" and LLP_LAYER_19: the loader's
// callbacks work. An object that a layer created, and that only the callback initialised, has the
// dispatch table of its instance or device, and calls with it pass through the whole chain.
namespace loadstone::suites::loader_callbacks {
namespace {

constexpr char kTop[] = "VK_LAYER_LS_top";
constexpr char kMaker[] = "VK_LAYER_LS_maker";
constexpr char kBelow[] = "VK_LAYER_LS_below";

constexpr char kWhyFilled[] =
    "the loader's callback writes the dispatch table pointer into the object that it is given";

struct Type {
  const char* name;
  bool of_device;
  bool has_parent;  // an instance or a device exists already
};

constexpr Type kTypes[] = {{"VkInstance", false, false},
                           {"VkPhysicalDevice", false, true},
                           {"VkDevice", true, false},
                           {"VkQueue", true, true},
                           {"VkCommandBuffer", true, true}};

Layer Maker(const std::string& types) {
  return Layer(kMaker).Behaviour(fmt::format(R"({{"wrap": [{}], "callback_alone": true}})", types));
}

Layer Watcher(const char* name) { return Layer(name).Behaviour(kInterceptAll); }

// The words that the callback wrote into objects of the layer kMaker, in order; a missing one is
// "null".
std::vector<std::string> Filled(const Observation& seen, const std::string& type = {}) {
  std::vector<std::string> words;
  for (const Event& event : seen.Select(kMaker, "loader_data")) {
    if (!type.empty() && event.Text("type") != type) continue;
    words.push_back(event.Text("word").empty() ? "null" : event.Text("word"));
  }
  return words;
}

void ExpectThatCallbacksSucceed(const Observation& seen) {
  const std::vector<Event> calls = seen.Select(kMaker, "loader_data");
  EXPECT_SEEN(calls, Not(IsEmpty())) << "the layer creates objects and calls the loader's callback";
  for (const Event& event : calls) {
    EXPECT_SEEN(event.Number("result"), VK_SUCCESS)
        << "the callback accepts a " << event.Text("type") << " that the layer created";
    EXPECT_SEEN(event.Text("word"), Not("")) << kWhyFilled;
  }
}

void JudgeType(Case& c, const Type& type, const std::vector<std::string>& chain) {
  VulkanWorld world(c.subject());
  for (const std::string& name : chain) {
    world.With(name == kMaker ? Maker(fmt::format("\"{}\"", type.name)) : Watcher(name.c_str()));
  }
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { RunObjects(app, {.layers = chain}); });
  ExpectThatCallbacksSucceed(seen);
  if (type.has_parent) {
    for (const Event& event : seen.Select(kMaker, "loader_data")) {
      EXPECT_SEEN(event.Text("word"), event.Text("parent_word"))
          << "it is the pointer that the " << (type.of_device ? "device" : "instance") << " has";
    }
  }
  EXPECT_SEEN(Results(seen), AllOf(Contains("vkQueueSubmit 0"), Each(EndsWith(" 0"))))
      << "an application works with objects that a layer created and the callback initialised";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "every layer finds the instance or device of such an object by its first word";
}

struct Place {
  const char* name;
  std::vector<std::string> chain;
};

REGISTER_CASES {
  const Place places[] = {{"the_only_layer", {kMaker}},
                          {"the_topmost_layer", {kMaker, kBelow}},
                          {"the_lowest_layer", {kTop, kMaker}},
                          {"the_layer_in_the_middle", {kTop, kMaker, kBelow}}};
  for (const Type& type : kTypes) {
    for (const Place& place : places) {
      RegisterCase(Api::kVulkan,
                   {policy::LLP_LAYER_19, policy::LLP_LAYER_10, policy::LS_VK_CHAIN_2},
                   fmt::format("callback_fills_{}_of_{}", SnakeCase(type.name), place.name),
                   [&type, chain = place.chain](Case& c) { JudgeType(c, type, chain); });
    }
  }
}

// One layer creates all types: there are two first words, that of instances and that of devices.
VULKAN_CASE(LLP_LAYER_10, everything_with_the_callbacks_alone, policy::LLP_LAYER_19,
            policy::LS_VK_CHAIN_2, policy::LS_VK_CHAIN_8) {
  VulkanWorld world(c.subject());
  world.With(Watcher(kTop)).With(Watcher(kBelow));
  world.With(
      Maker(R"("VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue", "VkCommandBuffer")"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    RunObjects(app, {.layers = {kTop, kMaker, kBelow}});
  });
  ExpectThatCallbacksSucceed(seen);
  const std::vector<std::string> of_instance = Filled(seen, "VkInstance");
  const std::vector<std::string> of_device = Filled(seen, "VkDevice");
  ASSERT_SEEN(of_instance, SizeIs(1)) << "the layer creates one instance";
  ASSERT_SEEN(of_device, SizeIs(1)) << "the layer creates one device";
  EXPECT_SEEN(of_instance[0], Not(of_device[0])) << "instance and device have different tables";
  EXPECT_SEEN(Filled(seen, "VkPhysicalDevice"), Each(of_instance[0]))
      << "a physical device begins with the pointer of its instance";
  for (const char* child : {"VkQueue", "VkCommandBuffer"}) {
    EXPECT_SEEN(Filled(seen, child), Each(of_device[0]))
        << "queues and command buffers begin with the pointer of their device";
  }
  EXPECT_SEEN(Results(seen), AllOf(Contains("vkQueueSubmit 0"), Each(EndsWith(" 0"))))
      << "an application works through a layer that wraps everything";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each layer and the driver get the handles that they returned themselves";
}

// The callback writes the table of the instance or device that it is called with, not of the first
// or the latest one.
VULKAN_CASE(LLP_LAYER_19, callbacks_of_two_instances, policy::LS_VK_CHAIN_2) {
  VulkanWorld world(c.subject());
  world.With(Maker(R"("VkPhysicalDevice", "VkQueue")"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    VkDevice devices[2] = {};
    for (int i = 0; i < 2; ++i) {
      if (app.CreateInstance({.layers = {kMaker}}) != VK_SUCCESS) return;
      if (app.CreateDevice() != VK_SUCCESS) return;
      devices[i] = app.device();
    }
    const auto queue_of = app.Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue");
    for (const VkDevice device : devices) {
      VkQueue queue = VK_NULL_HANDLE;
      queue_of(device, 0, 0, &queue);
    }
    AppEvent("both").Add("created", true);
  });
  EXPECT_SEEN(seen.Select("app", "both"), SizeIs(1)) << "two instances have a device each";
  ExpectThatCallbacksSucceed(seen);
  for (const Event& event : seen.Select(kMaker, "loader_data")) {
    EXPECT_SEEN(event.Text("word"), event.Text("parent_word"))
        << "each instance and each device has its own dispatch table";
  }
  for (const char* type : {"VkPhysicalDevice", "VkQueue"}) {
    std::vector<std::string> words = Filled(seen, type);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    EXPECT_SEEN(words, SizeIs(2)) << "the tables of the two differ";
  }
}

using PFN_MakeObject = void*(VKAPI_PTR*)(VkDevice device, void* object);

// Lets the layer kMaker make a queue of the device, and waits for it.
void WaitForQueueOf(VulkanApp& app, VkDevice device) {
  const auto make = reinterpret_cast<PFN_MakeObject>(
      app.Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr")(device, "vkMakeObjectLS"));
  if (make == nullptr) return;
  VkQueue queue = VK_NULL_HANDLE;
  app.Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(device, 0, 0, &queue);
  const auto made = static_cast<VkQueue>(make(device, queue));
  if (made == VK_NULL_HANDLE) return;
  const VkResult result = app.Get<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(made);
  AppEvent("vkQueueWaitIdle", "leave").Add("result", int64_t{result});
}

// Two devices of one instance, of different drivers. Objects that the layer makes for one of them,
// also after the other one was created, used or destroyed, lead to its own driver.
VULKAN_CASE(LLP_LAYER_19, callbacks_of_two_devices, policy::LS_VK_CHAIN_2) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const char* name : {"first", "second"}) {
    world.With(
        Driver(name).Behaviour(fmt::format(R"({{"physical_devices": [{{"name": "{}"}}]}})", name)));
  }
  world.With(Maker(R"("VkQueue")").Behaviour(R"({"make_objects": true})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.layers = {kMaker}}) != VK_SUCCESS) return;
    VkDevice devices[2] = {};
    for (uint32_t i = 0; i < 2; ++i) {
      if (app.CreateDevice({.physical_device = i}) != VK_SUCCESS) return;
      devices[i] = app.device();
    }
    for (const int i : {1, 0, 1, 0}) WaitForQueueOf(app, devices[i]);
    app.DestroyDevice();
    WaitForQueueOf(app, devices[0]);
  });
  EXPECT_SEEN(seen.Select("app", "vkCreateDevice"), SizeIs(4)) << "two devices are created";
  ExpectThatCallbacksSucceed(seen);
  for (const Event& event : seen.Select(kMaker, "loader_data")) {
    EXPECT_SEEN(event.Text("word"), event.Text("parent_word"))
        << "the callback writes the pointer of the device that it is called with";
  }
  std::vector<std::string> waited;
  for (const Event& event : seen.Select({}, "vkQueueWaitIdle")) {
    if (event.who() == "first" || event.who() == "second") waited.push_back(event.who());
  }
  // The application may find the devices in either order.
  EXPECT_SEEN(waited, AnyOf(ElementsAre("second", "first", "second", "first", "first"),
                            ElementsAre("first", "second", "first", "second", "second")))
      << "a call with an object that a layer made for a device reaches the driver of that device";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "every component finds the device of such an object by its first word";
}

// An object that did not pass through a trampoline of the loader: the layer kMaker returns it from
// a function of its own. `use` calls the loader's function `command` with it.
void JudgeMade(Case& c, const char* type, const char* command,
               const std::vector<std::string>& chain,
               const std::function<VkResult(VulkanApp&, PFN_MakeObject)>& use) {
  VulkanWorld world(c.subject());
  for (const std::string& name : chain) {
    world.With(name == kMaker ? Maker(fmt::format("\"{}\"", type))
                                    .Behaviour(R"({"make_objects": true})")
                                    .Behaviour(kInterceptAll)
                              : Watcher(name.c_str()));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = chain}) != VK_SUCCESS) return;
    if (app.CreateDevice() != VK_SUCCESS) return;
    const auto make = reinterpret_cast<PFN_MakeObject>(app.DeviceProc("vkMakeObjectLS"));
    AppEvent("vkMakeObjectLS").Add("found", make != nullptr);
    if (make == nullptr) return;
    const VkResult result = use(app, make);
    AppEvent(command, "leave").Add("result", int64_t{result});
    app.DestroyDevice();
    app.DestroyInstance();
  });
  ExpectThatCallbacksSucceed(seen);
  EXPECT_SEEN(ResultOf(seen, command), "VK_SUCCESS")
      << "the loader's " << command << " accepts an object that a layer created";
  std::vector<std::string> everybody = chain;
  everybody.push_back(kDefaultDriver);
  EXPECT_SEEN(Path(seen, command), ElementsAreArray(everybody))
      << "a call with it begins at the top of the chain and ends in the driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "every layer finds the device of the object by its first word";
}

VkResult WaitForMadeQueue(VulkanApp& app, PFN_MakeObject make) {
  VkQueue queue = VK_NULL_HANDLE;
  app.Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(app.device(), 0, 0, &queue);
  const auto made = static_cast<VkQueue>(make(app.device(), queue));
  if (made == VK_NULL_HANDLE) return VK_ERROR_UNKNOWN;
  return app.Get<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(made);
}

VkResult BeginMadeCommandBuffer(VulkanApp& app, PFN_MakeObject make) {
  VkCommandPoolCreateInfo pool = {};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandBufferCount = 1;
  VkCommandBuffer buffer = VK_NULL_HANDLE;
  if (app.Get<PFN_vkCreateCommandPool>("vkCreateCommandPool")(app.device(), &pool, nullptr,
                                                              &info.commandPool) != VK_SUCCESS ||
      app.Get<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(app.device(), &info,
                                                                        &buffer) != VK_SUCCESS) {
    return VK_ERROR_UNKNOWN;
  }
  const auto made = static_cast<VkCommandBuffer>(make(app.device(), buffer));
  if (made == VK_NULL_HANDLE) return VK_ERROR_UNKNOWN;
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  const VkResult result = app.Get<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer")(made, &begin);
  app.Get<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(app.device(), info.commandPool,
                                                            nullptr);
  return result;
}

REGISTER_CASES {
  const Place places[] = {
      {"the_only_layer", {kMaker}},
      {"the_topmost_layer", {kMaker, kBelow}},
      {"the_lowest_layer", {kTop, kMaker}},
  };
  for (const Place& place : places) {
    const std::vector<policy::Id> cited = {policy::LLP_LAYER_19, policy::LS_VK_CHAIN_2};
    RegisterCase(Api::kVulkan, cited, fmt::format("call_on_a_queue_made_by_{}", place.name),
                 [chain = place.chain](Case& c) {
                   JudgeMade(c, "VkQueue", "vkQueueWaitIdle", chain, WaitForMadeQueue);
                 });
    RegisterCase(
        Api::kVulkan, cited, fmt::format("call_on_a_command_buffer_made_by_{}", place.name),
        [chain = place.chain](Case& c) {
          JudgeMade(c, "VkCommandBuffer", "vkBeginCommandBuffer", chain, BeginMadeCommandBuffer);
        });
  }
}

// The instance below a layer may be a wrapper of another layer. No document says whether the
// callback accepts that (LS_VK_CHAIN_2.r1); it must not report success and write nothing.
VULKAN_CASE(LLP_LAYER_19, callback_above_a_layer_that_wraps_instances, policy::LS_VK_CHAIN_2) {
  VulkanWorld world(c.subject());
  world.With(Maker(R"("VkInstance")"));
  world.With(Layer(kBelow).Behaviour(R"({"wrap": ["VkInstance"]})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.layers = {kMaker, kBelow}}) == VK_SUCCESS) app.DestroyInstance();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kMaker, kBelow)) << "both layers are in the chain";
  const std::vector<Event> calls = seen.Select(kMaker, "loader_data");
  ASSERT_SEEN(calls, SizeIs(1)) << "the upper layer creates an instance and calls the callback";
  if (calls[0].Number("result") == VK_SUCCESS) {
    EXPECT_SEEN(calls[0].Text("word"), Not("")) << kWhyFilled;
  }
}

}  // namespace
}  // namespace loadstone::suites::loader_callbacks
