// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_VULKAN_APP_H_
#define LOADSTONE_HARNESS_PROBE_VULKAN_APP_H_

#include <vulkan/vulkan.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/world/subject.h"

namespace loadstone {

// The parameters of vkCreateInstance.
struct InstanceRequest {
  std::vector<std::string> layers = {};
  std::vector<std::string> extensions = {};
  // VkApplicationInfo::apiVersion; if absent, there is no VkApplicationInfo.
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

// Returns a structure of that type with all other members zero.
template <typename T>
T Structure(VkStructureType type) {
  T structure = {};
  structure.sType = type;
  return structure;
}

// A Vulkan application: loads the subject with dlopen and finds every command through
// vkGetInstanceProcAddr, as the documents recommend. Each call is traced under the name of the
// Vulkan command, before it is made ("enter") and with its results ("leave"), so that an
// observation shows where a process ended. Objects are destroyed only by explicit calls.
class VulkanApp {
 public:
  // Traces "load" with "loaded" and, if it is false, the dynamic linker's "error". If the subject
  // cannot be loaded, the process ends after that.
  explicit VulkanApp(const Subject& subject);

  // From now on, InstanceProc and what uses it return what the subject exports, as for an
  // application that links with the loader (LoaderApplicationInterface, "Vulkan Direct Exports");
  // nullptr for names that it does not export.
  void LookUpExports() { by_export_ = true; }

  // Traces "names", "api_versions", "implementation_versions", "descriptions" and "result".
  std::vector<VkLayerProperties> EnumerateLayers();
  // Traces "layer" (absent for NULL), "names" and "result".
  std::vector<VkExtensionProperties> EnumerateExtensions(const char* layer = nullptr);
  // Traces "found" (whether the loader has the command; without it the version is 1.0.0), "result",
  // and "version" unless none was written.
  void EnumerateVersion();

  // Traces "result" and "instance". The instance becomes the current one.
  VkResult CreateInstance(const InstanceRequest& request = {});
  void DestroyInstance(const VkAllocationCallbacks* allocator = nullptr);
  // Traces "names" of the devices and "result".
  std::vector<VkPhysicalDevice> EnumeratePhysicalDevices();
  // Traces "result" and "device". The device becomes the current one.
  VkResult CreateDevice(const DeviceRequest& request = {});
  void DestroyDevice(const VkAllocationCallbacks* allocator = nullptr);
  // Make calls that are passed down the chain: vkGetPhysicalDeviceProperties, vkGetDeviceQueue and
  // vkDeviceWaitIdle on the current objects.
  void UseInstance();
  void UseDevice();

  // Makes all of these calls once, in the usual order: instance, use, device, use. Stops at the
  // first step that fails.
  void RunFullSequence(const InstanceRequest& request = {});

  // Returns whether an instance was ever created.
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
  void* library_ = nullptr;  // never closed
  bool by_export_ = false;
  PFN_vkGetInstanceProcAddr get_instance_proc_addr_ = nullptr;
  bool created_ = false;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_VULKAN_APP_H_
