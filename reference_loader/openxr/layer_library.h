// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_LIBRARY_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_LIBRARY_H_

#include <optional>
#include <string>
#include <vector>

#include "reference_loader/openxr/layer_manifest.h"
#include "reference_loader/openxr/library.h"
#include "reference_loader/openxr/negotiation.h"

namespace reference_loader::openxr {

// An API layer whose library is loaded and that agreed on an interface version; the destructor
// unloads it.
struct LoadedLayer {
  std::string name;
  std::vector<Extension> extensions;
  Library library;
  Agreement functions;
};

// Opens the library of a layer and negotiates. If one of these fails, tries the layers of the same
// name that were found after it. Logs a message for each failure; returns nothing if all fail.
std::optional<LoadedLayer> LoadLayer(const Platform& platform, const LayerManifest& manifest,
                                     const Log& log);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_LIBRARY_H_
