// SPDX-License-Identifier: Apache-2.0
// A manifest of Vulkan layers, read both as implicit and as explicit layers.

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

// A manifest that is printed and read again must give the same layers.
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
  const bool thorough = NeedsExpensiveChecks(text);
  // Whatever is valid for an implicit layer is valid for an explicit one, so there are no implicit
  // layers, either.
  if (explicit_layers.empty() && !thorough) return 0;
  const ManifestText read(text);
  Require(CheckVulkanLayers(read, explicit_layers));
  const std::vector<vulkan::LayerManifest> implicit = Read(text, true);
  Require(CheckVulkanLayers(read, implicit));
  Require(CheckImplicitAgainstExplicit(implicit, explicit_layers));
  if (thorough) CheckStability(text, read, explicit_layers);
  return 0;
}
