// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PACKAGE_JSON5_H_
#define LOADSTONE_HARNESS_PACKAGE_JSON5_H_

#include <string>

namespace loadstone {

// A text in JSON5, as sources of component manifests are written, as JSON but for commas before the
// end of an object or an array: without comments, with quotes around names, and with double quotes
// for single ones. What is no JSON5 becomes no JSON. Numbers stay as they are.
std::string JsonFromJson5(const std::string& text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PACKAGE_JSON5_H_
