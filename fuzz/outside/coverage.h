// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_COVERAGE_H_
#define LOADSTONE_FUZZ_OUTSIDE_COVERAGE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loadstone::fuzz {

// How often the places of an instrumented subject were passed. A subject that was built with
// -fsanitize-coverage=inline-8bit-counters or =trace-pc-guard calls functions that the program
// which loads it has to define; they are in coverage.cc.
inline constexpr size_t kMostPlaces = size_t{1} << 16;
struct PlaceCounts {
  uint32_t places;  // 0: the subject is not instrumented
  uint8_t counts[kMostPlaces];
};

// Where counting goes from now on, of subjects that are loaded later.
void CountPlaces(PlaceCounts& counts);
// Begins anew, and brings the counts up to date.
void ForgetCounts();
void CollectCounts();

// What has been seen of the places: which, and about how often.
class SeenPlaces {
 public:
  // Adds the counts of one input; true if they hold something new.
  bool Add(const PlaceCounts& counts);
  size_t places() const;

 private:
  std::vector<uint8_t> seen_;  // a bit for each order of magnitude
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_COVERAGE_H_
