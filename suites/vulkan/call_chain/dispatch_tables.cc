// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/common/list_limits.h"
#include "suites/vulkan/call_chain/command_names.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Creating New Dispatchable Objects" and LLP_LAYER_19: dispatchable objects
// begin with the pointer to their dispatch table, and a layer that creates such objects sets that
// pointer with the loader's callbacks.
namespace loadstone::suites::dispatch_tables {
namespace {

constexpr char kWrap[] = "VK_LAYER_LS_wrap";
constexpr char kBelow[] = "VK_LAYER_LS_below";

constexpr const char* kDispatchable[] = {"VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue",
                                         "VkCommandBuffer"};

// Allocates all of `buffers` at once, from a new pool.
VkResult AllocateCommandBuffers(VulkanApp& app, std::vector<VkCommandBuffer>& buffers) {
  VkCommandPoolCreateInfo pool_info = {};
  pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandBufferCount = static_cast<uint32_t>(buffers.size());
  app.Get<PFN_vkCreateCommandPool>("vkCreateCommandPool")(app.device(), &pool_info, nullptr,
                                                          &info.commandPool);
  return app.Get<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(app.device(), &info,
                                                                           buffers.data());
}

// Traces the first words of an instance and its physical devices, and of a device and its children.
void TraceWords(VulkanApp& app) {
  std::vector<std::string> of_instance = {DispatchWord(app.instance())};
  for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
    of_instance.push_back(DispatchWord(device));
  }
  AppEvent("words").Add("of_instance", of_instance);
  if (app.CreateDevice() != VK_SUCCESS) return;
  std::vector<std::string> of_device = {DispatchWord(app.device())};
  VkQueue queue = VK_NULL_HANDLE;
  app.Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(app.device(), 0, 0, &queue);
  of_device.push_back(DispatchWord(queue));
  std::vector<VkCommandBuffer> buffers(2);
  AllocateCommandBuffers(app, buffers);
  for (const VkCommandBuffer buffer : buffers) of_device.push_back(DispatchWord(buffer));
  AppEvent("words").Add("of_device", of_device);
}

std::vector<std::vector<std::string>> Words(const Observation& seen, const char* key) {
  std::vector<std::vector<std::string>> words;
  for (const Event& event : seen.Select(kAppName, "words")) {
    if (event.Has(key)) words.push_back(event.List(key));
  }
  return words;
}

std::vector<std::string> Distinct(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

void ExpectCommonWords(const Observation& seen) {
  const auto of_instances = Words(seen, "of_instance");
  const auto of_devices = Words(seen, "of_device");
  ASSERT_SEEN(of_instances, SizeIs(1)) << "an instance can be created";
  ASSERT_SEEN(of_devices, SizeIs(1)) << "a device can be created";
  EXPECT_SEEN(of_instances[0], SizeIs(3)) << "the instance has two physical devices";
  EXPECT_SEEN(Distinct(of_instances[0]), SizeIs(1))
      << "an instance and its physical devices begin with the same dispatch table pointer";
  EXPECT_SEEN(Distinct(of_devices[0]), SizeIs(1))
      << "a device, its queues and its command buffers begin with the same dispatch table pointer";
  EXPECT_SEEN(Distinct({of_instances[0][0], of_devices[0][0], "0x0"}), SizeIs(3))
      << "instance and device have two different tables, and none is missing";
}

VulkanWorld WorldOfTwoDevices(const Case& c) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(
      Driver("driver").Behaviour(R"({"physical_devices": [{"name": "one"}, {"name": "two"}]})"));
  return world;
}

// The first word, without layers and through layers that wrap nothing or everything.
REGISTER_CASES {
  for (const int count : {0, 1, 3}) {
    for (const bool wrapping : {false, true}) {
      if (count == 0 && wrapping) continue;
      RegisterCase(
          Api::kVulkan, {policy::LLP_LAYER_19, policy::LS_VK_CHAIN_7},
          fmt::format("first_words_through_{}_{}layers", count, wrapping ? "wrapping_" : ""),
          [count, wrapping](Case& c) {
            VulkanWorld world = WorldOfTwoDevices(c);
            for (const std::string& name : NumberedLayers(count)) {
              Layer layer(name);
              if (wrapping) {
                layer.Behaviour(R"({"wrap": ["VkInstance", "VkPhysicalDevice", "VkDevice",
                    "VkQueue", "VkCommandBuffer"]})");
              }
              world.With(layer);
            }
            ExpectCommonWords(Observe(c, world, [count](VulkanApp& app) {
              if (app.CreateInstance({.layers = NumberedLayers(count)}) == VK_SUCCESS) {
                TraceWords(app);
              }
            }));
          });
    }
  }
}

