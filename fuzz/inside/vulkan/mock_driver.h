// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_MOCK_DRIVER_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_MOCK_DRIVER_H_

#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/loaders.h"

// Vulkan drivers inside the target. Behaviour (schemas/vulkan_world.json): "interface" and "result"
// of the negotiation, "api_version", "create_result", "devices", "extensions", "extension_count"
// that it claims, "exports" none, the old or the new functions, "missing" functions.
namespace loadstone::fuzz::inside {

inline constexpr int kMockDrivers = 3;

// What the loader did to one driver.
struct MockDriverRecord {
  bool refused = false;  // its last negotiation failed
  // The loader went on although the negotiation failed.
  bool used_after_refusal = false;
};

// The functions that a driver exports, as driver number `index`, which behaves as told. Forgets
// what it did before.
MemoryPlatform::Library MockDriver(int index, const JsonNode& behaviour);

// Before another world, which may lack drivers that the last one had; that one may have left
// instances that nobody could destroy.
void ForgetMockDrivers();

const MockDriverRecord& MockDriverRecordOf(int index);

// Instances of all drivers that exist.
int LiveMockDriverInstances();

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_MOCK_DRIVER_H_
