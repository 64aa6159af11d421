// SPDX-License-Identifier: Apache-2.0
#include "suites/common/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "harness/probe/app_trace.h"
#include "suites/common/counting_allocator.h"
#include "suites/vulkan/layer_work.h"

// Vulkan specification, "Threading Behavior": several threads call the loader at once. What they
// share needs no external synchronization in these commands.
namespace loadstone::suites::threads {
namespace {

constexpr char kWhy[] =
    "a call returns the same whether other threads call at the same time or not";
constexpr uint32_t kLayers = 3;
constexpr char kNobodyHasThis[] = "vkLoadstoneNobodyHasThis";

struct Row {
  const char* name;
  uint32_t layers;
  const char* behaviour;
};

constexpr Row kRows[] = {
    {"without_layers", 0, "{}"},
    {"through_3_layers", kLayers, "{}"},
    {"through_3_layers_that_wrap", kLayers,
     R"({"wrap": ["VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue"]})"},
};

VulkanWorld Machine(const Case& c, const Row& row) {
  VulkanWorld world(c.subject());
  for (const std::string& name : NumberedLayers(row.layers)) {
    world.With(Layer(name).Behaviour(row.behaviour));
  }
  return world.With(Driver("another"));
}

// The functions of a thread, which traces nothing: the calls of all threads would mix.
struct Functions {
  PFN_vkCreateInstance create_instance;
  PFN_vkDestroyInstance destroy_instance;
  PFN_vkEnumeratePhysicalDevices enumerate_devices;
  PFN_vkCreateDevice create_device;
  PFN_vkDestroyDevice destroy_device;
  PFN_vkGetDeviceProcAddr device_proc;
};

Functions FunctionsOf(const VulkanApp& app) {
  return {reinterpret_cast<PFN_vkCreateInstance>(app.GlobalProc("vkCreateInstance")),
          app.Get<PFN_vkDestroyInstance>("vkDestroyInstance"),
          app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices"),
          app.Get<PFN_vkCreateDevice>("vkCreateDevice"),
          app.Get<PFN_vkDestroyDevice>("vkDestroyDevice"),
          app.Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr")};
}

std::vector<VkPhysicalDevice> DevicesOf(const Functions& functions, VkInstance instance) {
  uint32_t count = 0;
  if (functions.enumerate_devices(instance, &count, nullptr) != VK_SUCCESS) return {};
  std::vector<VkPhysicalDevice> devices(count);
  if (functions.enumerate_devices(instance, &count, devices.data()) != VK_SUCCESS) return {};
  devices.resize(count);
  return devices;
}

VkDevice CreateDevice(const Functions& functions, VkPhysicalDevice physical_device,
                      const VkAllocationCallbacks* allocator = nullptr) {
  const float priority = 1;
  auto queue_info = Structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue_info.queueCount = 1;
  queue_info.pQueuePriorities = &priority;
  auto info = Structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue_info;
  VkDevice device = VK_NULL_HANDLE;
  const VkResult result = functions.create_device(physical_device, &info, allocator, &device);
  return result == VK_SUCCESS ? device : VK_NULL_HANDLE;
}

// Creates a device, uses and destroys it.
bool UseDevice(const Functions& functions, VkPhysicalDevice physical_device) {
  const VkDevice device = CreateDevice(functions, physical_device);
  if (device == VK_NULL_HANDLE) return false;
  const auto get_queue =
      reinterpret_cast<PFN_vkGetDeviceQueue>(functions.device_proc(device, "vkGetDeviceQueue"));
  const auto wait =
      reinterpret_cast<PFN_vkDeviceWaitIdle>(functions.device_proc(device, "vkDeviceWaitIdle"));
  const auto destroy =
      reinterpret_cast<PFN_vkDestroyDevice>(functions.device_proc(device, "vkDestroyDevice"));
  if (get_queue == nullptr || wait == nullptr || destroy == nullptr) return false;
  VkQueue queue = VK_NULL_HANDLE;
  get_queue(device, 0, 0, &queue);
  const bool good = queue != VK_NULL_HANDLE && wait(device) == VK_SUCCESS;
  destroy(device, nullptr);
  return good;
}

// Runs the rounds of threads beside an instance of the main thread, which keeps libraries loaded.
Observation ObserveRounds(
    Case& c, const Row& row,
    const std::function<bool(VulkanApp& app, const Functions& functions,
                             const std::vector<VkPhysicalDevice>& devices)>& round) {
  return Observe(c, Machine(c, row), [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = NumberedLayers(row.layers)}) != VK_SUCCESS) return;
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    const Functions functions = FunctionsOf(app);
    RoundsInThreads([&] { return round(app, functions, devices); });
    app.UseInstance();
    app.DestroyInstance();
  });
}

void ExpectWell(const Observation& seen) {
  ExpectGoodRounds(seen, kWhy);
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "all calls are valid";
}

void JudgeInstances(Case& c, const Row& row) {
  const std::vector<std::string> layers = NumberedLayers(row.layers);
  ExpectWell(
      ObserveRounds(c, row, [&](VulkanApp&, const Functions& functions, const auto& devices) {
        std::vector<const char*> names;
        for (const std::string& layer : layers) names.push_back(layer.c_str());
        auto info = Structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
        info.enabledLayerCount = static_cast<uint32_t>(names.size());
        info.ppEnabledLayerNames = names.data();
        VkInstance instance = VK_NULL_HANDLE;
        if (functions.create_instance(&info, nullptr, &instance) != VK_SUCCESS) return false;
        const bool good = DevicesOf(functions, instance).size() == devices.size();
        functions.destroy_instance(instance, nullptr);
        return good;
      }));
}

