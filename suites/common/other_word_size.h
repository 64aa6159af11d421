// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_OTHER_WORD_SIZE_H_
#define LOADSTONE_SUITES_COMMON_OTHER_WORD_SIZE_H_

#include <string>

#include "harness/world/subject.h"

namespace loadstone::suites {

// The headers of a DLL for x86 with 32 bits, as far as they tell what it is for.
std::string DllOf32Bits();

// The headers of a shared library that no process of the subject can load, because it is for 32
// bits where the subject is for 64, or the other way round.
std::string LibraryOfOtherWordSize(const Subject& subject);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_OTHER_WORD_SIZE_H_
