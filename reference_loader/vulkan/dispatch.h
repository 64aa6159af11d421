// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DISPATCH_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DISPATCH_H_

#include "reference_loader/vulkan/generated/commands.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

struct Device;
struct DriverInstance;
struct Instance;

// The tables to which the first word of every dispatchable object points. Functions that this
// loader does not know by name come first: their trampolines, written in assembler, rely on that
// place.
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

// What the loader hands out as VkPhysicalDevice: one driver's device. The order of the first three
// members is known to the terminators written in assembler.
struct PhysicalDevice {
  const InstanceTable* table;
  VkPhysicalDevice handle;            // the driver's own
  const PFN_vkVoidFunction* unknown;  // the driver's functions that the loader does not know
  DriverInstance* driver;
  const PFN_vkVoidFunction* functions;  // the driver's, by their place in the table of an instance
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

// Makes `table` the first word of a dispatchable object. Several threads may do so for one object,
// with the same table, while others call functions of it. Inlined even where small is what counts:
// all else that vkGetDeviceQueue does takes no longer than a call of it.
[[gnu::always_inline]] inline void SetTable(void* object, const void* table) {
  __atomic_store_n(static_cast<const void**>(object), table, __ATOMIC_RELAXED);
}

// For terminators, which get the loader's own objects.
inline const PhysicalDevice* PhysicalDeviceOf(VkPhysicalDevice handle) {
  return reinterpret_cast<const PhysicalDevice*>(handle);
}
inline Instance* InstanceOf(VkInstance handle) { return reinterpret_cast<Instance*>(handle); }

// What a driver takes for a surface of the loader: its own surface or, when it made none, the
// loader's (LDP_LOADER_11).
VkSurfaceKHR DriverSurface(const DriverInstance& driver, VkSurfaceKHR surface);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DISPATCH_H_
