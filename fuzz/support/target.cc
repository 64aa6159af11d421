#include "fuzz/support/target.h"

#include <cstdio>
#include <cstdlib>

namespace loadstone::fuzzing {

void Require(const std::string& complaint) {
  if (complaint.empty()) return;
  std::fprintf(stderr, "invariant broken: %s\n", complaint.c_str());
  std::abort();
}

}  // namespace loadstone::fuzzing
