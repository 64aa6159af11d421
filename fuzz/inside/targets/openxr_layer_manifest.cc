// SPDX-License-Identifier: Apache-2.0
// A manifest of an OpenXR API layer, read both as an implicit and as an explicit layer.

#include <cstdint>

#include "fuzz/generated/vocabularies.h"
#include "fuzz/inside/openxr/manifest_rules.h"
#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/manifest_source.h"
#include "fuzz/inside/support/target.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;
using openxr::LayerKind;

std::optional<openxr::LayerManifest> Read(const std::string& text, LayerKind kind) {
  const ManifestSource source(text);
  return openxr::ReadLayerManifest(source.platform(), source.path(), kind,
                                   openxr::Log(source.platform(), "fuzzing"));
}

// A manifest that is printed and read again must give the same layer.
void CheckStability(const std::string& text, const std::optional<openxr::LayerManifest>& layer) {
  JsonNode tree;
  if (ParseJsonTree(text, &tree) != JsonVerdict::kTree) return;
  if (!SameLayer(layer, Read(PrintJsonTree(tree), LayerKind::kExplicit))) {
    Require("printing changes the layer");
  }
  if (!SameLayer(layer, Read(text, LayerKind::kExplicit))) Require("two readings differ");
}

}  // namespace

const Vocabulary& loadstone::fuzz::inside::TargetVocabulary() {
  return kOpenxrLayerManifestVocabulary;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto explicit_layer = Read(text, LayerKind::kExplicit);
  Require(CheckOpenxrLayer(text, explicit_layer));
  if (!explicit_layer && !NeedsExpensiveChecks(text)) return 0;
  const auto implicit = Read(text, LayerKind::kImplicit);
  Require(CheckOpenxrLayer(text, implicit));
  if (implicit && !explicit_layer) Require("a layer is only usable as an implicit one");
  if (NeedsExpensiveChecks(text)) CheckStability(text, explicit_layer);
  return 0;
}
