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

// One driver's part of an instance.
struct DriverInstance {
  std::shared_ptr<const DriverLibrary> library;
  uint32_t index = 0;  // index in Instance::drivers
  VkInstance handle = VK_NULL_HANDLE;
  uint32_t api_version = VK_API_VERSION_1_0;  // the API version of its instance
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

// The loader's data for an application's instance; owns all its objects. The VkInstance that the
// loader's terminator returns is its address; the application may have the handle of a layer's
// wrapper.
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
  std::vector<LoadedLayer> layers;  // the first is nearest the application
  // Every enabled layer, including meta-layers.
  std::vector<const LayerManifest*> enabled_layers;
  std::vector<std::unique_ptr<DriverInstance>> drivers;
  std::vector<std::string> enabled_extensions;
  uint32_t api_version = VK_API_VERSION_1_0;
  // The application's handle; differs from this object's address when a layer wraps it.
  VkInstance application_handle = VK_NULL_HANDLE;

  // Protects all members below.
  std::mutex mutex;
  std::vector<PhysicalDevice*> physical_devices;  // every object that was ever returned
  std::list<Device*> devices;
  // Names of the functions that the trampolines for unknown functions call; the index is the number
  // of the trampoline.
  std::vector<std::string> unknown_physical_device_functions;
  std::vector<std::string> unknown_device_functions;

  VkInstance handle() { return reinterpret_cast<VkInstance>(this); }
  bool HasEnabled(const char* extension) const;
};

// The vkGetInstanceProcAddr of the top of the chain: the first layer's, or the loader's.
PFN_vkGetInstanceProcAddr TopGetInstanceProcAddr(const Instance& instance);

// The vkGetInstanceProcAddr and vk_layerGetPhysicalDeviceProcAddr that end the chain, for layers.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL TerminateGetInstanceProcAddr(VkInstance instance,
                                                                      const char* name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL TerminateGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                            const char* name);

// Terminator of vkCreateInstance: creates the drivers' instances.
VKAPI_ATTR VkResult VKAPI_CALL TerminateCreateInstance(const VkInstanceCreateInfo* info,
                                                       const VkAllocationCallbacks* callbacks,
                                                       VkInstance* instance);

// Destroys the drivers' objects of the instance. Has no effect if that was done already.
void DestroyDriverInstances(Instance* instance, const VkAllocationCallbacks* callbacks);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_INSTANCE_H_
