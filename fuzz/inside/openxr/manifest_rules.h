// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_OPENXR_MANIFEST_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_OPENXR_MANIFEST_RULES_H_

#include <optional>
#include <string>

#include "fuzz/inside/support/loaders.h"
#include "reference_loader/openxr/layer_manifest.h"
#include "reference_loader/openxr/runtime_manifest.h"

// Invariants of what the loader reads from a manifest, checked against the text alone. Each
// function returns a complaint, or an empty string if the invariants hold.
namespace loadstone::fuzz::inside {

// Checks the runtime that the loader found in the manifest with this text (Runtime Manifest File
// Format).
std::string CheckOpenxrRuntime(const std::string& text,
                               const std::optional<openxr::RuntimeManifest>& runtime);

// Checks the layer that the loader found in the manifest with this text (API Layer Manifest File
// Format).
std::string CheckOpenxrLayer(const std::string& text,
                             const std::optional<openxr::LayerManifest>& layer);

// Whether two results of reading a manifest are equal.
bool SameRuntime(const std::optional<openxr::RuntimeManifest>& one,
                 const std::optional<openxr::RuntimeManifest>& other);
bool SameLayer(const std::optional<openxr::LayerManifest>& one,
               const std::optional<openxr::LayerManifest>& other);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_OPENXR_MANIFEST_RULES_H_