void JudgeDevices(Case& c, const Row& row) {
  ExpectWell(ObserveRounds(c, row, [](VulkanApp&, const Functions& functions, const auto& devices) {
    return std::all_of(devices.begin(), devices.end(),
                       [&](VkPhysicalDevice device) { return UseDevice(functions, device); });
  }));
}

void JudgeQueries(Case& c, const Row& row) {
  ExpectWell(
      ObserveRounds(c, row, [](VulkanApp& app, const Functions& functions, const auto& devices) {
        return DevicesOf(functions, app.instance()) == devices &&
               app.InstanceProc("vkCreateDevice") ==
                   reinterpret_cast<PFN_vkVoidFunction>(functions.create_device) &&
               app.InstanceProc(kNobodyHasThis) == nullptr;
      }));
}

void JudgeLists(Case& c, const Row& row) {
  ExpectWell(ObserveRounds(c, row, [&row](VulkanApp& app, const Functions&, const auto&) {
    const auto layers = reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(
        app.GlobalProc("vkEnumerateInstanceLayerProperties"));
    const auto extensions = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
        app.GlobalProc("vkEnumerateInstanceExtensionProperties"));
    VkLayerProperties properties[kLayers] = {};
    uint32_t count = kLayers;
    if (layers(&count, properties) != VK_SUCCESS || count != row.layers) return false;
    return extensions(nullptr, &count, nullptr) == VK_SUCCESS && count != 0;
  }));
}

constexpr int kDevices = 32;
constexpr int kRepetitions = 3;

// Overwrites memory that is freed, and lets other threads run: a loader in one of them that still
// reads the memory, such as the driver's handle of a device that is being destroyed, does not go on
// by chance.
VKAPI_ATTR void VKAPI_CALL OverwriteAndYield(void* allocator, void* memory) {
  static_cast<CountingAllocator*>(allocator)->callbacks()->pfnFree(allocator, memory);
  std::this_thread::yield();
}

// Creates devices and destroys them; returns how many there were.
int CreateAndDestroyDevices(const Functions& functions, VkPhysicalDevice physical_device) {
  CountingAllocator allocator;
  VkAllocationCallbacks destroying = *allocator.callbacks();
  destroying.pfnFree = OverwriteAndYield;
  VkDevice devices[kDevices];
  int created = 0;
  for (VkDevice& device : devices) {
    device = CreateDevice(functions, physical_device, allocator.callbacks());
    created += device != VK_NULL_HANDLE ? 1 : 0;
  }
  for (const VkDevice device : devices) functions.destroy_device(device, &destroying);
  return created;
}

// In the probe: one thread creates and destroys devices while the others ask a device that exists
// throughout for a function that it has and for one that it does not have.
void GetFunctionsBesideDevices(VulkanApp& app) {
  const Functions functions = FunctionsOf(app);
  const std::vector<VkPhysicalDevice> physical_devices = DevicesOf(functions, app.instance());
  if (physical_devices.empty()) return;
  const VkDevice device = CreateDevice(functions, physical_devices[0]);
  if (device == VK_NULL_HANDLE) return;
  int created = 0;
  std::atomic<bool> done = false;
  std::atomic<int> wrong = 0;
  InThreads(kThreads, [&](int number) {
    if (number == 1) {
      created = CreateAndDestroyDevices(functions, physical_devices[0]);
      done = true;
    }
    while (!done) {
      const bool good = functions.device_proc(device, "vkDeviceWaitIdle") != nullptr &&
                        functions.device_proc(device, kNobodyHasThis) == nullptr;
      wrong += good ? 0 : 1;
    }
  });
  AppEvent("functions").Add("created", int64_t{created}).Add("wrong", int64_t{wrong});
  functions.destroy_device(device, nullptr);
}

void JudgeFunctions(Case& c) {
  const Observation seen = Observe(c, Machine(c, kRows[0]), [](VulkanApp& app) {
    if (app.CreateInstance() != VK_SUCCESS) return;
    for (int i = 0; i < kRepetitions; ++i) GetFunctionsBesideDevices(app);
    app.DestroyInstance();
  });
  const std::vector<Event> events = seen.Select(kAppName, "functions");
  EXPECT_SEEN(events, SizeIs(kRepetitions)) << "a device is created";
  for (const Event& event : events) {
    EXPECT_SEEN(event.Number("created"), kDevices) << kWhy;
    EXPECT_SEEN(event.Number("wrong"), 0) << kWhy;
  }
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    const auto add = [&row](const char* what, void (*judge)(Case&, const Row&)) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_THREADS_1}, fmt::format("{}_{}", what, row.name),
                   [&row, judge](Case& c) { judge(c, row); });
    };
    add("instances", JudgeInstances);
    add("devices_of_one_instance", JudgeDevices);
    add("queries_of_one_instance", JudgeQueries);
  }
  RegisterCase(Api::kVulkan, {policy::LS_VK_THREADS_1}, "functions_of_a_device_beside_others",
               JudgeFunctions);
  RegisterCase(Api::kVulkan, {policy::LS_VK_THREADS_1}, "lists_of_layers_and_extensions",
               [](Case& c) { JudgeLists(c, kRows[1]); });
}

}  // namespace
}  // namespace loadstone::suites::threads
