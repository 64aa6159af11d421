// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_DYNAMIC_TOKENS_H_
#define LOADSTONE_HARNESS_COMPONENT_DYNAMIC_TOKENS_H_

#include <string>

namespace loadstone {

// What the dynamic linker puts in place of the tokens in the path of a library that dlopen gets.
// A token that is empty here stays as it is.
struct DynamicTokens {
  std::string origin = {};    // of $ORIGIN: the folder of the object that calls dlopen
  std::string lib = {};       // of $LIB
  std::string platform = {};  // of $PLATFORM
};

// The tokens of this program's dynamic linker, as it expands them itself; those that it does not
// know, as musl's, are empty, and so is `origin`.
DynamicTokens TokensOfLinker();

// `path` with its tokens expanded: $NAME where no letter, digit or underscore follows, and ${NAME}.
// As dlopen does it, a name without a slash, which is searched for, has none.
std::string ExpandTokens(const std::string& path, const DynamicTokens& tokens);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_DYNAMIC_TOKENS_H_
