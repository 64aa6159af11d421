// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DISPATCH_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DISPATCH_H_

#include "reference_loader/vulkan/generated/commands.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

struct Device;
struct DriverInstance;
struct Instance;

// The tables that the first word of every dispatchable object points to. The array of unknown
// functions must be first: the trampolines in assembler depend on its offset.
struct InstanceTable {
  PFN_vkVoidFunction unknown[MAX_NUM_UNKNOWN_EXTS];
  PFN_vkVoidFunction functions[kInstanceCommandCount];
  Instance* instance;
};

struct DeviceTable {
  PFN_vkVoidFunction unknown[MAX_NUM_UNKNOWN_EXTS];
  PFN_vkVoidFunction functions[kDeviceCommandCount];
  Device* device;
};

// The object behind the loader's VkPhysicalDevice: one driver's device. The terminators in
// assembler depend on the order of the first three members.
struct PhysicalDevice {
  const InstanceTable* table;
  VkPhysicalDevice handle;            // the driver's handle
  const PFN_vkVoidFunction* unknown;  // the driver's functions that the loader does not know
  DriverInstance* driver;
  const PFN_vkVoidFunction* functions;  // the driver's functions, indexed as in the instance table
};

template <typename Table, typename Handle>
const Table* TableOf(Handle handle) {
  return __atomic_load_n(reinterpret_cast<const Table* const*>(handle), __ATOMIC_RELAXED);
}

template <typename Handle>
const InstanceTable* InstanceTableOf(Handle handle) {
  return TableOf<InstanceTable>(handle);
}

template <typename Handle>
const DeviceTable* DeviceTableOf(Handle handle) {
  return TableOf<DeviceTable>(handle);
}

// Makes `table` the first word of a dispatchable object. Several threads may store the same table
// concurrently while others call functions of the object. Inlined even in code optimized for size:
// a call would cost as much as the rest of vkGetDeviceQueue.
[[gnu::always_inline]] inline void SetTable(void* object, const void* table) {
  __atomic_store_n(static_cast<const void**>(object), table, __ATOMIC_RELAXED);
}

// For terminators, which receive the loader's own objects.
inline const PhysicalDevice* PhysicalDeviceOf(VkPhysicalDevice handle) {
  return reinterpret_cast<const PhysicalDevice*>(handle);
}
inline Instance* InstanceOf(VkInstance handle) { return reinterpret_cast<Instance*>(handle); }

// The surface handle that the driver receives: the driver's own surface or, if it made none, the
// loader's (LDP_LOADER_11).
VkSurfaceKHR DriverSurface(const DriverInstance& driver, VkSurfaceKHR surface);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DISPATCH_H_
