// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_C_STRINGS_H_
#define LOADSTONE_HARNESS_PROBE_C_STRINGS_H_

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace loadstone {

// Returns the strings in the form in which both APIs take lists of names, valid as long as
// `strings` is unchanged.
inline std::vector<const char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<const char*> pointers;
  for (const std::string& string : strings) pointers.push_back(string.c_str());
  return pointers;
}

// Reads a fixed-size name, which a subject may have filled completely, without a terminating null.
template <size_t kRoom>
std::string Bounded(const char (&text)[kRoom]) {
  return {text, strnlen(text, kRoom)};
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_C_STRINGS_H_
