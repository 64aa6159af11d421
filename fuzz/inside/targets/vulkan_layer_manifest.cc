// SPDX-License-Identifier: Apache-2.0
// A manifest of Vulkan layers, read as one of implicit and as one of explicit layers.

#include <cstdint>

#include "fuzz/generated/vocabularies.h"
#include "fuzz/inside/support/manifest_source.h"
#include "fuzz/inside/support/target.h"
#include "fuzz/inside/vulkan/manifest_rules.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;

std::vector<vulkan::LayerManifest> Read(const std::string& text, bool implicit) {
  const ManifestSource source(text);
  return vulkan::ReadLayerManifest(source.platform(), source.path(), implicit,
                                   vulkan::Log(source.platform()));
}

// Printing changes nothing, nor does reading again.
void CheckStability(const std::string& text, const ManifestText& read,
                    const std::vector<vulkan::LayerManifest>& layers) {
  if (read.verdict != JsonVerdict::kTree) return;
  if (!SameLayers(layers, Read(PrintJsonTree(read.root), false))) {
    Require("printing changes the layers");
  }
  if (!SameLayers(layers, Read(text, false))) Require("two readings differ");
}

}  // namespace

const Vocabulary& loadstone::fuzz::inside::TargetVocabulary() {
  return kVulkanLayerManifestVocabulary;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::vector<vulkan::LayerManifest> explicit_layers = Read(text, false);
  const bool thorough = IsForThoroughChecks(text);
  // Whatever is usable as an implicit layer is usable as an explicit one.
  if (explicit_layers.empty() && !thorough) return 0;
  const ManifestText read(text);
  Require(CheckVulkanLayers(read, explicit_layers));
  const std::vector<vulkan::LayerManifest> implicit = Read(text, true);
  Require(CheckVulkanLayers(read, implicit));
  Require(CheckImplicitAgainstExplicit(implicit, explicit_layers));
  if (thorough) CheckStability(text, read, explicit_layers);
  return 0;
}
