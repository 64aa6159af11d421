// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_ANDROID_HWVULKAN_H_
#define LOADSTONE_INTERFACES_ANDROID_HWVULKAN_H_

#include <stdint.h>
#include <vulkan/vulkan_core.h>

// Android's hardware modules, and the one of Vulkan: the layouts of hardware.h and hwvulkan.h, for
// 32-bit and 64-bit processes.

struct hw_module_t;
struct hw_device_t;

struct hw_module_methods_t {
  // Returns 0, or a negative errno.
  int (*open)(const hw_module_t* module, const char* id, hw_device_t** device);
};

struct hw_module_t {
  uint32_t tag;
  uint16_t module_api_version;
  uint16_t hal_api_version;
  const char* id;
  const char* name;
  const char* author;
  hw_module_methods_t* methods;
  void* dso;
  uintptr_t reserved[32 - 7];
};

struct hw_device_t {
  uint32_t tag;
  uint32_t version;
  hw_module_t* module;
  uintptr_t reserved[12];
  int (*close)(hw_device_t* device);
};

struct hwvulkan_device_t {
  hw_device_t common;
  PFN_vkEnumerateInstanceExtensionProperties EnumerateInstanceExtensionProperties;
  PFN_vkCreateInstance CreateInstance;
  PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
};

#define HAL_MODULE_INFO_SYM_AS_STR "HMI"
#define HWVULKAN_HARDWARE_MODULE_ID "vulkan"
#define HWVULKAN_DEVICE_0 "vk0"

inline constexpr uint32_t HARDWARE_MODULE_TAG = 0x48574D54;  // "HWMT"
inline constexpr uint32_t HARDWARE_DEVICE_TAG = 0x48574454;  // "HWDT"
inline constexpr uint16_t HWVULKAN_MODULE_API_VERSION_0_1 = 0x0001;
inline constexpr uint32_t HWVULKAN_DEVICE_API_VERSION_0_1 = 0x00010000;
// The first word of dispatchable objects.
inline constexpr uintptr_t HWVULKAN_DISPATCH_MAGIC = 0x01CDC0DE;

#endif  // LOADSTONE_INTERFACES_ANDROID_HWVULKAN_H_
