// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_REGISTRY_TEXT_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_REGISTRY_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "fuzz/inside/support/loaders.h"

namespace loadstone::fuzz::inside {

// A registry as lines "MACHINE KEY TYPE NAME=DATA", "USER KEY TYPE NAME=DATA" and "DEVICE TYPE
// NAME=DATA". KEY is relative to SOFTWARE and TYPE is a number. Data of the types 1, 2 and 7 is
// text with "|" for each null character; data of other types has one digit for each byte.
// "ELEVATED=1" makes the process elevated, "NARROW=1" makes it a 32-bit process on a 64-bit system.
struct RegistryText {
  enum class Place { kMachine, kUser, kDevice };
  struct Entry {
    Place place;
    std::string key;  // empty for devices
    std::string name;
    uint32_t type;
    std::string data;  // as written in the line
  };

  std::vector<Entry> entries;
  bool elevated = false;
  bool narrow = false;

  // Ignores other lines, and texts that are not UTF-8.
  static RegistryText Parse(std::string_view text);

  void Install(MemoryPlatform* machine) const;
};

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_REGISTRY_TEXT_H_
