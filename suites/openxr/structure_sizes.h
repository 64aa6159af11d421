// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_STRUCTURE_SIZES_H_
#define LOADSTONE_SUITES_OPENXR_STRUCTURE_SIZES_H_

#include <cstdint>

#include "harness/world/platform.h"
#include "harness/world/subject.h"

// The sizes of the structures between loaders, layers and runtimes, as structSize has them. Both
// kinds of subjects are judged by a 64-bit program (interfaces/openxr/loader_interfaces.h checks
// the numbers on each).
namespace loadstone::suites {

struct StructureSize {
  int64_t on_64_bits;
  int64_t on_i386;
  int64_t on_other_32_bits;  // Windows and Arm, which align a uint64_t to 8 bytes

  int64_t For(const Subject& subject) const {
    if (subject.bits != 32) return on_64_bits;
    const bool i386 = subject.processor == Processor::kX86 && !IsWindows(subject);
    return i386 ? on_i386 : on_other_32_bits;
  }
};

inline constexpr StructureSize kLoaderInfoSize = {40, 36, 40};
inline constexpr StructureSize kRuntimeRequestSize = {40, 28, 32};
inline constexpr StructureSize kLayerRequestSize = {48, 32, 32};
inline constexpr StructureSize kCreateInfoSize = {544, 532, 532};
inline constexpr StructureSize kNextInfoSize = {296, 280, 280};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_STRUCTURE_SIZES_H_
