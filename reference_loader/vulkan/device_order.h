// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DEVICE_ORDER_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DEVICE_ORDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

// The properties that determine whether and where a physical device is listed.
struct DeviceTraits {
  uint32_t vendor_id = 0;
  uint32_t device_id = 0;
  std::optional<uint32_t> driver_id;
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  // Domain, bus, device and function.
  std::optional<std::array<uint32_t, 4>> pci;
  bool provided_by_application = false;
  // The place among the devices of display adapters in the system's order; nothing for a device
  // that corresponds to none.
  std::optional<size_t> adapter_rank;
};

// True when the environment filters by driver ID, so that DeviceTraits::driver_id is needed.
bool FiltersByDriverId(const Platform& platform);

// The indices in `devices` of those that pass VK_LOADER_{DEVICE,VENDOR,DRIVER}_ID_FILTER, in the
// order of LoaderApplicationInterface, Physical Device Ordering.
std::vector<size_t> OrderDevices(const Platform& platform,
                                 const std::vector<DeviceTraits>& devices);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DEVICE_ORDER_H_
