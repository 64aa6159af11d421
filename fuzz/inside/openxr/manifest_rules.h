// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_OPENXR_MANIFEST_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_OPENXR_MANIFEST_RULES_H_

#include <optional>
#include <string>

#include "fuzz/inside/support/loaders.h"
#include "reference_loader/openxr/layer_manifest.h"
#include "reference_loader/openxr/runtime_manifest.h"

// What must hold of anything that the loader reads from a manifest, judged from the text alone.
// Each function returns a complaint, empty when all is well.
namespace loadstone::fuzz::inside {

// The runtime that the loader found in the manifest with this text (Runtime Manifest File Format).
std::string CheckOpenxrRuntime(const std::string& text,
                               const std::optional<openxr::RuntimeManifest>& runtime);

// The layer, likewise (API Layer Manifest File Format).
std::string CheckOpenxrLayer(const std::string& text,
                             const std::optional<openxr::LayerManifest>& layer);

// True when two readings agree in everything.
bool SameRuntime(const std::optional<openxr::RuntimeManifest>& one,
                 const std::optional<openxr::RuntimeManifest>& other);
bool SameLayer(const std::optional<openxr::LayerManifest>& one,
               const std::optional<openxr::LayerManifest>& other);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_OPENXR_MANIFEST_RULES_H_
