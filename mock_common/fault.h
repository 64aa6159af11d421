// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_FAULT_H_
#define LOADSTONE_MOCK_COMMON_FAULT_H_

namespace loadstone::mock {

// Commits the fault that the configuration has for `function` in its object "faults": "crash" (a
// write to address 0), "abort", "exit" (status 42), "hang" (forever, without CPU time),
// "fork_bomb", "fill_disk" (then aborts) or "eat_memory", which do not return; "print" (a line to
// standard output), "set_environment", "change_folder", "handle_signal", "leave_process" (a child
// that hangs), "leave_thread" (a thread that runs forever in the mock's code, even after it is
// unloaded), "limit_memory" (no library can be loaded) or "read_past_end" (a byte after an
// allocation), which do. Traces a "fault" event with "function" and "fault" first.
void MaybeFault(const char* function);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_FAULT_H_
