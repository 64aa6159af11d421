// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_MOCK_LAYER_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_MOCK_LAYER_H_

#include <vector>

#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/loaders.h"

// Vulkan layers inside the target, which call the next function and change nothing.
// schemas/vulkan_world.json describes their behaviour: "interface" and "result" of the negotiation;
// "create_result"; "exports": none, the old or the new functions; "stops" (it does not call the
// next function); "missing" (it has no vkCreateInstance).
namespace loadstone::fuzz::inside {

inline constexpr int kMockLayers = 6;

// What the loader did to one layer.
struct MockLayerRecord {
  bool refused = false;  // the last negotiation failed
  bool used_after_refusal = false;
  // A link of the chain was missing or invalid.
  bool broken_link = false;
};

// The functions that layer number `index` exports, with this behaviour. Resets its record.
MemoryPlatform::Library MockLayer(int index, const JsonNode& behaviour);

const MockLayerRecord& MockLayerRecordOf(int index);

// The numbers of the layers whose vkCreateInstance was called, in the order of the calls.
const std::vector<int>& MockLayerCreations();
void ResetMockLayers();

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_MOCK_LAYER_H_
