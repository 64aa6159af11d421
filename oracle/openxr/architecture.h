// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_OPENXR_ARCHITECTURE_H_
#define LOADSTONE_ORACLE_OPENXR_ARCHITECTURE_H_

#include "harness/world/subject.h"

namespace loadstone::oracle::openxr {

// Returns the name of the subject's architecture, as in active_runtime.<name>.json (runtime
// document, "Architecture/ABI Identifiers").
inline const char* ArchitectureName(const Subject& subject) {
  if (subject.processor == Processor::kArm) return subject.bits == 32 ? "armv7a-vfp" : "aarch64";
  return subject.bits == 32 ? "i686" : "x86_64";
}

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_ARCHITECTURE_H_
