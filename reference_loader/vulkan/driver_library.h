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

// A driver that is loaded and agreed on an interface with this loader.
struct DriverLibrary {
  std::string name;  // for messages: the library's path
  Library library;   // not open for a driver that the application provides
  // The open device of a hardware module, which is closed before the library; else null.
  std::shared_ptr<hw_device_t> hardware_device;
  bool provided_by_application = false;
  bool is_portability_driver = false;
  bool is_hardware_module = false;
  uint32_t interface_version = 0;
  // Answers for commands of the driver's instances.
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
  PFN_GetPhysicalDeviceProcAddr get_physical_device_proc_addr = nullptr;  // may be null
  PFN_vkCreateInstance create_instance = nullptr;
  PFN_vkEnumerateInstanceExtensionProperties enumerate_extensions = nullptr;  // of a module alone
  // Knows no API after 1.0, so that it must not be asked for more (LDP_LOADER_7).
  bool only_vulkan_1_0 = true;
  std::vector<VkExtensionProperties> instance_extensions;

  bool HasExtension(const char* extension) const;
};

// Opens the library of a driver and negotiates (LoaderDriverInterface, Loader and Driver Interface
// Negotiation). Null, and a message, when that leads to no usable driver (LDP_LOADER_5).
std::shared_ptr<const DriverLibrary> LoadDriver(const Platform& platform,
                                                const DriverManifest& manifest, const Log& log);

// The same for a driver of which the application gave the function
// (Driver Discovery using the VK_LUNARG_direct_driver_loading extension).
std::shared_ptr<const DriverLibrary> UseProvidedDriver(
    PFN_vkGetInstanceProcAddr get_instance_proc_addr, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVER_LIBRARY_H_
