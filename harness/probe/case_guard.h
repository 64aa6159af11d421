// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_CASE_GUARD_H_
#define LOADSTONE_HARNESS_PROBE_CASE_GUARD_H_

#include <string>

namespace loadstone {

// What the probe tells when the guard of its heap saw a memory error: "error", the kind as a
// phrase; "story", with size and stacks; "accused", whether it is held against the judged library;
// and if not, "why".
inline constexpr char kAppMemoryError[] = "memory_error";

// From now on the heap of this process is guarded in strict mode, and a memory error is told as
// above before it ends the process. It is held against the library at `judged`, a path in this
// world, if that library made the access, and made and freed the allocation, as far as these are
// known. A write that was seen only afterwards has no stack: with `others`, where libraries that
// are neither judged nor the harness's may have made it, nobody is accused of it. Throws
// HarnessError where the heap cannot be guarded.
void GuardCase(const std::string& judged, bool others);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_CASE_GUARD_H_
