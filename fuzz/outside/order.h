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

// What a probe that fuzzes is to do in its world.
struct Order {
  enum class Kind {
    kFuzz,      // many inputs; tells each new fault once
    kJudge,     // the input at kInputPath, after those of the corpus; tells every fault
    kMinimise,  // likewise; tells the fault with `match` with the smallest input that has it, or,
                // where there is a corpus, with the fewest inputs of that
  };
  Kind kind = Kind::kFuzz;
  uint64_t seed = 0;
  uint64_t inputs = 0;
  double seconds = 0;       // after which no further input is begun
  double hang_seconds = 2;  // of processor time that one input may take
  GeneratorOptions options =
      {};             // of the inputs that are made; the others tell whether they are elevated
  size_t keep = 0;    // how many inputs that showed something new are told
  bool guard = true;  // whether the subject's memory is guarded
  std::string match = {};
  bool ending = false;                  // of the fault with `match`
  std::vector<std::string> known = {};  // signatures that need not be told
  // The loader whose answers are compared with the subject's; its path is that on the host, and it
  // stands at PathOfOther.
  std::optional<Subject> against = {};

  std::string ToJson() const;
  static Order FromJson(const std::string& json);
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_ORDER_H_
