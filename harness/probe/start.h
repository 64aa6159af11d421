// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_START_H_
#define LOADSTONE_HARNESS_PROBE_START_H_

// How a probe is started, and what it tells before its app begins.
namespace loadstone {

// The first word of the command line of a probe.
inline constexpr char kProbeWord[] = "in-world";
// The same for a probe that waits for a debugger.
inline constexpr char kWaitingProbeWord[] = "waiting-in-world";
// What stands before either where the heap of the probe is to be guarded.
inline constexpr char kGuardedPrefix[] = "guarded-";
// The first event of the app: what the process is.
inline constexpr char kAppStart[] = "start";
// What the probe says when it could not do its part.
inline constexpr char kAppHarnessError[] = "harness_error";

// Tells in the trace that the app starts, and how elevated it is. On Windows the process first
// becomes what the world says: its environment, and the rights of an ordinary user.
void TellStart();

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_START_H_