VULKAN_CASE(LLP_LAYER_19, first_words_of_two_instances_differ, policy::LS_VK_CHAIN_7) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()), [](VulkanApp& app) {
    for (int i = 0; i < 2; ++i) {
      if (app.CreateInstance() == VK_SUCCESS) TraceWords(app);
    }
  });
  std::vector<std::string> tables;
  for (const char* key : {"of_instance", "of_device"}) {
    for (const auto& words : Words(seen, key)) tables.push_back(words[0]);
  }
  EXPECT_SEEN(tables, SizeIs(4)) << "two instances with a device each can be created";
  EXPECT_SEEN(Distinct(tables), SizeIs(4)) << "each instance and each device has a dispatch table "
                                              "of its own, so that a layer can identify them by it";
}

// A queue from the Vulkan 1.1 function: its first word, and a queue function from
// vkGetInstanceProcAddr, which needs that word.
REGISTER_CASES {
  for (const int count : {0, 2}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_CHAIN_7, policy::LLP_LAYER_19},
        fmt::format("queue_of_get_device_queue_2_through_{}_layers", count), [count](Case& c) {
          VulkanWorld world(c.subject());
          for (const std::string& name : NumberedLayers(count)) world.With(Layer(name));
          const Observation seen = Observe(c, world, [count](VulkanApp& app) {
            const bool created =
                app.CreateInstance({.layers = NumberedLayers(count),
                                    .api_version = VK_API_VERSION_1_1}) == VK_SUCCESS &&
                app.CreateDevice() == VK_SUCCESS;
            if (!created) return;
            VkDeviceQueueInfo2 info = {};
            info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2;
            VkQueue queue = VK_NULL_HANDLE;
            app.Get<PFN_vkGetDeviceQueue2>("vkGetDeviceQueue2")(app.device(), &info, &queue);
            AppEvent("words").Add("of_device", std::vector<std::string>{DispatchWord(app.device()),
                                                                        DispatchWord(queue)});
            const VkResult result = app.Get<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue);
            AppEvent("waited").Add("result", int64_t{result});
          });
          const auto words = Words(seen, "of_device");
          ASSERT_SEEN(words, SizeIs(1)) << "a device can be created";
          EXPECT_SEEN(Distinct(words[0]), SizeIs(1))
              << "a device and its queue begin with the same dispatch table pointer";
          const auto waited = seen.First(kAppName, "waited");
          ASSERT_HOLDS(waited.has_value()) << "the queue can be used";
          EXPECT_SEEN(waited->Number("result"), VK_SUCCESS) << "the queue can be used";
        });
  }
}

// Two queues of each kind. Only vkGetDeviceQueue2 returns those that were created with flags.
struct QueueKind {
  uint32_t family;
  VkDeviceQueueCreateFlags flags;
};
constexpr QueueKind kQueueKinds[] = {{0, 0}, {0, VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT}, {1, 0}};
constexpr uint32_t kQueuesOfKind = 2;

VkDevice CreateDeviceWithQueues(VulkanApp& app) {
  constexpr float kPriorities[kQueuesOfKind] = {1, 1};
  VkPhysicalDeviceProtectedMemoryFeatures features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES;
  features.protectedMemory = VK_TRUE;
  std::vector<VkDeviceQueueCreateInfo> queues;
  for (const QueueKind& kind : kQueueKinds) {
    VkDeviceQueueCreateInfo& each = queues.emplace_back();
    each.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    each.flags = kind.flags;
    each.queueFamilyIndex = kind.family;
    each.queueCount = kQueuesOfKind;
    each.pQueuePriorities = kPriorities;
  }
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features;
  info.queueCreateInfoCount = static_cast<uint32_t>(queues.size());
  info.pQueueCreateInfos = queues.data();
  VkDevice device = VK_NULL_HANDLE;
  const auto describe = app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      "vkGetPhysicalDeviceQueueFamilyProperties");
  for (const VkPhysicalDevice each : app.EnumeratePhysicalDevices()) {
    uint32_t families = 0;
    describe(each, &families, nullptr);
    app.Get<PFN_vkCreateDevice>("vkCreateDevice")(each, &info, nullptr, &device);
  }
  return device;
}

