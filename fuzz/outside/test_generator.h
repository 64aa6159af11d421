// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_TEST_GENERATOR_H_
#define LOADSTONE_FUZZ_OUTSIDE_TEST_GENERATOR_H_

#include <gtest/gtest.h>

#include "fuzz/outside/generator.h"

namespace loadstone::fuzz {

// Fails if a generator makes elevated inputs where others are configured, or the other way round.
template <typename Generator>
void ExpectElevatedAsConfigured(const Subject& subject) {
  for (const bool elevated : {false, true}) {
    const Generator generator(subject, {.create_percent = 50, .elevated = elevated});
    Random random(7);
    Input other;
    other.elevated = !elevated;
    for (int i = 0; i < 50; ++i) {
      EXPECT_EQ(generator.Make(random).elevated, elevated);
      EXPECT_EQ(generator.Change(other, random).elevated, elevated);
      EXPECT_EQ(generator.Vary(other, random).elevated, elevated);
    }
  }
}

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_TEST_GENERATOR_H_
