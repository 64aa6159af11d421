// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PACKAGE_JSON5_H_
#define LOADSTONE_HARNESS_PACKAGE_JSON5_H_

#include <string>

namespace loadstone {

// Converts JSON5, in which the sources of component manifests are written, to JSON except for
// commas before the end of an object or an array: removes comments, quotes names, and replaces
// single quotes by double quotes. Invalid JSON5 becomes invalid JSON. Numbers are not converted.
std::string JsonFromJson5(const std::string& text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PACKAGE_JSON5_H_