// Uses each queue of a new device, and traces their first words and the device's. The functions
// that return queues are those of vkGetDeviceProcAddr or of vkGetInstanceProcAddr.
void UseEachQueue(VulkanApp& app, bool by_device, bool newer) {
  const VkDevice device = CreateDeviceWithQueues(app);
  if (device == VK_NULL_HANDLE) return;
  const auto of_device = app.Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
  const auto find = [&](const char* name) {
    return by_device ? of_device(device, name) : app.InstanceProc(name);
  };
  const auto get = reinterpret_cast<PFN_vkGetDeviceQueue>(find("vkGetDeviceQueue"));
  const auto get2 = reinterpret_cast<PFN_vkGetDeviceQueue2>(find("vkGetDeviceQueue2"));
  std::vector<std::string> words = {DispatchWord(device)};
  for (const QueueKind& kind : kQueueKinds) {
    if (!newer && kind.flags != 0) continue;
    for (uint32_t i = 0; i < kQueuesOfKind; ++i) {
      VkDeviceQueueInfo2 info = {};
      info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2;
      info.flags = kind.flags;
      info.queueFamilyIndex = kind.family;
      info.queueIndex = i;
      VkQueue queue = VK_NULL_HANDLE;
      if (newer) {
        get2(device, &info, &queue);
      } else {
        get(device, kind.family, i, &queue);
      }
      words.push_back(DispatchWord(queue));
      app.Get<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue);
    }
  }
  AppEvent("words").Add("of_device", words);
}

REGISTER_CASES {
  for (const int count : {0, 2}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_CHAIN_7, policy::LLP_LAYER_19},
        fmt::format("queues_of_each_kind_through_{}_layers", count), [count](Case& c) {
          VulkanWorld world(c.subject());
          world.WithoutDriver().With(Driver(kDefaultDriver).Behaviour(R"({"physical_devices": [
              {"queue_families": [{"flags": 31, "count": 4}, {"flags": 15, "count": 2}]}]})"));
          for (const std::string& name : NumberedLayers(count)) world.With(Layer(name));
          const Observation seen = Observe(c, world, [count](VulkanApp& app) {
            if (app.CreateInstance({.layers = NumberedLayers(count),
                                    .api_version = VK_API_VERSION_1_1}) == VK_SUCCESS) {
              for (const bool by_device : {false, true}) {
                for (const bool newer : {false, true}) UseEachQueue(app, by_device, newer);
              }
            }
          });
          const auto words = Words(seen, "of_device");
          ASSERT_SEEN(words, SizeIs(4)) << "devices can be created, and their queues can be used";
          for (const std::vector<std::string>& of_one : words) {
            EXPECT_SEEN(Distinct(of_one), SizeIs(1))
                << "a device and each of its queues begin with the same dispatch table pointer";
          }
          EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
              << "the driver is called as its API allows";
        });
  }
}

// Allocates `count` command buffers at once, records nothing in each, and traces their first words.
void TraceCommandBuffers(VulkanApp& app, uint32_t count) {
  std::vector<VkCommandBuffer> buffers(count);
  const VkResult result = AllocateCommandBuffers(app, buffers);
  AppEvent("allocated").Add("result", int64_t{result});
  if (result != VK_SUCCESS) return;
  std::vector<std::string> of_device = {DispatchWord(app.device())};
  for (const VkCommandBuffer buffer : buffers) of_device.push_back(DispatchWord(buffer));
  AppEvent("words").Add("of_device", of_device);
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  int64_t recorded = 0;
  for (const VkCommandBuffer buffer : buffers) {
    const bool done =
        app.Get<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer")(buffer, &begin) == VK_SUCCESS &&
        app.Get<PFN_vkEndCommandBuffer>("vkEndCommandBuffer")(buffer) == VK_SUCCESS;
    recorded += done ? 1 : 0;
  }
  AppEvent("recorded").Add("count", recorded);
}

