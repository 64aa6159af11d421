// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_RANDOM_H_
#define LOADSTONE_FUZZ_OUTSIDE_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace loadstone::fuzz {

// A small random number generator that gives the same numbers on every machine, which the
// distributions of the standard library do not guarantee (SplitMix64).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t value = state_;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
  }
  // A number below `bound`, which must not be 0.
  size_t Below(size_t bound) { return static_cast<size_t>(Next() % bound); }
  // True with a probability of `percent` percent.
  bool Chance(unsigned percent) { return Below(100) < percent; }
  template <typename List>
  const auto& Pick(const List& list) {
    return list[Below(std::size(list))];
  }

 private:
  uint64_t state_;
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_RANDOM_H_
