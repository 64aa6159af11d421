// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/command_table.h"

#include <string.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"

namespace loadstone::mock {
namespace {

// Recorded or polled thousands of times: traced only on request.
bool IsCalledFrequently(const char* name) {
  return strncmp(name, "vkCmd", 5) == 0 || strcmp(name, "vkGetInstanceProcAddr") == 0 ||
         strcmp(name, "vkGetDeviceProcAddr") == 0;
}

bool WantsTrace(const char* name) {
  const char* all = Text(Config(), "trace_functions", nullptr);
  if (all != nullptr && strcmp(all, "all") == 0) return true;
  return !IsCalledFrequently(name) || Contains(List(Config(), "trace_functions"), name);
}

}  // namespace

void ConfigureCommands() {
  const rapidjson::Value& faults = Object(Config(), "faults");
  const rapidjson::Value& results = Object(Config(), "results");
  const CommandStates states = Commands();
  for (uint32_t i = 0; i < states.count; ++i) {
    CommandState& state = states.begin[i];
    state.has_fault = faults.HasMember(state.name);
    state.forced = results.HasMember(state.name);
    state.result = static_cast<int32_t>(Number(results, state.name, 0));
    state.traced = WantsTrace(state.name);
  }
}

void EnterWithFault(const CommandState& state) { MaybeFault(state.name); }

VkResult Forced(const CommandState& state) {
  Event(state.name).Add("forced", true).Add("result", state.result);
  return static_cast<VkResult>(state.result);
}

const TableEntry* FindCommand(const char* name) {
  const CommandTable table = Table();
  uint32_t low = 0;
  uint32_t high = table.count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const int order = strcmp(table.begin[middle].name, name);
    if (order == 0) return &table.begin[middle];
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return nullptr;
}

}  // namespace loadstone::mock
