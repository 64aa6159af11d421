// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_DYNAMIC_TOKENS_H_
#define LOADSTONE_HARNESS_COMPONENT_DYNAMIC_TOKENS_H_

#include <string>

#include "harness/world/elf_file.h"

namespace loadstone {

// The values that the dynamic linker substitutes for the tokens in a path passed to dlopen. A token
// whose value is empty is not expanded.
struct DynamicTokens {
  std::string origin = {};    // of $ORIGIN: the folder of the object that calls dlopen
  std::string lib = {};       // of $LIB
  std::string platform = {};  // of $PLATFORM
};

// Returns the values of this machine's dynamic linker for programs of an architecture. Tokens that
// it does not support, as in musl, are empty, and so is `origin`. All are empty if there is no such
// linker, or if it is of another architecture than this program and of a GNU C library before 2.33.
DynamicTokens LinkerTokens(const Architecture& architecture = OwnArchitecture());

// Returns the value of $PLATFORM for programs of an architecture other than that of this program,
// without a linker that could tell; empty if Loadstone does not know it.
std::string PlatformToken(const Architecture& architecture);

// Returns `path` with its tokens expanded: $NAME if no letter, digit or underscore follows, and
// ${NAME}. As in dlopen, a name without a slash is searched for and not expanded.
std::string ExpandTokens(const std::string& path, const DynamicTokens& tokens);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_DYNAMIC_TOKENS_H_
