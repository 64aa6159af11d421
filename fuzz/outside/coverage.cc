// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/coverage.h"

#include <string.h>

#include <algorithm>

namespace loadstone::fuzz {
namespace {

// The 8-bit counters that the subject increments inline, as its libraries register them.
struct Range {
  uint8_t* begin;
  uint8_t* end;
};
constexpr size_t kMostRanges = 64;

PlaceCounts* the_counts = nullptr;
Range the_ranges[kMostRanges];
size_t range_count = 0;
uint32_t guard_count = 0;  // of the pc-guard kind; one subject does not use both

uint8_t Magnitude(uint8_t count) {
  constexpr uint8_t kLimits[] = {1, 2, 3, 7, 15, 31, 127};
  for (int i = 0; i < 7; ++i) {
    if (count <= kLimits[i]) return static_cast<uint8_t>(1 << i);
  }
  return 1 << 7;
}

}  // namespace

void CountPlaces(PlaceCounts& counts) {
  the_counts = &counts;
  counts.places = 0;
}

void ResetCounts() {
  if (the_counts == nullptr || the_counts->places == 0) return;
  memset(the_counts->counts, 0, the_counts->places);
  for (size_t i = 0; i < range_count; ++i) {
    memset(the_ranges[i].begin, 0, static_cast<size_t>(the_ranges[i].end - the_ranges[i].begin));
  }
}

void CollectCounts() {
  if (the_counts == nullptr) return;
  size_t place = guard_count;
  for (size_t i = 0; i < range_count; ++i) {
    const size_t size =
        std::min(static_cast<size_t>(the_ranges[i].end - the_ranges[i].begin), kMaxPlaces - place);
    memcpy(the_counts->counts + place, the_ranges[i].begin, size);
    place += size;
  }
  the_counts->places = static_cast<uint32_t>(place);
}

bool SeenPlaces::Add(const PlaceCounts& counts) {
  const size_t places = std::min<size_t>(counts.places, kMaxPlaces);
  if (seen_.size() < places) seen_.resize(places);
  bool news = false;
  for (size_t i = 0; i < places; ++i) {
    if (counts.counts[i] == 0) continue;
    const uint8_t magnitude = Magnitude(counts.counts[i]);
    news |= (seen_[i] & magnitude) == 0;
    seen_[i] |= magnitude;
  }
  return news;
}

size_t SeenPlaces::places() const {
  return static_cast<size_t>(
      std::count_if(seen_.begin(), seen_.end(), [](uint8_t seen) { return seen != 0; }));
}

}  // namespace loadstone::fuzz

using loadstone::fuzz::guard_count;
using loadstone::fuzz::kMaxPlaces;
using loadstone::fuzz::the_counts;

// The functions that an instrumented subject calls (Clang's SanitizerCoverage).
extern "C" {

__attribute__((visibility("default"))) void __sanitizer_cov_8bit_counters_init(uint8_t* begin,
                                                                               uint8_t* end) {
  using namespace loadstone::fuzz;
  if (begin == end || range_count == kMostRanges) return;
  the_ranges[range_count++] = {begin, end};
  CollectCounts();
}

__attribute__((visibility("default"))) void __sanitizer_cov_pcs_init(const uintptr_t*,
                                                                     const uintptr_t*) {}

__attribute__((visibility("default"))) void __sanitizer_cov_trace_pc_guard_init(uint32_t* begin,
                                                                                uint32_t* end) {
  for (; begin != end && *begin == 0 && guard_count < kMaxPlaces; ++begin) {
    *begin = ++guard_count;
  }
  if (the_counts != nullptr) the_counts->places = guard_count;
}

__attribute__((visibility("default"))) void __sanitizer_cov_trace_pc_guard(uint32_t* guard) {
  if (*guard == 0 || the_counts == nullptr) return;
  uint8_t& count = the_counts->counts[*guard - 1];
  if (count != UINT8_MAX) ++count;
}

// Other functions that instrumented code may refer to, depending on the options of Clang and GCC.
// They report comparisons and the stack depth, which are not places.
#define LOADSTONE_IGNORED(name, ...) \
  __attribute__((visibility("default"))) void __sanitizer_cov_trace_##name(__VA_ARGS__) {}
LOADSTONE_IGNORED(cmp1, uint8_t, uint8_t)
LOADSTONE_IGNORED(cmp2, uint16_t, uint16_t)
LOADSTONE_IGNORED(cmp4, uint32_t, uint32_t)
LOADSTONE_IGNORED(cmp8, uint64_t, uint64_t)
LOADSTONE_IGNORED(const_cmp1, uint8_t, uint8_t)
LOADSTONE_IGNORED(const_cmp2, uint16_t, uint16_t)
LOADSTONE_IGNORED(const_cmp4, uint32_t, uint32_t)
LOADSTONE_IGNORED(const_cmp8, uint64_t, uint64_t)
LOADSTONE_IGNORED(cmpf, float, float)
LOADSTONE_IGNORED(cmpd, double, double)
LOADSTONE_IGNORED(switch, uint64_t, uint64_t*)
LOADSTONE_IGNORED(div4, uint32_t)
LOADSTONE_IGNORED(div8, uint64_t)
LOADSTONE_IGNORED(gep, uintptr_t)
LOADSTONE_IGNORED(pc_indir, uintptr_t)
LOADSTONE_IGNORED(pc)
#undef LOADSTONE_IGNORED

__attribute__((visibility("default"),
               tls_model("initial-exec"))) thread_local uintptr_t __sancov_lowest_stack =
    UINTPTR_MAX;

}  // extern "C"
