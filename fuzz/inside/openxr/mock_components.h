// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_OPENXR_MOCK_COMPONENTS_H_
#define LOADSTONE_FUZZ_INSIDE_OPENXR_MOCK_COMPONENTS_H_

#include <vector>

#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/loaders.h"

// An OpenXR runtime and API layers inside the target, which behave as schemas/openxr_world.json
// tells: "result", "interface", "api_major", "api_minor" and "no_lookup" of the negotiation,
// "exports" none, the renamed or the usual function, "create_result"; of a runtime "extensions",
// "extension_count" that it claims, "missing" functions; of a layer "stops" to not call down,
// "no_create", "null_instance".
namespace loadstone::fuzz::inside {

inline constexpr int kMockApiLayers = 4;

// What the loader did to one component.
struct MockComponentRecord {
  bool refused = false;  // its last negotiation was no agreement
  int creates = 0;       // of the runtime
  bool used_after_refusal = false;
  // A link of the chain was missing or broken.
  bool broken_link = false;
};

// The functions that the component exports. Forgets what it did before.
MemoryPlatform::Library MockRuntime(const JsonNode& behaviour);
MemoryPlatform::Library MockApiLayer(int index, const JsonNode& behaviour);

const MockComponentRecord& MockRuntimeRecord();
const MockComponentRecord& MockApiLayerRecord(int index);

// The numbers of the layers whose xrCreateApiLayerInstance was called, in order.
const std::vector<int>& MockApiLayerCreations();
void ForgetMockApiLayers();

// Instances of the runtime that exist.
int LiveMockRuntimeInstances();

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_OPENXR_MOCK_COMPONENTS_H_
