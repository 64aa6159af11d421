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

// The functions of a layer that run before there is an instance; empty where there is none.
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
  // Where the library is; empty for a meta-layer.
  std::string library_path;
  // Found in a folder of implicit layers, whatever its fields say.
  bool implicit = false;
  std::vector<ManifestExtension> instance_extensions;
  std::vector<ManifestExtension> device_extensions;
  std::vector<EnvironmentSetting> enable_environment;
  std::vector<EnvironmentSetting> disable_environment;
  PreInstanceFunctions pre_instance;
  // Names that the layer gives to the functions of the interface.
  std::string negotiate_function = "vkNegotiateLoaderLayerInterfaceVersion";
  std::string get_instance_proc_addr_function = "vkGetInstanceProcAddr";
  std::string get_device_proc_addr_function = "vkGetDeviceProcAddr";
  // Meta-layers only.
  std::vector<std::string> component_layers;
  std::vector<std::string> blacklisted_layers;
  std::vector<std::string> app_keys;
  std::vector<std::string> override_paths;

  bool IsMetaLayer() const { return library_path.empty(); }
  bool IsOverrideLayer() const { return implicit && IsMetaLayer() && name == kOverrideLayerName; }
};

// True when a layer for `layer` can be loaded into this loader: the same major version and no newer
// minor version; a patch changes no interface (LLP_LOADER_4).
bool IsCompatibleApiVersion(const Version& layer);

// Reads the layers in the manifest at `path`, in its order. Those that are malformed, made for
// another architecture, of the type DEVICE or incompatible are left out, each with a message.
std::vector<LayerManifest> ReadLayerManifest(const Platform& platform, const std::string& path,
                                             bool implicit, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_MANIFEST_H_
