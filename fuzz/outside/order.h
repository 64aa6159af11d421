// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_ORDER_H_
#define LOADSTONE_FUZZ_OUTSIDE_ORDER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/outside/generator.h"
#include "harness/world/subject.h"

namespace loadstone::fuzz {

// The task of a fuzzing probe.
struct Order {
  enum class Kind {
    kFuzz,      // runs many inputs; reports each new fault once
    kJudge,     // runs the input at kInputPath, after those of the corpus; reports every fault
    kMinimise,  // likewise; reports the fault with `match` with the smallest input that has it, or,
                // where there is a corpus, with the fewest inputs of it
  };
  Kind kind = Kind::kFuzz;
  uint64_t seed = 0;
  uint64_t inputs = 0;
  double seconds = 0;       // after which no further input is started
  double hang_seconds = 2;  // processor time that one input may take
  GeneratorOptions options =
      {};             // of the generated inputs; other inputs say whether they are elevated
  size_t keep = 0;    // how many inputs that showed something new are reported
  bool guard = true;  // whether the subject's memory is guarded
  std::string match = {};
  bool ending = false;                  // whether the fault with `match` is an end of the process
  std::vector<std::string> known = {};  // signatures that need not be reported
  // The loader whose answers are compared with the subject's. Its path is the one on the host; in
  // the world it is at PathOfOther.
  std::optional<Subject> against = {};

  std::string ToJson() const;
  static Order FromJson(const std::string& json);
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_ORDER_H_
