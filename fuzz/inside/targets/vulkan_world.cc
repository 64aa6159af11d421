// SPDX-License-Identifier: Apache-2.0
// A whole world for Vulkan: manifests, environment, components and an application.

#include <cstdint>

#include "fuzz/generated/vocabularies.h"
#include "fuzz/inside/support/target.h"
#include "fuzz/inside/vulkan/world_rules.h"

using namespace loadstone::fuzz::inside;

const Vocabulary& loadstone::fuzz::inside::TargetVocabulary() { return kVulkanWorldVocabulary; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::optional<World> world = World::Parse(text);
  if (!world || ConfusesComponents(*world)) return 0;
  const VulkanAnswer answer = RunVulkanWorld(*world);
  Require(CheckVulkanAnswer(*world, answer));
  if (NeedsExpensiveChecks(text) && RunVulkanWorld(*world) != answer) {
    Require("the same world gives another answer");
  }
  return 0;
}
