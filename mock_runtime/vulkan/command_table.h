// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_COMMAND_TABLE_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_COMMAND_TABLE_H_

#include "mock_runtime/vulkan/driver.h"

namespace loadstone::mock {

// By the first parameter: nothing dispatchable, VkInstance, VkPhysicalDevice, or VkDevice and what
// belongs to one.
enum class Level { kGlobal, kInstance, kPhysicalDevice, kDevice };

struct TableEntry {
  const char* name;
  PFN_vkVoidFunction function;
  Level level;
  int minor;              // of the core version that has it, -1 for none
  const char* extension;  // that has it, or nullptr
};

// How the configuration wants one command to behave.
struct CommandState {
  const char* name;
  bool has_fault = false;
  bool forced = false;
  bool traced = false;  // for generic commands
  int32_t result = 0;
};

struct CommandStates {
  CommandState* begin;
  uint32_t count;
};
struct CommandTable {
  const TableEntry* begin;
  uint32_t count;
};

// Generated: the state of each command, and the names under which commands are found, sorted as
// strcmp does.
CommandStates Commands();
CommandTable Table();

// Reads "faults", "results" and "trace_functions" into the states.
void ConfigureCommands();

void EnterWithFault(const CommandState& state);
inline void Enter(const CommandState& state) {
  if (state.has_fault) EnterWithFault(state);
}
// Traces the call with its forced result, and returns that.
VkResult Forced(const CommandState& state);

// The entry of that name, or nullptr.
const TableEntry* FindCommand(const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_COMMAND_TABLE_H_
