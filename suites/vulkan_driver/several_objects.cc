// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_28: an application with several instances and devices, one after another and at
// once.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "suites/common/component_app.h"
#include "suites/common/threads.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::several_objects {
namespace {

constexpr char kFirst[] = "the first";
constexpr char kLater[] = "later ones";
constexpr int kRounds = 3;
constexpr char kAlone[] = "an error in one thread";
constexpr char kInThreads[] = "vkCreateInstance in two threads";
constexpr char kDevicesInThreads[] = "vkCreateDevice in two threads";
constexpr int kThreads = 2;
constexpr int kTimesInThreads = 20;

// A driver may have no memory, or no place, for another object at the same time.
bool IsAccepted(VkResult result) {
  return result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
         result == VK_ERROR_TOO_MANY_OBJECTS;
}

// What a device does for the application, as text.
std::string UseDevice(DriverApp& app) {
  const auto create = reinterpret_cast<PFN_vkCreateFence>(app.Device("vkCreateFence"));
  const auto status = reinterpret_cast<PFN_vkGetFenceStatus>(app.Device("vkGetFenceStatus"));
  const auto destroy = reinterpret_cast<PFN_vkDestroyFence>(app.Device("vkDestroyFence"));
  const auto wait = reinterpret_cast<PFN_vkDeviceWaitIdle>(app.Device("vkDeviceWaitIdle"));
  std::string text = app.queue() != VK_NULL_HANDLE ? "a queue" : "no queue";
  app.UseCommandBuffer();
  if (create == nullptr || status == nullptr || destroy == nullptr || wait == nullptr) return text;
  VkFenceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VkFence fence = VK_NULL_HANDLE;
  const VkResult result =
      Traced("vkCreateFence", [&] { return create(app.device(), &info, nullptr, &fence); });
  text += fmt::format(", vkCreateFence: {}", int{result});
  if (result == VK_SUCCESS) {
    const VkResult state = Traced("vkGetFenceStatus", [&] { return status(app.device(), fence); });
    text += fmt::format(", vkGetFenceStatus: {}", int{state});
    AppEvent("vkDestroyFence", "enter");
    destroy(app.device(), fence, nullptr);
    AppEvent("vkDestroyFence", "leave");
  }
  const VkResult idle = Traced("vkDeviceWaitIdle", [&] { return wait(app.device()); });
  return text + fmt::format(", vkDeviceWaitIdle: {}", int{idle});
}

// Uses each physical device of an instance, and a device of the first one; what came of it, as
// text.
std::string UseInstance(DriverApp& app) {
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  std::string text = fmt::format("physical devices: {}", devices.size());
  for (VkPhysicalDevice each : devices) app.UsePhysicalDevice(each);
  if (devices.empty()) return text;
  const VkResult result = app.CreateDevice(devices.front());
  text += fmt::format(", vkCreateDevice: {}", int{result});
  if (result != VK_SUCCESS) return text;
  text += ", " + UseDevice(app);
  app.DestroyDevice();
  return text;
}

// Collects what later objects do otherwise than the first.
class Comparison {
 public:
  explicit Comparison(std::string first) : first_(std::move(first)) { Note(kFirst, first_); }

  void Add(const std::string& which, const std::string& what) {
    if (what != first_) AddWrong(which, what);
  }
  void AddWrong(const std::string& which, const std::string& what) {
    wrong_.push_back(fmt::format("{}: {}", which, what));
  }
  // Whether there is another object; an error is added, unless it is accepted.
  bool Created(const std::string& which, const char* call, VkResult result, bool at_once) {
    if (result != VK_SUCCESS && !(at_once && IsAccepted(result))) {
      AddWrong(which, fmt::format("{} returns VkResult {}", call, int{result}));
    }
    return result == VK_SUCCESS;
  }
  // Must be called last.
  void Finish() { Note(kLater, fmt::format("{}", fmt::join(wrong_, "; "))); }

 private:
  std::string first_;
  std::vector<std::string> wrong_;
};

// A process that ends after the first object worked is a failure of this case.
void Judge(const Observation& seen, const char* requirement) {
  SKIP_FOR(WhyNoAnswer(seen, kFirst));
  auto answers = Answers(seen.events());
  if (const std::string policy = DriverBreaks(seen); !policy.empty()) AttributeFailureTo(policy);
  ASSERT_HOLDS(answers.contains(kLater)) << requirement << "; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(answers[kLater], "") << requirement << "; the first one: " << answers[kFirst];
}

void CreateOneAfterAnother(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  Comparison comparison(UseInstance(app));
  app.DestroyInstance();
  for (int i = 2; i <= kRounds; ++i) {
    const std::string which = fmt::format("instance {} after {} destroyed ones", i, i - 1);
    if (!comparison.Created(which, "vkCreateInstance", app.CreateInstance(), false)) break;
    comparison.Add(which, UseInstance(app));
    app.DestroyInstance();
  }
  comparison.Finish();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_28, an_instance_follows_another, policy::LDP_DRIVER_1) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, CreateOneAfterAnother);
  SKIP_FOR(WhyNoInstance(seen));
  Judge(seen, "an instance that is created after another was destroyed works like the first");
}

