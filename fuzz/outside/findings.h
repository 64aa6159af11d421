// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_FINDINGS_H_
#define LOADSTONE_FUZZ_OUTSIDE_FINDINGS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/outside/input.h"
#include "oracle/fault.h"

namespace loadstone::fuzz {

// A fault with the smallest input that brings it about.
struct Finding {
  Fault fault;
  Input input;
  uint64_t slice = 0;  // in which it was found
  // What the same process was asked before, in order, without which it does not show.
  std::vector<Input> before = {};
};

// The file in the folder of a finding that holds its input.
inline constexpr char kWorldFile[] = "world.json";
// The folder in it with what was asked before, an input in each file, in the order of their names.
inline constexpr char kBeforeFolder[] = "before";
// The folder beside those of findings for what is none: seen among other inputs, and not alone.
inline constexpr char kUnconfirmedFolder[] = "unconfirmed";

// The name of the finding's folder: its policy and its cause in plain letters, less than 200, and
// another one for each cause.
std::string FolderName(const Fault& fault);

// Keeps one finding of each signature, that of the first slice.
class Findings {
 public:
  // Whether it is kept.
  bool Add(Finding finding);
  const std::vector<Finding>& all() const { return findings_; }

 private:
  std::vector<Finding> findings_;
};

// The folder in `out` of a finding.
std::string FindingFolder(const Finding& finding, const std::string& out);

// Leaves `finding` in its folder in `out`, which is made where needed. `level` is that of its
// policy, `options` are those of `loadstone repro` that show it again. Throws std::runtime_error
// with one line where it cannot be written.
void WriteFinding(const Finding& finding, const std::string& level, const std::string& out,
                  const std::string& options);

// Adds the inputs that are not there yet to the corpus in the folder `path`, each named by what it
// holds. Throws std::runtime_error with one clear line.
void WriteCorpus(const std::vector<Input>& inputs, const std::string& path);

// Whether `path` is the folder of a finding, its input, and those before it. Reading throws
// std::invalid_argument or std::runtime_error with one clear line.
bool IsFinding(const std::string& path);
Input ReadFinding(const std::string& path);
std::vector<Input> ReadBefore(const std::string& path, Api api);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_FINDINGS_H_
