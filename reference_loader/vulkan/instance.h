// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_INSTANCE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_INSTANCE_H_

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "reference_loader/vulkan/allocator.h"
#include "reference_loader/vulkan/debug_messages.h"
#include "reference_loader/vulkan/dispatch.h"
#include "reference_loader/vulkan/driver_library.h"
#include "reference_loader/vulkan/layer_catalog.h"
#include "reference_loader/vulkan/layer_library.h"
#include "reference_loader/vulkan/log.h"

namespace reference_loader::vulkan {

// One driver in one instance.
struct DriverInstance {
  std::shared_ptr<const DriverLibrary> library;
  uint32_t index = 0;  // in Instance::drivers
  VkInstance handle = VK_NULL_HANDLE;
  uint32_t api_version = VK_API_VERSION_1_0;  // what its instance was created for
  std::vector<std::string> enabled_extensions;
  PFN_vkGetDeviceProcAddr get_device_proc_addr = nullptr;
  PFN_vkVoidFunction functions[kInstanceCommandCount] = {};
  PFN_vkVoidFunction unknown[MAX_NUM_UNKNOWN_EXTS] = {};

  template <typename Function>
  Function Get(InstanceCommand command) const {
    return reinterpret_cast<Function>(functions[command]);
  }
  bool HasEnabled(const char* extension) const;
};

// The place of every object that the loader keeps for an application's instance. Its address is the
// VkInstance that the loader's end of the chain returns; the application may see that of a layer.
struct Instance {
  Instance(const Platform& host, const VkAllocationCallbacks* callbacks)
      : table(&own_table), platform(host), allocator(callbacks), log(host, &messages) {
    own_table = {};
    own_table.instance = this;
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  // Must stay the first member.
  const InstanceTable* table;
  InstanceTable own_table;

  const Platform& platform;
  Allocator allocator;
  DebugMessages messages;
  Log log;
  LayerCatalog catalog;
  std::vector<LoadedLayer> layers;  // from the application down
  // Every layer that is enabled, meta-layers included.
  std::vector<const LayerManifest*> enabled_layers;
  std::vector<std::unique_ptr<DriverInstance>> drivers;
  std::vector<std::string> enabled_extensions;
  uint32_t api_version = VK_API_VERSION_1_0;
  // What the application calls its instance; differs from this object's address when a layer wraps.
  VkInstance application_handle = VK_NULL_HANDLE;

  // Guards everything below.
  std::mutex mutex;
  std::vector<PhysicalDevice*> physical_devices;  // every one that was ever returned
  std::list<Device*> devices;
  // Names of the functions behind the trampolines for unknown ones; the place is the number.
  std::vector<std::string> unknown_physical_device_functions;
  std::vector<std::string> unknown_device_functions;

  VkInstance handle() { return reinterpret_cast<VkInstance>(this); }
  bool HasEnabled(const char* extension) const;
};

// The top of the chain of an instance: the first layer's lookup, or the loader's own.
PFN_vkGetInstanceProcAddr TopGetInstanceProcAddr(const Instance& instance);

// The end of every chain of instances and of physical devices: lookups for layers.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL TerminateGetInstanceProcAddr(VkInstance instance,
                                                                      const char* name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL TerminateGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                            const char* name);

// Creates the drivers' instances; the end of the chain of vkCreateInstance.
VKAPI_ATTR VkResult VKAPI_CALL TerminateCreateInstance(const VkInstanceCreateInfo* info,
                                                       const VkAllocationCallbacks* callbacks,
                                                       VkInstance* instance);

// Destroys what the drivers made for the instance. Harmless when that is done already.
void DestroyDriverInstances(Instance* instance, const VkAllocationCallbacks* callbacks);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_INSTANCE_H_
