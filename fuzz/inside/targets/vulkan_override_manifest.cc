// SPDX-License-Identifier: Apache-2.0
// A manifest of the override layer, on a machine with its components and other layers.

#include <cstdint>

#include "fuzz/generated/vocabularies.h"
#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/target.h"
#include "fuzz/inside/vulkan/override_rules.h"

using namespace loadstone::fuzz::inside;

const Vocabulary& loadstone::fuzz::inside::TargetVocabulary() {
  return kVulkanLayerManifestVocabulary;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const OverrideAnswer answer = ReadOverrideManifest(text);
  Require(CheckOverrideAnswer(text, answer));
  if (!NeedsExpensiveChecks(text)) return 0;
  if (ReadOverrideManifest(text) != answer) Require("two readings differ");
  JsonNode tree;
  if (ParseJsonTree(text, &tree) != JsonVerdict::kTree) return 0;
  if (ReadOverrideManifest(PrintJsonTree(tree)) != answer) Require("printing changes the chain");
  return 0;
}
