// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_FNV_H_
#define LOADSTONE_FUZZ_OUTSIDE_FNV_H_

#include <cstdint>
#include <string_view>

namespace loadstone::fuzz {

// FNV-1a, the same on every machine and in every run: the hash of the empty text, and the hash of a
// text with hash `hash` after appending `text`.
inline constexpr uint64_t kFnvBasis = 0xcbf29ce484222325;
constexpr uint64_t Fnv1a(uint64_t hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_FNV_H_
