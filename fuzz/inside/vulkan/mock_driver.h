// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_MOCK_DRIVER_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_MOCK_DRIVER_H_

#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/loaders.h"

// Vulkan drivers inside the target. schemas/vulkan_world.json describes their behaviour:
// "interface" and "result" of the negotiation; "api_version"; "create_result"; "devices";
// "extensions"; "extension_count" (the number that it reports); "exports": none, the old or the new
// functions; "missing" functions.
namespace loadstone::fuzz::inside {

inline constexpr int kMockDrivers = 3;

// What the loader did to one driver.
struct MockDriverRecord {
  bool refused = false;  // the last negotiation failed
  // The loader used the driver although the negotiation failed.
  bool used_after_refusal = false;
};

// The functions that driver number `index` exports, with this behaviour. Resets its record.
MemoryPlatform::Library MockDriver(int index, const JsonNode& behaviour);

// Called before each world, which may lack drivers of the previous one. In that one, instances may
// be left that could not be destroyed.
void ResetMockDrivers();

const MockDriverRecord& MockDriverRecordOf(int index);

// The number of existing instances of all drivers.
int LiveMockDriverInstances();

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_MOCK_DRIVER_H_
