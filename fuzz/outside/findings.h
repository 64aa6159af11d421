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

// A fault with the smallest input that causes it.
struct Finding {
  Fault fault;
  Input input;
  uint64_t slice = 0;  // in which it was found
  // The inputs that the same process ran before, in order, if the fault does not occur without
  // them.
  std::vector<Input> before = {};
};

// The file with the input, in the folder of a finding.
inline constexpr char kWorldFile[] = "world.json";
// The subfolder with the inputs that ran before, an input in each file, ordered by file name.
inline constexpr char kBeforeFolder[] = "before";
// The folder, next to those of findings, for unconfirmed faults: they occurred among other inputs,
// and not alone.
inline constexpr char kUnconfirmedFolder[] = "unconfirmed";

// The name of the finding's folder: its policy and its cause in plain letters, shorter than 200
// characters and different for each cause.
std::string FolderName(const Fault& fault);

// Identifies the cause of a fault. Faults in missing what is in a folder have the policy about that
// folder; where they differ in nothing else, they have the same cause.
std::string CauseKey(const Fault& fault);

// Keeps one finding of each signature, the one of the earliest slice.
class Findings {
 public:
  // Returns whether the finding is kept.
  bool Add(Finding finding);
  const std::vector<Finding>& all() const { return findings_; }

 private:
  std::vector<Finding> findings_;
};

// The path of a finding's folder in `out`.
std::string FindingFolder(const Finding& finding, const std::string& out);

// Writes `finding` to its folder in `out`, which is made if needed. `level` is the level of its
// policy, `options` are the options of `loadstone repro` that reproduce it. Throws
// std::runtime_error with a one-line message if it cannot be written.
void WriteFinding(const Finding& finding, const std::string& level, const std::string& out,
                  const std::string& options);

// Adds the inputs that are not there yet to the corpus in the folder `path`; file names depend on
// the content. Throws std::runtime_error with a one-line message.
void WriteCorpus(const std::vector<Input>& inputs, const std::string& path);

// Whether `path` is the folder of a finding; its input; and the inputs before it. Reading throws
// std::invalid_argument or std::runtime_error with a one-line message.
bool IsFinding(const std::string& path);
Input ReadFinding(const std::string& path);
std::vector<Input> ReadBefore(const std::string& path, Api api);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_FINDINGS_H_