// Two instances of one library, which share no physical device.
void CreateAtOnce(const ComponentUnderTest& driver) {
  DriverApp first(driver);
  if (!first.usable() || first.CreateInstance() != VK_SUCCESS) return;
  Comparison comparison(UseInstance(first));
  const std::vector<VkPhysicalDevice> devices = first.PhysicalDevices();
  DriverApp second = first;
  const char* which = "a second instance beside the first";
  if (!comparison.Created(which, "vkCreateInstance", second.CreateInstance(), true)) {
    return comparison.Finish();
  }
  comparison.Add(which, UseInstance(second));
  for (VkPhysicalDevice each : second.PhysicalDevices()) {
    if (std::find(devices.begin(), devices.end(), each) == devices.end()) continue;
    comparison.AddWrong(which, "a handle of a physical device of the first");
    break;
  }
  comparison.Add("the first instance beside the second", UseInstance(first));
  first.DestroyInstance();
  comparison.Add("the second instance after the first was destroyed", UseInstance(second));
  which = "a third instance beside the second";
  if (comparison.Created(which, "vkCreateInstance", first.CreateInstance(), true)) {
    comparison.Add(which, UseInstance(first));
    second.DestroyInstance();
    comparison.Add("the third instance after the second was destroyed", UseInstance(first));
    first.DestroyInstance();
  }
  comparison.Finish();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_28, instances_work_beside_each_other, policy::LDP_DRIVER_1) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, CreateAtOnce);
  SKIP_FOR(WhyNoInstance(seen));
  Judge(seen, "several instances at once work like the first, each with its own physical devices");
}

void CreateDevicesOneAfterAnother(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  Comparison comparison(UseDevice(app));
  app.DestroyDevice();
  for (int i = 2; i <= kRounds; ++i) {
    const std::string which = fmt::format("device {} after {} destroyed ones", i, i - 1);
    const VkResult result = app.CreateDevice(devices.front());
    if (!comparison.Created(which, "vkCreateDevice", result, false)) break;
    comparison.Add(which, UseDevice(app));
    app.DestroyDevice();
  }
  comparison.Finish();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_28, a_device_follows_another, policy::LDP_DRIVER_1) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, CreateDevicesOneAfterAnother);
  SKIP_FOR(WhyNoDevice(seen));
  Judge(seen, "a device that is created after another was destroyed works like the first");
}

// Two devices of one physical device.
void CreateDevicesAtOnce(const ComponentUnderTest& driver) {
  DriverApp first(driver);
  if (!first.usable() || first.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = first.PhysicalDevices();
  if (devices.empty() || first.CreateDevice(devices.front()) != VK_SUCCESS) return;
  Comparison comparison(UseDevice(first));
  DriverApp second = first;
  const char* which = "a second device beside the first";
  const VkResult result = second.CreateDevice(devices.front());
  if (!comparison.Created(which, "vkCreateDevice", result, true)) return comparison.Finish();
  if (second.device() == first.device()) comparison.AddWrong(which, "the handle of the first");
  if (second.queue() != VK_NULL_HANDLE && second.queue() == first.queue()) {
    comparison.AddWrong(which, "the queue of the first");
  }
  comparison.Add(which, UseDevice(second));
  comparison.Add("the first device beside the second", UseDevice(first));
  if (second.device() == first.device()) return comparison.Finish();
  first.DestroyDevice();
  comparison.Add("the second device after the first was destroyed", UseDevice(second));
  second.DestroyDevice();
  comparison.Finish();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_28, devices_work_beside_each_other, policy::LDP_DRIVER_1) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, CreateDevicesAtOnce);
  SKIP_FOR(WhyNoDevice(seen));
  Judge(seen, "several devices of one physical device at once work like the first");
}

// The functions of an application in each thread.
struct Functions {
  PFN_vkCreateInstance create = nullptr;
  PFN_vkEnumeratePhysicalDevices enumerate = nullptr;
  PFN_vkDestroyInstance destroy = nullptr;
};

// Creates, uses and destroys an instance as a loader does, without traces: the events of two
// threads would mix.
VkResult UseOne(const Functions& functions) {
  static void* table[1] = {};
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_0;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  VkResult result = functions.create(&info, nullptr, &instance);
  if (result != VK_SUCCESS) return result;
  *reinterpret_cast<void**>(instance) = table;
  uint32_t count = 0;
  result = functions.enumerate(instance, &count, nullptr);
  functions.destroy(instance, nullptr);
  return result;
}

