// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_VOCABULARY_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_VOCABULARY_H_

#include <cstddef>
#include <span>

namespace loadstone::fuzz::inside {

// A member that a schema defines, with values to try as JSON texts.
struct Field {
  const char* name;
  std::span<const char* const> values;
};

// What the mutator knows about one kind of input; generated from the schemas.
struct Vocabulary {
  std::span<const Field> fields;
};

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_VOCABULARY_H_
