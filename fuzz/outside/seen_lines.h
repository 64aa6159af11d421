// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_SEEN_LINES_H_
#define LOADSTONE_FUZZ_OUTSIDE_SEEN_LINES_H_

#include <string>
#include <string_view>
#include <unordered_set>

namespace loadstone::fuzz {

// What a subject has said so far, line by line, without names, paths and numbers: what it says for
// the first time tells that it did something new.
class SeenLines {
 public:
  // Whether something in `log` is new. Remembers a limited number of lines.
  bool Add(std::string_view log);

 private:
  std::unordered_set<std::string> seen_;
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_SEEN_LINES_H_
