// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_COMMAND_TABLE_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_COMMAND_TABLE_H_

#include "mock_runtime/vulkan/driver.h"

namespace loadstone::mock {

// The level of a command by its first parameter: not dispatchable, VkInstance, VkPhysicalDevice, or
// VkDevice and its child objects.
enum class Level { kGlobal, kInstance, kPhysicalDevice, kDevice };

struct TableEntry {
  const char* name;
  PFN_vkVoidFunction function;
  Level level;
  int minor;                    // core version 1.<minor> that has it; -1 for none
  const char* extension;        // that has it, or nullptr
  const char* other_extension;  // that has it, too, or nullptr
};

// The configured behavior of one command.
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

// Generated: the state of each command, and the names of all commands, sorted like strcmp.
CommandStates Commands();
CommandTable Table();

// Applies "faults", "results" and "trace_functions" to the states.
void ConfigureCommands();

void EnterWithFault(const CommandState& state);
inline void Enter(const CommandState& state) {
  if (state.has_fault) EnterWithFault(state);
}
// Traces the call with its forced result, and returns the result.
VkResult Forced(const CommandState& state);

// The entry of that name, or nullptr.
const TableEntry* FindCommand(const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_COMMAND_TABLE_H_
