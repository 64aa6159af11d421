// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVER_LIBRARY_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVER_LIBRARY_H_

#include <memory>
#include <vector>

#include "reference_loader/vulkan/driver_manifest.h"
#include "reference_loader/vulkan/library.h"
#include "reference_loader/vulkan/log.h"
#include "reference_loader/vulkan/vulkan_headers.h"

struct hw_device_t;

namespace reference_loader::vulkan {

// A driver whose library is loaded and that agreed on an interface version with this loader.
struct DriverLibrary {
  std::string name;  // for messages: the path of the library
  Library library;   // not open for a driver that the application provides
  // The open device of a hardware module, closed before the library; else null.
  std::shared_ptr<hw_device_t> hardware_device;
  bool provided_by_application = false;
  bool is_portability_driver = false;
  bool is_hardware_module = false;
  uint32_t interface_version = 0;
  // Returns the commands of the driver's instances.
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
  PFN_GetPhysicalDeviceProcAddr get_physical_device_proc_addr = nullptr;  // may be null
  // vk_icdEnumerateAdapterPhysicalDevices, on Windows; may be null.
  PFN_vkVoidFunction enumerate_adapter_devices = nullptr;
  PFN_vkCreateInstance create_instance = nullptr;
  PFN_vkEnumerateInstanceExtensionProperties enumerate_extensions = nullptr;  // only of modules
  // Supports no API version after 1.0, so that a newer one must not be requested (LDP_LOADER_7).
  bool only_vulkan_1_0 = true;
  std::vector<VkExtensionProperties> instance_extensions;

  bool HasExtension(const char* extension) const;
};

// Opens the library of a driver and negotiates (LoaderDriverInterface, Loader and Driver Interface
// Negotiation). Logs a message and returns null when the driver is not usable (LDP_LOADER_5).
std::shared_ptr<const DriverLibrary> LoadDriver(const Platform& platform,
                                                const DriverManifest& manifest, const Log& log);

// Like LoadDriver, for a driver whose vkGetInstanceProcAddr the application provides (Driver
// Discovery using the VK_LUNARG_direct_driver_loading extension).
std::shared_ptr<const DriverLibrary> UseProvidedDriver(
    PFN_vkGetInstanceProcAddr get_instance_proc_addr, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVER_LIBRARY_H_
