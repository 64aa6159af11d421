// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/call_chain/command_names.h"
#include "suites/vulkan/devices/formats.h"
#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch": the functions of physical
// devices that the application of dispatch.cc does not use (LS_VK_CHAIN_5), and the exported ones
// (LS_VK_EXPORT_1). If a driver has a function, the loader must call that, and not an older one
// that returns a part of the answer.
namespace loadstone::suites::physical_device_functions {
namespace {

constexpr char kAsking[] = "asking";

// Calls the function `name` with the device.
using Ask = void (*)(VulkanApp& app, const char* name, VkPhysicalDevice device);

void AskFormat(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  VkFormatProperties answer = {};
  app.Get<PFN_vkGetPhysicalDeviceFormatProperties>(name)(device, kAskedFormat, &answer);
}

void AskImageFormat(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  VkImageFormatProperties answer = {};
  app.Get<PFN_vkGetPhysicalDeviceImageFormatProperties>(name)(
      device, kAskedFormat, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_SAMPLED_BIT,
      0, &answer);
}

void AskSparseFormat(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties>(name)(
      device, kAskedFormat, VK_IMAGE_TYPE_2D, VK_SAMPLE_COUNT_1_BIT, VK_IMAGE_USAGE_SAMPLED_BIT,
      VK_IMAGE_TILING_OPTIMAL, &count, nullptr);
}

void AskKnownExtension(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  auto answer =
      Structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceProperties2>(name)(device, &answer);
}

void AskFeatures2(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  auto answer = Structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  app.Get<PFN_vkGetPhysicalDeviceFeatures2>(name)(device, &answer);
}

void AskFormat2(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  auto answer = Structure<VkFormatProperties2>(VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceFormatProperties2>(name)(device, kAskedFormat, &answer);
}

void AskImageFormat2(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  const VkPhysicalDeviceImageFormatInfo2 info = ImageFormatInfo();
  auto answer = Structure<VkImageFormatProperties2>(VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceImageFormatProperties2>(name)(device, &info, &answer);
}

void AskQueueFamilies2(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(name)(device, &count, nullptr);
}

void AskMemory2(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  auto answer = Structure<VkPhysicalDeviceMemoryProperties2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceMemoryProperties2>(name)(device, &answer);
}

void AskSparseFormat2(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  const VkPhysicalDeviceSparseImageFormatInfo2 info = SparseFormatInfo();
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties2>(name)(device, &info, &count,
                                                                     nullptr);
}

void AskExternalBuffer(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  auto info = Structure<VkPhysicalDeviceExternalBufferInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO);
  info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  info.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto answer = Structure<VkExternalBufferProperties>(VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES);
  app.Get<PFN_vkGetPhysicalDeviceExternalBufferProperties>(name)(device, &info, &answer);
}

void AskExternalFence(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  auto info = Structure<VkPhysicalDeviceExternalFenceInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_FENCE_INFO);
  info.handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto answer = Structure<VkExternalFenceProperties>(VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES);
  app.Get<PFN_vkGetPhysicalDeviceExternalFenceProperties>(name)(device, &info, &answer);
}

void AskExternalSemaphore(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  auto info = Structure<VkPhysicalDeviceExternalSemaphoreInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO);
  info.handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto answer =
      Structure<VkExternalSemaphoreProperties>(VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES);
  app.Get<PFN_vkGetPhysicalDeviceExternalSemaphoreProperties>(name)(device, &info, &answer);
}

struct Function {
  const char* name;
  Ask ask;
  const char* extension;  // that had it before Vulkan 1.1; nullptr: a function of Vulkan 1.0
  uint32_t version = VK_API_VERSION_1_1;  // of the instance
};

void AskProperties(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  VkPhysicalDeviceProperties answer = {};
  app.Get<PFN_vkGetPhysicalDeviceProperties>(name)(device, &answer);
}

void AskFeatures(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  VkPhysicalDeviceFeatures answer = {};
  app.Get<PFN_vkGetPhysicalDeviceFeatures>(name)(device, &answer);
}

void AskMemory(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  VkPhysicalDeviceMemoryProperties answer = {};
  app.Get<PFN_vkGetPhysicalDeviceMemoryProperties>(name)(device, &answer);
}

void AskQueueFamilies(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(name)(device, &count, nullptr);
}

void AskExtensions(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  uint32_t count = 0;
  app.Get<PFN_vkEnumerateDeviceExtensionProperties>(name)(device, nullptr, &count, nullptr);
}

void AskGroups(VulkanApp& app, const char* name, VkPhysicalDevice) {
  uint32_t count = 0;
  app.Get<PFN_vkEnumeratePhysicalDeviceGroups>(name)(app.instance(), &count, nullptr);
}

void AskTools(VulkanApp& app, const char* name, VkPhysicalDevice device) {
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceToolProperties>(name)(device, &count, nullptr);
}

constexpr Function kFunctions[] = {
    {"vkGetPhysicalDeviceFormatProperties", AskFormat, nullptr},
    {"vkGetPhysicalDeviceImageFormatProperties", AskImageFormat, nullptr},
    {"vkGetPhysicalDeviceSparseImageFormatProperties", AskSparseFormat, nullptr},
    {"vkGetPhysicalDeviceProperties2", AskKnownExtension, kKnownExtension},
    {"vkGetPhysicalDeviceFeatures2", AskFeatures2, kKnownExtension},
    {"vkGetPhysicalDeviceFormatProperties2", AskFormat2, kKnownExtension},
    {"vkGetPhysicalDeviceImageFormatProperties2", AskImageFormat2, kKnownExtension},
    {"vkGetPhysicalDeviceQueueFamilyProperties2", AskQueueFamilies2, kKnownExtension},
    {"vkGetPhysicalDeviceMemoryProperties2", AskMemory2, kKnownExtension},
    {"vkGetPhysicalDeviceSparseImageFormatProperties2", AskSparseFormat2, kKnownExtension},
    {"vkGetPhysicalDeviceExternalBufferProperties", AskExternalBuffer,
     "VK_KHR_external_memory_capabilities"},
    {"vkGetPhysicalDeviceExternalFenceProperties", AskExternalFence,
     "VK_KHR_external_fence_capabilities"},
    {"vkGetPhysicalDeviceExternalSemaphoreProperties", AskExternalSemaphore,
     "VK_KHR_external_semaphore_capabilities"},
};

// A loader may call the function for itself before the application does.
void ExpectInDriver(const Observation& seen, const Function& function) {
  bool asking = false;
  bool reached = false;
  for (const Event& event : seen.events()) {
    asking |= event.who() == kAppName && event.what() == kAsking;
    reached |= asking && event.who() == kDefaultDriver && event.what() == function.name;
  }
  EXPECT_HOLDS(reached) << function.name << " reaches the driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
}

void JudgeCore(Case& c, const Function& function, int count, bool by_export = false) {
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptNothing));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers, .api_version = function.version}) != VK_SUCCESS) {
      return;
    }
    if (by_export) app.LookUpExports();
    if (app.InstanceProc(function.name) == nullptr) return;
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    AppEvent(kAsking).Add("function", function.name);
    for (VkPhysicalDevice device : devices) function.ask(app, function.name, device);
    app.DestroyInstance();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are in the chain";
  ExpectInDriver(seen, function);
}

