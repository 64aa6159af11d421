// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_CORRUPT_H_
#define LOADSTONE_FUZZ_OUTSIDE_CORRUPT_H_

#include <string>
#include <vector>

#include "fuzz/outside/random.h"

namespace loadstone::fuzz {

// The words of an API's manifests.
struct Vocabulary {
  std::vector<const char*> members;  // names
  std::vector<const char*> values;   // as JSON
};

// Mutates the text of a manifest as a malicious or careless author might: other members, other
// values, other bytes.
std::string Corrupt(const std::string& text, const Vocabulary& vocabulary, Random& random);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_CORRUPT_H_
