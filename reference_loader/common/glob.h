// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_GLOB_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_GLOB_H_

#include <string>
#include <string_view>
#include <vector>

namespace reference_loader {

// True when `text` matches `glob`, which is a prefix "abc*", a suffix "*abc", a substring "*abc*"
// or a whole string "abc"; a star elsewhere is an ordinary character. Case-insensitive
// (LoaderInterfaceArchitecture, Filter Environment Variable Behaviors).
bool GlobMatches(std::string_view glob, std::string_view text);

// True when `text` matches at least one of `globs`.
bool AnyGlobMatches(const std::vector<std::string>& globs, std::string_view text);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_GLOB_H_