// A loader need not export the functions of newer versions of Vulkan than its own.
void JudgeExport(Case& c, const Function& function) {
  const policy::Version needed =
      function.extension == nullptr ? policy::Version{1, 0, 0}
                                    : policy::Version{1, VK_API_VERSION_MINOR(function.version), 0};
  if (c.subject().api_version < needed) {
    GTEST_SKIP() << "the loader supports only an older version of Vulkan";
  }
  JudgeCore(c, function, 1, true);
}

// The extensions for external objects require the one for properties.
void JudgeExtension(Case& c, const Function& function) {
  std::vector<std::string> extensions = {kKnownExtension};
  if (function.extension != std::string(kKnownExtension))
    extensions.emplace_back(function.extension);
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(DriverWith(kDefaultDriver, extensions));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    AppEvent(kAsking).Add("function", function.name);
    for (VkPhysicalDevice device : devices) {
      function.ask(app, fmt::format("{}KHR", function.name).c_str(), device);
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectInDriver(seen, function);
}

// The application of dispatch.cc uses these, which it does not look up as exports.
constexpr Function kOtherExports[] = {
    {"vkGetPhysicalDeviceProperties", AskProperties, nullptr},
    {"vkGetPhysicalDeviceFeatures", AskFeatures, nullptr},
    {"vkGetPhysicalDeviceMemoryProperties", AskMemory, nullptr},
    {"vkGetPhysicalDeviceQueueFamilyProperties", AskQueueFamilies, nullptr},
    {"vkEnumerateDeviceExtensionProperties", AskExtensions, nullptr},
    {"vkEnumeratePhysicalDeviceGroups", AskGroups, "VK_KHR_device_group_creation"},
    {"vkGetPhysicalDeviceToolProperties", AskTools, "VK_EXT_tooling_info", VK_API_VERSION_1_3},
};

// The loader answers this one itself.
VULKAN_CASE(LS_VK_EXPORT_1, vk_enumerate_device_layer_properties_by_export) {
  const Observation seen = Observe(
      c, VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_layer").Implicit()), [](VulkanApp& app) {
        if (app.CreateInstance() != VK_SUCCESS) return;
        const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
        app.LookUpExports();
        const auto enumerate =
            app.Get<PFN_vkEnumerateDeviceLayerProperties>("vkEnumerateDeviceLayerProperties");
        for (VkPhysicalDevice device : devices) {
          if (enumerate == nullptr) break;
          uint32_t count = 8;
          VkLayerProperties layers[8] = {};
          const VkResult result = enumerate(device, &count, layers);
          AppEvent("vkEnumerateDeviceLayerProperties", "leave").Add("result", int64_t{result});
        }
        app.DestroyInstance();
      });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateDeviceLayerProperties"), "VK_SUCCESS")
      << "the exported function lists the layers of a device; observed: " << seen.DescribeEnding();
}

REGISTER_CASES {
  for (const Function& function : kOtherExports) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_EXPORT_1},
                 fmt::format("{}_by_export", SnakeCase(function.name)),
                 [&function](Case& c) { JudgeExport(c, function); });
  }
  for (const Function& function : kFunctions) {
    const std::string name = SnakeCase(function.name);
    for (const int count : {0, 3}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                   fmt::format("{}_through_{}_layers", name, count),
                   [&function, count](Case& c) { JudgeCore(c, function, count); });
    }
    RegisterCase(Api::kVulkan, {policy::LS_VK_EXPORT_1}, fmt::format("{}_by_export", name),
                 [&function](Case& c) { JudgeExport(c, function); });
    if (function.extension == nullptr) continue;
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5}, fmt::format("{}_of_the_extension", name),
                 [&function](Case& c) { JudgeExtension(c, function); });
  }
}

}  // namespace
}  // namespace loadstone::suites::physical_device_functions
