// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/target.h"

#include <cstdio>
#include <cstdlib>
#include <functional>

// No stacks of allocations, a quarantine that fits into a cache, and no filling of new memory: they
// cost half of the speed. A finding can be replayed with all of them. Memory that one input frees
// stays in the quarantine until after the input.
extern "C" __attribute__((visibility("default"), used)) const char* __asan_default_options() {
  return "malloc_context_size=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=64:"
         "max_malloc_fill_size=0";
}

namespace loadstone::fuzz::inside {
namespace {

bool all_thoroughly = false;

}  // namespace

bool NeedsExpensiveChecks(std::string_view input) {
  return all_thoroughly || std::hash<std::string_view>()(input) % 8 == 0;
}

void CheckAllThoroughly() { all_thoroughly = true; }

void Require(const std::string& complaint) {
  if (complaint.empty()) return;
  std::fprintf(stderr, "invariant broken: %s\n", complaint.c_str());
  std::abort();
}

}  // namespace loadstone::fuzz::inside
