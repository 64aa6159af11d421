// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_LAYERS_H_
#define LOADSTONE_ORACLE_VULKAN_LAYERS_H_

#include <optional>
#include <string>
#include <string_view>

#include "harness/policy/version.h"
#include "oracle/tristate.h"

// LoaderLayerInterface, "Layer Manifest File Format", "Meta-layers", and the policies about them.
namespace loadstone::oracle::vulkan {

// The versions of the manifest format that every edition calls supported; of others it is open
// whether a loader takes them (LS_VK_MANIFEST_15.r1).
inline constexpr const char* kManifestFormats[] = {"1.0.0", "1.0.1", "1.1.0",
                                                   "1.1.1", "1.1.2", "1.2.0"};
bool IsManifestFormat(std::string_view format);
// Those of them that have the array of layers, and those that have meta-layers.
bool HasArrayOfLayers(std::string_view format);
bool HasMetaLayers(std::string_view format);

// Whether a file in a folder of manifests is one, by its name.
bool IsManifestName(std::string_view file);

// LLP_LAYER_3: whether a layer is called as layers ought to be. One that is not may be loaded, or
// not (LLP_LAYER_3.r1).
bool IsLayerName(std::string_view name);

// An api_version of which everybody makes the same: three decimal numbers that fit their bits.
std::optional<policy::Version> ReadApiVersion(std::string_view text);
// LLP_LOADER_4: whether a loader of the version `loader` loads a layer with this api_version, which
// may be none. No section says what is incompatible: another major version is, but for 0, which is
// no version of Vulkan's (LLP_LOADER_4.r1).
Tristate LoadsApiVersion(std::string_view api_version, const policy::Version& loader);
Tristate LoadsApiVersion(const policy::Version& api_version, const policy::Version& loader);

// LLP_LOADER_10, LLP_LAYER_8: whether a meta-layer of one version may have a component of another
// (LLP_LOADER_10.r1, LLP_LAYER_8.r1).
Tristate IsComponentVersion(const policy::Version& component, const policy::Version& meta);

// The variables of an implicit layer: the value that its manifest gives for the enabling one, or
// none where the manifest has no such variable, and the values in the environment.
struct Variables {
  std::optional<std::string> enable_value = {};
  std::optional<std::string> enable = {};
  std::optional<std::string> disable = {};
};
// LLP_LOADER_6 and LLP_LOADER_7: whether such a layer is on, and whether the disabling variable
// decides it (LLP_LOADER_6.r1, LLP_LOADER_6.r2, LLP_LOADER_7.r1).
Tristate IsImplicitLayerOn(const Variables& variables);
bool IsDisabledByVariable(const Variables& variables);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_LAYERS_H_
