// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_DYNAMIC_TOKENS_H_
#define LOADSTONE_HARNESS_COMPONENT_DYNAMIC_TOKENS_H_

#include <string>

namespace loadstone {

// The values that the dynamic linker substitutes for the tokens in a path passed to dlopen. A token
// whose value is empty is not expanded.
struct DynamicTokens {
  std::string origin = {};    // of $ORIGIN: the folder of the object that calls dlopen
  std::string lib = {};       // of $LIB
  std::string platform = {};  // of $PLATFORM
};

// Returns the values of this program's dynamic linker. Tokens that it does not support, as in musl,
// are empty, and so is `origin`.
DynamicTokens LinkerTokens();

// Returns `path` with its tokens expanded: $NAME if no letter, digit or underscore follows, and
// ${NAME}. As in dlopen, a name without a slash is searched for and not expanded.
std::string ExpandTokens(const std::string& path, const DynamicTokens& tokens);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_DYNAMIC_TOKENS_H_
