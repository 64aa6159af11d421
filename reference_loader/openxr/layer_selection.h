// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_SELECTION_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_SELECTION_H_

#include <string_view>
#include <vector>

#include "reference_loader/openxr/layer_manifest.h"

namespace reference_loader::openxr {

struct SelectedLayer {
  LayerManifest manifest;
  // Named by the application, which gets an error when the layer cannot be used. Other layers are
  // skipped.
  bool required = false;
};

// Selects the layers of an instance, the one nearest the application first: implicit ones that are
// switched on, those in XR_ENABLE_API_LAYERS, those that the application names; each once, at its
// first place (Overall API Layer Ordering). Returns XR_ERROR_API_LAYER_NOT_PRESENT, and logs a
// message, when the application names a layer that does not exist or an implicit one that is
// switched off; for such names in the variable it only logs a message. An elevated process ignores
// the variable.
XrResult SelectLayers(const Platform& platform, const std::vector<std::string_view>& application,
                      const Log& log, std::vector<SelectedLayer>* selected);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_SELECTION_H_