// Runs `use` many times in each of two threads, and compares what came of it with success.
template <typename Use>
void UseInThreads(const char* what, const char* calls, const Use& use) {
  Comparison comparison("no error");
  VkResult worst[kThreads] = {};
  AppEvent(what, "enter");
  InThreads(kThreads, [&](int number) {
    VkResult& mine = worst[number - 1];
    for (int i = 0; i < kTimesInThreads; ++i) mine = std::min(mine, use());
  });
  AppEvent(what, "leave");
  for (const VkResult result : worst) comparison.Created("in a thread", calls, result, true);
  comparison.Finish();
}

void CreateInThreads(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const Functions functions = {
      reinterpret_cast<PFN_vkCreateInstance>(app.Global("vkCreateInstance")),
      app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices"),
      app.Get<PFN_vkDestroyInstance>("vkDestroyInstance")};
  if (functions.create == nullptr || functions.enumerate == nullptr ||
      functions.destroy == nullptr) {
    return;
  }
  app.DestroyInstance();
  // What the threads do works in one thread.
  if (const VkResult alone = UseOne(functions); alone != VK_SUCCESS) {
    return Note(kAlone, std::to_string(alone));
  }
  UseInThreads(kInThreads, "vkCreateInstance or vkEnumeratePhysicalDevices",
               [&] { return UseOne(functions); });
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_28, two_threads_create_instances, policy::LDP_DRIVER_1) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, CreateInThreads);
  SKIP_FOR(WhyNoInstance(seen));
  if (auto answers = Answers(seen.events()); answers.contains(kAlone)) {
    SKIP_WITH(Unjudged("an instance after the first gave VkResult " + answers[kAlone],
                       {"LS_VK_DRIVER_28/an_instance_follows_another"}));
  }
  Judge(seen, "two threads that create and destroy instances at once both succeed");
}

// The functions of an application that has a device in each thread.
struct DeviceFunctions {
  PFN_vkCreateDevice create = nullptr;
  PFN_vkGetDeviceQueue get_queue = nullptr;
  PFN_vkDeviceWaitIdle wait = nullptr;
  PFN_vkDestroyDevice destroy = nullptr;
};

// Creates, uses and destroys a device as a loader does, without traces.
VkResult UseOneDevice(const DeviceFunctions& functions, VkPhysicalDevice physical_device) {
  static void* table[1] = {};
  const float priority = 1;
  VkDeviceQueueCreateInfo queues = {};
  queues.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queues.queueCount = 1;
  queues.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queues;
  VkDevice device = VK_NULL_HANDLE;
  VkResult result = functions.create(physical_device, &info, nullptr, &device);
  if (result != VK_SUCCESS) return result;
  *reinterpret_cast<void**>(device) = table;
  VkQueue queue = VK_NULL_HANDLE;
  functions.get_queue(device, 0, 0, &queue);
  if (queue != VK_NULL_HANDLE) *reinterpret_cast<void**>(queue) = table;
  result = queue == VK_NULL_HANDLE ? VK_ERROR_UNKNOWN : functions.wait(device);
  functions.destroy(device, nullptr);
  return result;
}

void CreateDevicesInThreads(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  app.DestroyDevice();
  const DeviceFunctions functions = {app.Get<PFN_vkCreateDevice>("vkCreateDevice"),
                                     app.Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue"),
                                     app.Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle"),
                                     app.Get<PFN_vkDestroyDevice>("vkDestroyDevice")};
  if (functions.create == nullptr || functions.get_queue == nullptr || functions.wait == nullptr ||
      functions.destroy == nullptr) {
    return;
  }
  // What the threads do works in one thread.
  if (const VkResult alone = UseOneDevice(functions, devices.front()); alone != VK_SUCCESS) {
    return Note(kAlone, std::to_string(alone));
  }
  UseInThreads(kDevicesInThreads, "vkCreateDevice, vkGetDeviceQueue or vkDeviceWaitIdle",
               [&] { return UseOneDevice(functions, devices.front()); });
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_28, two_threads_create_devices, policy::LDP_DRIVER_1) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, CreateDevicesInThreads);
  SKIP_FOR(WhyNoDevice(seen));
  if (auto answers = Answers(seen.events()); answers.contains(kAlone)) {
    SKIP_WITH(Unjudged("a device after the first gave VkResult " + answers[kAlone],
                       {"LS_VK_DRIVER_28/a_device_follows_another"}));
  }
  Judge(seen, "two threads that create and destroy devices of one instance at once both succeed");
}

}  // namespace
}  // namespace loadstone::suites::several_objects
