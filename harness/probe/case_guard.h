// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_CASE_GUARD_H_
#define LOADSTONE_HARNESS_PROBE_CASE_GUARD_H_

#include <string>

namespace loadstone {

// The event of the probe for a memory error that the guard of its heap detected: "error", the kind
// as a phrase; "story", with size and stacks; "accused", whether the judged library is accused of
// it; and if not, "why".
inline constexpr char kAppMemoryError[] = "memory_error";

// From now on the heap of this process is guarded in strict mode, and a memory error is traced as
// above before it ends the process. The library at `judged`, a path in this world, is accused of it
// if that library made the access, and allocated and freed the memory, as far as these are known. A
// write that is detected only afterwards has no stack: with `others`, that is, if libraries that
// are neither judged nor part of the harness may have made it, no component is accused. Throws
// HarnessError if the heap cannot be guarded.
void GuardCase(const std::string& judged, bool others);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_CASE_GUARD_H_
