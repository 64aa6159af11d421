// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_VULKAN_APP_H_
#define LOADSTONE_HARNESS_PROBE_VULKAN_APP_H_

#include <vulkan/vulkan.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/world/subject.h"

namespace loadstone {

// What an application asks for when it creates an instance.
struct InstanceRequest {
  std::vector<std::string> layers = {};
  std::vector<std::string> extensions = {};
  // VkApplicationInfo::apiVersion; without one there is no VkApplicationInfo.
  std::optional<uint32_t> api_version = {};
  const VkAllocationCallbacks* allocator = nullptr;
  VkInstanceCreateFlags flags = 0;
  const void* next = nullptr;
};

struct DeviceRequest {
  uint32_t physical_device = 0;  // index
  std::vector<std::string> extensions = {};
  const VkAllocationCallbacks* allocator = nullptr;
  std::vector<std::string> layers = {};  // deprecated
  const void* next = nullptr;            // pNext of VkDeviceCreateInfo, such as features
};

// A structure of that type, with zeros behind it.
template <typename T>
T Structure(VkStructureType type) {
  T structure = {};
  structure.sType = type;
  return structure;
}

// A Vulkan application: loads the subject with dlopen and finds every command through
// vkGetInstanceProcAddr, as the documents recommend. Each call traces when it is made ("enter") and
// what came back ("leave"), under the name of the Vulkan command, so that an observation shows
// where a process ended. Objects are destroyed only when told.
class VulkanApp {
 public:
  // Traces "load" with "loaded" and, if not, "error" of the dynamic linker. Without a subject the
  // process ends after that.
  explicit VulkanApp(const Subject& subject);

  // "names", "api_versions", "implementation_versions", "descriptions" and "result".
  std::vector<VkLayerProperties> EnumerateLayers();
  // "layer" (absent for NULL), "names" and "result".
  std::vector<VkExtensionProperties> EnumerateExtensions(const char* layer = nullptr);
  // "found" (whether the loader has the command; without it the version is 1.0.0), "result", and
  // "version" unless none was written.
  void EnumerateVersion();

  // "result" and "instance". The instance is the current one from then on.
  VkResult CreateInstance(const InstanceRequest& request = {});
  void DestroyInstance(const VkAllocationCallbacks* allocator = nullptr);
  // "names" of the devices, "result".
  std::vector<VkPhysicalDevice> EnumeratePhysicalDevices();
  // "result" and "device". The device is the current one from then on.
  VkResult CreateDevice(const DeviceRequest& request = {});
  void DestroyDevice(const VkAllocationCallbacks* allocator = nullptr);
  // Calls that travel down the chain: vkGetPhysicalDeviceProperties, vkGetDeviceQueue and
  // vkDeviceWaitIdle on the current objects.
  void UseInstance();
  void UseDevice();

  // All of it, once, in the usual order: instance, use, device, use. Goes as far as it gets.
  void RunThrough(const InstanceRequest& request = {});

  // Whether an instance was ever created.
  bool created() const { return created_; }
  VkInstance instance() const { return instance_; }
  VkDevice device() const { return device_; }
  PFN_vkVoidFunction InstanceProc(const char* name) const;
  PFN_vkVoidFunction GlobalProc(const char* name) const;
  PFN_vkVoidFunction DeviceProc(const char* name) const;

  template <typename Function>
  Function Get(const char* name) const {
    return reinterpret_cast<Function>(InstanceProc(name));
  }

 private:
  PFN_vkGetInstanceProcAddr get_instance_proc_addr_ = nullptr;
  bool created_ = false;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_VULKAN_APP_H_
