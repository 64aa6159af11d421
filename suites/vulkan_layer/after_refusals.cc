// SPDX-License-Identifier: Apache-2.0
// Applications whose creation of an instance or device fails below the layer, and which go on with
// others: "Requirements of Well-Behaved Layers", LLP_LAYER_1 and 2, and "Layer Conventions and
// Rules", LLP_LAYER_14. The device is refused for a feature that the physical device does not
// support: vkCreateDevice must then return VK_ERROR_FEATURE_NOT_PRESENT ("vkCreateDevice" and
// "Features" of the Vulkan specification). The instance is refused by the witness below.

#include <algorithm>

#include "suites/common/counting_allocator.h"
#include "suites/vulkan_layer/device_work.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::after_refusals {
namespace {

constexpr char kRefusedApplication[] = "LS refused";
constexpr char kBlocks[] = "blocks";
constexpr char kAsked[] = "asked";
constexpr char kBelowRefuses[] = R"({"refused_application": "LS refused"})";

// A layer may return another error than the one from below.
void TraceRefusal(const char* command, VkResult result) {
  TraceLine(std::string(command) + (result < VK_SUCCESS ? " fails" : " succeeds"));
}

// Why there was no refusal of an instance below the layer: a layer may give the application another
// name, by which the witness then does not know it. Empty if there was one.
SkipReason WhyNotRefusedBelow(const LayerComparison& runs) {
  for (const Event& event : runs.with()) {
    if (event.who() == kBelow && event.what() == "vkCreateInstance" && event.phase() == "leave" &&
        event.Number("result") < VK_SUCCESS) {
      return {};
    }
  }
  return "the layer below did not get the application that it refuses";
}

// The application does not use an instance that it should not have got.
void AskForRefusedInstance(const VulkanApp& app, const LayerNames& layers,
                           const VkAllocationCallbacks* allocator = nullptr) {
  auto application = Structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = kRefusedApplication;
  application.apiVersion = VK_API_VERSION_1_0;
  std::vector<const char*> names;
  for (const std::string& layer : layers) names.push_back(layer.c_str());
  auto info = Structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  info.enabledLayerCount = static_cast<uint32_t>(names.size());
  info.ppEnabledLayerNames = names.data();
  VkInstance instance = VK_NULL_HANDLE;
  TraceRefusal("the refused vkCreateInstance",
               reinterpret_cast<PFN_vkCreateInstance>(app.GlobalProc("vkCreateInstance"))(
                   &info, allocator, &instance));
}

// The feature that the mock driver's physical devices lack. A layer may report it, but then the
// application has no reason to expect a refusal.
bool HasFeature(const VulkanApp& app, VkPhysicalDevice physical_device) {
  VkPhysicalDeviceFeatures supported = {};
  app.Get<PFN_vkGetPhysicalDeviceFeatures>("vkGetPhysicalDeviceFeatures")(physical_device,
                                                                          &supported);
  return supported.sparseBinding != VK_FALSE;
}

VkResult CreateDeviceWith(const VulkanApp& app, VkPhysicalDevice physical_device,
                          const VkPhysicalDeviceFeatures* features,
                          const VkAllocationCallbacks* allocator, VkDevice* device) {
  const float priority = 1;
  auto queue = Structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  auto info = Structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.pEnabledFeatures = features;
  return app.Get<PFN_vkCreateDevice>("vkCreateDevice")(physical_device, &info, allocator, device);
}

// Asks for a device with a feature that is missing. Returns false if it is not missing.
bool AskForRefusedDevice(const VulkanApp& app, VkPhysicalDevice physical_device,
                         const VkAllocationCallbacks* allocator = nullptr) {
  if (HasFeature(app, physical_device)) {
    TraceNotOffered("feature that the physical device does not support");
    return false;
  }
  VkPhysicalDeviceFeatures requested = {};
  requested.sparseBinding = VK_TRUE;
  VkDevice device = VK_NULL_HANDLE;
  TraceRefusal("vkCreateDevice with a feature that is not supported",
               CreateDeviceWith(app, physical_device, &requested, allocator, &device));
  return true;
}

// The first device lives on while another one is refused; a second one is created and outlives it.
void UseDevicesAroundRefusal(const VulkanApp& app, VkPhysicalDevice physical_device) {
  const auto destroy = app.Get<PFN_vkDestroyDevice>("vkDestroyDevice");
  const auto create = [&](VkDevice* device) {
    return TraceCall("vkCreateDevice",
                     CreateDeviceWith(app, physical_device, nullptr, nullptr, device));
  };
  VkDevice first = VK_NULL_HANDLE;
  VkDevice second = VK_NULL_HANDLE;
  if (!create(&first)) return;
  if (AskForRefusedDevice(app, physical_device)) {
    TraceLine("use of the device that was there before");
    UseDevice(app, {physical_device, first});
    if (create(&second)) UseDevice(app, {physical_device, second});
  }
  destroy(first, nullptr);
  if (second == VK_NULL_HANDLE) return;
  TraceLine("use of the second without the first");
  UseDevice(app, {physical_device, second});
  destroy(second, nullptr);
}

VULKAN_LAYER_CASE(LLP_LAYER_1, devices_live_on_after_a_refusal, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunWithInstance(c, VK_API_VERSION_1_0, [](VulkanApp& app) {
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    if (devices.empty()) return TraceNotOffered("physical device");
    UseDevicesAroundRefusal(app, devices.front());
  });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

void CreateAndUseDevice(VulkanApp& app, VkPhysicalDevice physical_device) {
  if (!TraceCall("vkCreateDevice", app.CreateDevice())) return;
  UseDevice(app, {physical_device, app.device()});
  app.DestroyDevice();
}

// The first device of an instance is refused, so that the layer has no other one at that time.
VULKAN_LAYER_CASE(LLP_LAYER_1, a_device_follows_a_refusal, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunWithInstance(c, VK_API_VERSION_1_0, [](VulkanApp& app) {
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    if (devices.empty()) return TraceNotOffered("physical device");
    for (int i = 0; i < 2; ++i) {
      if (!AskForRefusedDevice(app, devices.front())) return;
    }
    CreateAndUseDevice(app, devices.front());
  });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

void UseInstance(VulkanApp& app) {
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  if (devices.empty()) return TraceNotOffered("physical device");
  CreateAndUseDevice(app, devices.front());
}

// The first instance keeps the libraries loaded, so that what is judged is not how a loader loads
// them again.
VULKAN_LAYER_CASE(LLP_LAYER_1, instances_live_on_after_a_refusal, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunTwice(c,
               [&c](VulkanApp& first, const LayerNames& layers) {
                 if (!CreateInstanceBetween(first, {.layers = layers})) return;
                 VulkanApp second(c.subject());
                 for (int i = 0; i < 2; ++i) AskForRefusedInstance(first, layers);
                 TraceLine("use of the instance that was there before");
                 UseInstance(first);
                 const bool made = CreateInstanceBetween(second, {.layers = layers});
                 TraceLine(made ? "a second instance" : "no second instance");
                 if (made) UseInstance(second);
                 first.DestroyInstance();
                 if (made) second.DestroyInstance();
               },
               {.below = kBelowRefuses});
  SKIP_FOR(WhyNotComparable(runs));
  SKIP_FOR(WhyNotRefusedBelow(runs));
  ExpectValidCallsAndSameResults(runs);
}

// Whatever is refused, what the layer took from the application's allocator for it returns there.
VULKAN_LAYER_CASE(LLP_LAYER_14, refusals_leave_nothing_behind) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunTwice(c,
               [](VulkanApp& app, const LayerNames& layers) {
                 if (!CreateInstanceBetween(app, {.layers = layers})) return;
                 CountingAllocator allocator;
                 AskForRefusedInstance(app, layers, allocator.callbacks());
                 const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
                 if (!devices.empty()) {
                   AskForRefusedDevice(app, devices.front(), allocator.callbacks());
                 }
                 Note(kBlocks, std::to_string(allocator.alive() + allocator.foreign()));
                 Note(kAsked, "yes");
                 app.DestroyInstance();
               },
               {.below = kBelowRefuses});
  SKIP_FOR(runs.WhyNoAnswer(kAsked));
  SKIP_FOR(WhyNotRefusedBelow(runs));
  const std::vector<std::string> lines = Transcript(runs.with());
  if (std::ranges::any_of(lines, [](const auto& line) { return line.ends_with("succeeds"); })) {
    SKIP_WITH(Unjudged("what must be refused is created",
                       {"LLP_LAYER_1/a_device_follows_a_refusal",
                        "LLP_LAYER_1/instances_live_on_after_a_refusal"}));
  }
  if (Answers(runs.without())[kBlocks] != "0") {
    GTEST_SKIP() << "without the layer, this loader itself leaves blocks behind";
  }
  EXPECT_SEEN(Answers(runs.with())[kBlocks], "0")
      << "each block that was allocated for a creation that failed is freed, with the allocator "
         "that gave it";
}

}  // namespace
}  // namespace loadstone::suites::after_refusals
