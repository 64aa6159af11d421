// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_START_H_
#define LOADSTONE_HARNESS_PROBE_START_H_

// The arguments of a probe, and the event that it traces before its app begins.
namespace loadstone {

// The first argument of a probe.
inline constexpr char kProbeWord[] = "in-world";
// The first argument of a probe that waits for a debugger.
inline constexpr char kWaitingProbeWord[] = "waiting-in-world";
// Precedes either of these if the heap of the probe is to be guarded.
inline constexpr char kGuardedPrefix[] = "guarded-";
// The first event of the app: the privileges of the process.
inline constexpr char kAppStart[] = "start";
// The event of a probe that failed for a reason of the harness.
inline constexpr char kAppHarnessError[] = "harness_error";

// Traces that the app starts, and how elevated it is. On Windows, first calls SetUpProcess.
void TraceStart();

// Windows only: sets up the process as the world requires: its environment, its registry, its
// devices, and the rights of the user.
void SetUpProcess();

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_START_H_