REGISTER_CASES {
  for (const int buffers : kListLengths) {
    for (const int layers : {0, 2}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_7, policy::LLP_LAYER_19},
                   fmt::format("{}_command_buffers_through_{}_layers", buffers, layers),
                   [buffers, layers](Case& c) {
                     VulkanWorld world(c.subject());
                     for (const std::string& name : NumberedLayers(layers)) world.With(Layer(name));
                     const Observation seen = Observe(c, world, [buffers, layers](VulkanApp& app) {
                       if (app.CreateInstance({.layers = NumberedLayers(layers)}) != VK_SUCCESS)
                         return;
                       if (app.CreateDevice() != VK_SUCCESS) return;
                       TraceCommandBuffers(app, static_cast<uint32_t>(buffers));
                     });
                     const auto words = Words(seen, "of_device");
                     ASSERT_SEEN(words, SizeIs(1)) << "command buffers can be allocated";
                     EXPECT_SEEN(Distinct(words[0]), SizeIs(1))
                         << "each of " << buffers
                         << " command buffers begins with the dispatch table pointer of its device";
                     const auto recorded = seen.First(kAppName, "recorded");
                     ASSERT_HOLDS(recorded.has_value()) << "each command buffer can be used";
                     EXPECT_SEEN(recorded->Number("count"), int64_t{buffers})
                         << "each command buffer can be used";
                   });
    }
  }
}

// Every layer of a chain gets the callback, in every creation.
VULKAN_CASE(LLP_LAYER_19, callbacks_are_offered_to_each_of_16_layers, policy::LS_VK_CHAIN_2) {
  VulkanWorld world(c.subject());
  for (const std::string& name : NumberedLayers(16)) world.With(Layer(name));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (int i = 0; i < 2; ++i) app.RunFullSequence({.layers = NumberedLayers(16)});
  });
  for (const char* command : {"vkCreateInstance", "vkCreateDevice"}) {
    const std::vector<Event> entries = LayerEntries(seen, command);
    EXPECT_SEEN(entries, SizeIs(32)) << "each layer is entered at each creation";
    for (const Event& event : entries) {
      EXPECT_SEEN(event.Flag("set_loader_data"), true)
          << event.who() << " must be given the loader's callback in " << command;
    }
  }
}

// A layer creates objects of one type: it sets the pointer with the callback, or copies that of the
// parent, as layers did before the callback existed.
void JudgeMade(Case& c, const char* type, bool copied) {
  const std::string behaviour =
      fmt::format(R"({{"wrap": ["{}"], "copy_dispatch": {}}})", type, copied);
  const Observation seen = Observe(
      c, VulkanWorld(c.subject()).With(Layer(kWrap).Behaviour(behaviour)).With(Layer(kBelow)),
      [](VulkanApp& app) {
        RunObjects(app, {.layers = {kWrap, kBelow}});
      });
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray({kWrap, kBelow}))
      << "both layers are in the device chain";
  EXPECT_SEEN(Results(seen), AllOf(Contains("vkQueueSubmit 0"), Each(EndsWith(" 0"))))
      << "objects that a layer created and initialised work like those of the driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "an object that a layer created has the dispatch table of its instance or device";
}

REGISTER_CASES {
  for (const char* type : kDispatchable) {
    for (const bool copied : {false, true}) {
      RegisterCase(Api::kVulkan, {policy::LLP_LAYER_19, policy::LS_VK_CHAIN_2},
                   fmt::format("{}_made_by_a_layer_with_{}", SnakeCase(type),
                               copied ? "its_parents_pointer" : "the_callback"),
                   [type, copied](Case& c) { JudgeMade(c, type, copied); });
    }
  }
}

// A layer whose objects have no dispatch table: a loader that uses them may crash. The report names
// the layer, and judges only the chain that the loader created before.
void JudgeWithout(Case& c, const char* type) {
  const std::string behaviour =
      fmt::format(R"({{"wrap": ["{}"], "misbehave": ["no_dispatch_table"]}})", type);
  c.AnyEnding();
  const Observation seen = Observe(
      c, VulkanWorld(c.subject()).With(Layer(kWrap).Behaviour(behaviour)).With(Layer(kBelow)),
      [](VulkanApp& app) {
        RunObjects(app, {.layers = {kWrap, kBelow}});
      });
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray({kWrap, kBelow}))
      << "a later mistake of a layer removes no layer from the chain";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "the chain ends in the driver";
  EXPECT_SEEN(seen.Select(kBelow, "violation"), IsEmpty())
      << "the layer below, which created no objects, gets its own objects";
  NameLayer(seen, kWrap, fmt::format("made a {} without dispatch table", type));
}

REGISTER_CASES {
  for (const char* type : kDispatchable) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_19, policy::LS_VK_CHAIN_4},
                 fmt::format("{}_made_without_dispatch_table", SnakeCase(type)),
                 [type](Case& c) { JudgeWithout(c, type); });
  }
}

}  // namespace
}  // namespace loadstone::suites::dispatch_tables
