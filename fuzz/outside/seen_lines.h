// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_SEEN_LINES_H_
#define LOADSTONE_FUZZ_OUTSIDE_SEEN_LINES_H_

#include <string>
#include <string_view>
#include <unordered_set>

namespace loadstone::fuzz {

// The lines that a subject has logged so far, without names, paths and numbers: a new line shows
// that the subject did something new.
class SeenLines {
 public:
  // Whether `log` contains something new. Remembers a limited number of lines.
  bool Add(std::string_view log);

 private:
  std::unordered_set<std::string> seen_;
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_SEEN_LINES_H_
