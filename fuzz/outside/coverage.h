// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_COVERAGE_H_
#define LOADSTONE_FUZZ_OUTSIDE_COVERAGE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loadstone::fuzz {

// How often an instrumented subject reached each place (edge) of its code. A subject that was built
// with -fsanitize-coverage=inline-8bit-counters or =trace-pc-guard calls functions that the program
// which loads it must define; coverage.cc defines them.
inline constexpr size_t kMaxPlaces = size_t{1} << 16;
struct PlaceCounts {
  uint32_t places;  // 0: the subject is not instrumented
  uint8_t counts[kMaxPlaces];
};

// Sets where counts are stored for subjects that are loaded afterwards.
void CountPlaces(PlaceCounts& counts);
// Resets the counts, and brings them up to date.
void ResetCounts();
void CollectCounts();

// The places reached so far, with the order of magnitude of their counts.
class SeenPlaces {
 public:
  // Adds the counts of one input; returns true if they contain something new.
  bool Add(const PlaceCounts& counts);
  size_t places() const;

 private:
  std::vector<uint8_t> seen_;  // one bit for each order of magnitude
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_COVERAGE_H_
