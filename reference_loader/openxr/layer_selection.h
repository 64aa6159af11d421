// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_SELECTION_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_SELECTION_H_

#include <string_view>
#include <vector>

#include "reference_loader/openxr/layer_manifest.h"

namespace reference_loader::openxr {

struct SelectedLayer {
  LayerManifest manifest;
  // Named by the application, which gets an error when the layer cannot be used; others are left
  // out.
  bool required = false;
};

// Chooses the layers of an instance, the one nearest the application first: implicit ones that are
// switched on, those in XR_ENABLE_API_LAYERS, those that the application names; each once, at its
// first place (Overall API Layer Ordering). XR_ERROR_API_LAYER_NOT_PRESENT, and a message, when the
// application names one that is not there or an implicit one that is switched off; such names in
// the variable only get a message. The variable does not exist for an elevated process.
XrResult SelectLayers(const Platform& platform, const std::vector<std::string_view>& application,
                      const Log& log, std::vector<SelectedLayer>* selected);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_SELECTION_H_
