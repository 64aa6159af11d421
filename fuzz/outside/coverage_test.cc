// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/coverage.h"

#include <gtest/gtest.h>

#include <memory>

extern "C" {
void __sanitizer_cov_8bit_counters_init(uint8_t* begin, uint8_t* end);
void __sanitizer_cov_trace_pc_guard_init(uint32_t* begin, uint32_t* end);
void __sanitizer_cov_trace_pc_guard(uint32_t* guard);
}

namespace loadstone::fuzz::coverage_test {
namespace {

// The counts of both kinds of instrumentation, as if one subject had both.
TEST(Coverage, CountsWhatASubjectCalls) {
  static PlaceCounts counts;
  static uint32_t guards[3];
  static uint8_t counters[2];
  CountPlaces(counts);
  EXPECT_EQ(counts.places, 0u);
  __sanitizer_cov_trace_pc_guard_init(guards, guards + 3);
  EXPECT_EQ(counts.places, 3u);
  __sanitizer_cov_8bit_counters_init(counters, counters + 2);
  EXPECT_EQ(counts.places, 5u);
  for (int i = 0; i < 300; ++i) __sanitizer_cov_trace_pc_guard(&guards[1]);
  counters[1] = 7;
  CollectCounts();
  EXPECT_EQ(counts.counts[0], 0);
  EXPECT_EQ(counts.counts[1], 255);
  EXPECT_EQ(counts.counts[4], 7);
  ResetCounts();
  CollectCounts();
  EXPECT_EQ(counts.counts[1], 0);
  EXPECT_EQ(counts.counts[4], 0);
}

TEST(SeenPlaces, IsNewsOncePerPlaceAndMagnitude) {
  const auto counts = std::make_unique<PlaceCounts>();
  SeenPlaces seen;
  EXPECT_FALSE(seen.Add(*counts));
  counts->places = 2;
  EXPECT_FALSE(seen.Add(*counts));
  counts->counts[1] = 4;
  EXPECT_TRUE(seen.Add(*counts));
  counts->counts[1] = 7;
  EXPECT_FALSE(seen.Add(*counts));
  counts->counts[1] = 8;
  EXPECT_TRUE(seen.Add(*counts));
  EXPECT_EQ(seen.places(), 1u);
}

}  // namespace
}  // namespace loadstone::fuzz::coverage_test
