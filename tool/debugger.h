// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_DEBUGGER_H_
#define LOADSTONE_TOOL_DEBUGGER_H_

namespace loadstone {

// Throws std::runtime_error, with what to do, if gdb is not installed.
void RequireDebugger();

// Attaches gdb, in the foreground of this terminal, to the probe of the world whose first process
// is `init`. The probe stops itself before its app begins. Returns when gdb ends; a probe that is
// still stopped then continues.
void DebugWorld(int init);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_DEBUGGER_H_
