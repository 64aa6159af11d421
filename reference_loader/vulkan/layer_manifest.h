// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_MANIFEST_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_MANIFEST_H_

#include <string>
#include <vector>

#include "reference_loader/common/json.h"
#include "reference_loader/common/platform.h"
#include "reference_loader/common/version.h"
#include "reference_loader/vulkan/log.h"

namespace reference_loader::vulkan {

inline constexpr char kOverrideLayerName[] = "VK_LAYER_LUNARG_override";

struct ManifestExtension {
  std::string name;
  uint32_t spec_version = 0;
};

struct EnvironmentSetting {
  std::string variable;
  std::string value;
};

// The names of a layer's pre-instance functions; empty for those that it does not intercept.
struct PreInstanceFunctions {
  std::string enumerate_extensions;
  std::string enumerate_layers;
  std::string enumerate_version;
};

// One layer as its manifest describes it (LoaderLayerInterface, Layer Manifest File Format).
struct LayerManifest {
  std::string name;
  std::string description;
  Version api_version;
  uint32_t implementation_version = 1;
  std::string manifest_path;
  // The path of the library; empty for a meta-layer.
  std::string library_path;
  // Found in a folder of implicit layers, independently of its members.
  bool implicit = false;
  std::vector<ManifestExtension> instance_extensions;
  std::vector<ManifestExtension> device_extensions;
  std::vector<EnvironmentSetting> enable_environment;
  std::vector<EnvironmentSetting> disable_environment;
  PreInstanceFunctions pre_instance;
  // The layer's names for the functions of the interface.
  std::string negotiate_function = "vkNegotiateLoaderLayerInterfaceVersion";
  std::string get_instance_proc_addr_function = "vkGetInstanceProcAddr";
  std::string get_device_proc_addr_function = "vkGetDeviceProcAddr";
  // Only in meta-layers.
  std::vector<std::string> component_layers;
  std::vector<std::string> blacklisted_layers;
  std::vector<std::string> app_keys;
  std::vector<std::string> override_paths;

  bool IsMetaLayer() const { return library_path.empty(); }
  bool IsOverrideLayer() const { return implicit && IsMetaLayer() && name == kOverrideLayerName; }
};

// True when this loader supports a layer for API version `layer`: the major version is the same and
// the minor version not newer. The patch does not matter (LLP_LOADER_4).
bool IsCompatibleApiVersion(const Version& layer);

// Reads the layers in the manifest at `path`, in its order. Logs a message for each that is
// malformed, for another architecture, of type DEVICE or incompatible, and skips it.
std::vector<LayerManifest> ReadLayerManifest(const Platform& platform, const std::string& path,
                                             bool implicit, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_MANIFEST_H_
