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

// The versions of the manifest format that every edition supports; a loader may accept or reject
// others (LS_VK_MANIFEST_15.r1).
inline constexpr const char* kManifestFormats[] = {"1.0.0", "1.0.1", "1.1.0",
                                                   "1.1.1", "1.1.2", "1.2.0"};
bool IsManifestFormat(std::string_view format);
// Which of them define the array of layers, and which define meta-layers.
bool HasArrayOfLayers(std::string_view format);
bool HasMetaLayers(std::string_view format);

// Whether a file in a folder of manifests is a manifest, by its name.
bool IsManifestName(std::string_view file);

// LLP_LAYER_3: whether the name has the form that layer names should have. Other layers may be
// loaded or not (LLP_LAYER_3.r1).
bool IsLayerName(std::string_view name);

// Parses an api_version that every loader reads in the same way: three decimal numbers that fit
// into their bit fields.
std::optional<policy::Version> ReadApiVersion(std::string_view text);
// LLP_LOADER_4: whether a loader of the version `loader` loads a layer with this api_version, which
// may be empty. No section defines incompatible versions: another major version is one, except 0,
// which is not a version of Vulkan (LLP_LOADER_4.r1).
Tristate LoadsApiVersion(std::string_view api_version, const policy::Version& loader);
Tristate LoadsApiVersion(const policy::Version& api_version, const policy::Version& loader);

// LLP_LOADER_10, LLP_LAYER_8: whether a meta-layer with one version may have a component with
// another one (LLP_LOADER_10.r1, LLP_LAYER_8.r1).
Tristate IsComponentVersion(const policy::Version& component, const policy::Version& meta);

// The variables of an implicit layer: the value that its manifest gives for the enabling variable,
// if it has one, and the values in the environment.
struct Variables {
  std::optional<std::string> enable_value = {};
  std::optional<std::string> enable = {};
  std::optional<std::string> disable = {};
};
// LLP_LOADER_6 and LLP_LOADER_7: whether such a layer is enabled, and whether the disabling
// variable decides that (LLP_LOADER_6.r1, LLP_LOADER_6.r2, LLP_LOADER_7.r1).
Tristate IsImplicitLayerOn(const Variables& variables);
bool IsDisabledByVariable(const Variables& variables);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_LAYERS_H_
