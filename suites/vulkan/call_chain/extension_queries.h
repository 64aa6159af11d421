// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_CALL_CHAIN_EXTENSION_QUERIES_H_
#define LOADSTONE_SUITES_VULKAN_CALL_CHAIN_EXTENSION_QUERIES_H_

#include <string>
#include <vector>

#include "suites/suites.h"

// Queries of a physical device that an extension or a later core version adds.
namespace loadstone::suites {

struct ExtensionQuery {
  const char* name;                     // of the case
  const char* function;                 // that the application looks up
  const char* command;                  // as the mock driver traces it: the core name
  std::vector<std::string> extensions;  // of the instance
  std::vector<std::string> of_devices;  // extensions of the physical device
  uint32_t api_version;                 // of the instance
  // Calls the function; false if its answer is not that of the mock driver.
  bool (*ask)(PFN_vkVoidFunction function, VkPhysicalDevice device);
};

// Queries of the core and of instance extensions, and of extensions of devices.
std::vector<ExtensionQuery> QueriesOfInstances();
std::vector<ExtensionQuery> QueriesOfDevices();

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_CALL_CHAIN_EXTENSION_QUERIES_H_
