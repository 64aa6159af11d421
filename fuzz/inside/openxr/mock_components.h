// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_OPENXR_MOCK_COMPONENTS_H_
#define LOADSTONE_FUZZ_INSIDE_OPENXR_MOCK_COMPONENTS_H_

#include <vector>

#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/loaders.h"

// An OpenXR runtime and API layers inside the target. schemas/openxr_world.json describes their
// behaviour: "result", "interface", "api_major", "api_minor" and "no_lookup" of the negotiation;
// "exports": none, the renamed or the usual function; "create_result"; of a runtime "extensions",
// "extension_count" (the number that it reports) and "missing" functions; of a layer "stops" (it
// does not call the next function), "no_create" and "null_instance".
namespace loadstone::fuzz::inside {

inline constexpr int kMockApiLayers = 4;

// What the loader did to one component.
struct MockComponentRecord {
  bool refused = false;  // the last negotiation failed
  int creates = 0;       // of the runtime's instance
  bool used_after_refusal = false;
  // A link of the chain was missing or invalid.
  bool broken_link = false;
};

// The functions that the component exports. Resets its record.
MemoryPlatform::Library MockRuntime(const JsonNode& behaviour);
MemoryPlatform::Library MockApiLayer(int index, const JsonNode& behaviour);

const MockComponentRecord& MockRuntimeRecord();
const MockComponentRecord& MockApiLayerRecord(int index);

// The numbers of the layers whose xrCreateApiLayerInstance was called, in the order of the calls.
const std::vector<int>& MockApiLayerCreations();
void ResetMockApiLayers();

// The number of instances of the runtime that exist.
int LiveMockRuntimeInstances();

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_OPENXR_MOCK_COMPONENTS_H_
