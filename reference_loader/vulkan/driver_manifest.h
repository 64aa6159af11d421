// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVER_MANIFEST_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVER_MANIFEST_H_

#include <optional>
#include <string>
#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/common/version.h"
#include "reference_loader/vulkan/log.h"

namespace reference_loader::vulkan {

// One driver as its manifest describes it (LoaderDriverInterface, Driver Manifest File Format).
struct DriverManifest {
  std::string manifest_path;
  std::string library_path;
  Version api_version;
  bool is_portability_driver = false;
  // There is no manifest, only a library, which may be missing.
  bool is_hardware_module = false;
};

// Reads the manifest at `path`. Logs a message and returns nothing when it is malformed, for
// another architecture or for another major version of the API (LDP_LOADER_4).
std::optional<DriverManifest> ReadDriverManifest(const Platform& platform, const std::string& path,
                                                 const Log& log);

// All drivers on the system that the environment does not filter out, in the order of the search
// (LoaderDriverInterface, Driver Discovery and Driver Filtering). Opens no library. On Android
// these are the possible paths of the only driver; the first usable one counts.
std::vector<DriverManifest> DiscoverDrivers(const Platform& platform, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVER_MANIFEST_H_
