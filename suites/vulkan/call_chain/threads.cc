// SPDX-License-Identifier: Apache-2.0
#include "suites/common/threads.h"

#include <fmt/format.h>

#include <algorithm>
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

VkInstance CreateInstance(const Functions& functions, const std::vector<std::string>& layers,
                          const VkAllocationCallbacks* allocator = nullptr) {
  std::vector<const char*> names;
  for (const std::string& layer : layers) names.push_back(layer.c_str());
  auto info = Structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.enabledLayerCount = static_cast<uint32_t>(names.size());
  info.ppEnabledLayerNames = names.data();
  VkInstance instance = VK_NULL_HANDLE;
  const VkResult result = functions.create_instance(&info, allocator, &instance);
  return result == VK_SUCCESS ? instance : VK_NULL_HANDLE;
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

// What uses the app's instance and its physical devices.
template <typename Result>
using Use = std::function<Result(VulkanApp& app, const Functions& functions,
                                 const std::vector<VkPhysicalDevice>& devices)>;

// Runs the rounds of threads beside an instance of the main thread, which keeps libraries loaded.
Observation ObserveRounds(Case& c, const Row& row, const Use<bool>& round) {
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
        const VkInstance instance = CreateInstance(functions, layers);
        if (instance == VK_NULL_HANDLE) return false;
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

// Whether the app's instance has these devices, and the functions that an instance has.
bool AnswersWell(VulkanApp& app, const Functions& functions,
                 const std::vector<VkPhysicalDevice>& devices) {
  return DevicesOf(functions, app.instance()) == devices &&
         app.InstanceProc("vkCreateDevice") ==
             reinterpret_cast<PFN_vkVoidFunction>(functions.create_device) &&
         app.InstanceProc(kNobodyHasThis) == nullptr;
}

void JudgeQueries(Case& c, const Row& row) { ExpectWell(ObserveRounds(c, row, AnswersWell)); }

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

constexpr int kRepetitions = 3;

// Overwrites memory that is freed, and lets other threads run: a loader in one of them that still
// reads the memory, such as the driver's handle of a device that is being destroyed, does not go on
// by chance.
VKAPI_ATTR void VKAPI_CALL OverwriteAndYield(void* allocator, void* memory) {
  static_cast<CountingAllocator*>(allocator)->callbacks()->pfnFree(allocator, memory);
  std::this_thread::yield();
}

// Creates objects and destroys them, with an allocator of their own; returns how many there were.
template <typename Handle, typename Destroy>
int CreateAndDestroy(const std::function<Handle(const VkAllocationCallbacks*)>& create,
                     Destroy destroy) {
  CountingAllocator allocator;
  VkAllocationCallbacks destroying = *allocator.callbacks();
  destroying.pfnFree = OverwriteAndYield;
  Handle objects[kObjects];
  int created = 0;
  for (Handle& object : objects) {
    object = create(allocator.callbacks());
    created += object != VK_NULL_HANDLE ? 1 : 0;
  }
  for (const Handle object : objects) destroy(object, &destroying);
  return created;
}

// `use` calls UseBesideOthers in the probe, in which there is an instance.
void JudgeBesideOthers(Case& c, const Row& row, const Use<void>& use) {
  const Observation seen = Observe(c, Machine(c, row), [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = NumberedLayers(row.layers)}) != VK_SUCCESS) return;
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    const Functions functions = FunctionsOf(app);
    for (int i = 0; i < kRepetitions && !devices.empty(); ++i) use(app, functions, devices);
    app.DestroyInstance();
  });
  ExpectGoodBesideOthers(seen, kRepetitions, kWhy);
}

// Asks a device for a function that it has and for one that it does not have.
void JudgeFunctionsOfDevice(Case& c, const Row& row) {
  JudgeBesideOthers(c, row, [](VulkanApp&, const Functions& functions, const auto& devices) {
    const VkDevice device = CreateDevice(functions, devices[0]);
    if (device == VK_NULL_HANDLE) return;
    UseBesideOthers(
        [&] {
          return CreateAndDestroy<VkDevice>(
              [&](const VkAllocationCallbacks* allocator) {
                return CreateDevice(functions, devices[0], allocator);
              },
              functions.destroy_device);
        },
        [&] {
          return functions.device_proc(device, "vkDeviceWaitIdle") != nullptr &&
                 functions.device_proc(device, kNobodyHasThis) == nullptr;
        });
    functions.destroy_device(device, nullptr);
  });
}

// `is_good` uses the instance that exists throughout, while others are created and destroyed.
void JudgeInstanceBesideOthers(Case& c, const Row& row, const Use<bool>& is_good) {
  JudgeBesideOthers(c, row, [&](VulkanApp& app, const Functions& functions, const auto& devices) {
    const std::vector<std::string> layers = NumberedLayers(row.layers);
    UseBesideOthers(
        [&] {
          return CreateAndDestroy<VkInstance>(
              [&](const VkAllocationCallbacks* allocator) {
                return CreateInstance(functions, layers, allocator);
              },
              functions.destroy_instance);
        },
        [&] { return is_good(app, functions, devices); });
  });
}

void JudgeFunctionsOfInstance(Case& c, const Row& row) {
  JudgeInstanceBesideOthers(c, row, AnswersWell);
}

void JudgeDevicesOfInstance(Case& c, const Row& row) {
  JudgeInstanceBesideOthers(c, row,
                            [](VulkanApp&, const Functions& functions, const auto& devices) {
                              return UseDevice(functions, devices[0]);
                            });
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
  const auto add_beside_others = [](const char* what, void (*judge)(Case&, const Row&)) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_THREADS_1}, fmt::format("{}_beside_others", what),
                 [judge](Case& c) { judge(c, kRows[0]); });
  };
  add_beside_others("functions_of_a_device", JudgeFunctionsOfDevice);
  add_beside_others("functions_of_an_instance", JudgeFunctionsOfInstance);
  add_beside_others("devices_of_an_instance", JudgeDevicesOfInstance);
  RegisterCase(Api::kVulkan, {policy::LS_VK_THREADS_1}, "lists_of_layers_and_extensions",
               [](Case& c) { JudgeLists(c, kRows[1]); });
}

}  // namespace
}  // namespace loadstone::suites::threads
