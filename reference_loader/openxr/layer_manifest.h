// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_MANIFEST_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_MANIFEST_H_

#include <optional>
#include <string>
#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/openxr/log.h"
#include "reference_loader/openxr/openxr_headers.h"
#include "reference_loader/openxr/search_paths.h"

namespace reference_loader::openxr {

struct Extension {
  std::string name;
  uint32_t version = 0;
};

// One API layer as its manifest describes it (API Layer Manifest File Format).
struct LayerManifest {
  std::string manifest_path;
  LayerKind kind = LayerKind::kExplicit;
  std::string name;
  std::string library_path;
  XrVersion api_version = 0;
  uint32_t implementation_version = 0;
  std::string description;
  std::string negotiate_function;
  std::vector<Extension> extensions;
  // Names of environment variables, for implicit layers only. enable_environment may be empty.
  std::string enable_environment;
  std::string disable_environment;
  // The layers of the same name and kind that were found after it. They can be used where its
  // library cannot, as where a layer is installed for several architectures.
  std::vector<LayerManifest> found_after;
};

// Reads the manifest at `path`. Logs a message and returns nothing when it cannot be read, lacks a
// required member or is for another major version of the API.
std::optional<LayerManifest> ReadLayerManifest(const Platform& platform, const std::string& path,
                                               LayerKind kind, const Log& log);

// True when an implicit layer is active: its disable variable is not defined, and its enable
// variable, if it has one, is. The values do not matter.
bool IsSwitchedOn(const Platform& platform, const LayerManifest& layer);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_MANIFEST_H_
