// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_TRACEFILE_H_
#define LOADSTONE_TOOL_TRACEFILE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loadstone {

// How many of several lines or branches were reached.
struct Share {
  size_t all = 0;
  size_t reached = 0;
  // 100 if there are none.
  double Percent() const;
};

struct Reached {
  Share lines;
  Share branches;
};

// One source in a tracefile.
struct CoveredFile {
  std::string path;
  std::map<unsigned, uint64_t> lines = {};  // how often each was executed
  Share branches = {};
  std::set<unsigned> partial_lines = {};  // reached lines with a branch that was never taken

  Reached Count() const;
  std::vector<unsigned> UnreachedLines() const;
};

// Reads a tracefile of lcov, as geninfo(1) describes it, which llvm-cov writes too. Leaves out the
// headers of the system. Throws std::runtime_error with one line if it cannot be read or is none.
std::vector<CoveredFile> ReadTracefile(const std::string& path);

// Returns ascending line numbers as ranges: "3, 7-9".
std::string Ranges(const std::vector<unsigned>& lines);

// Prints each file with its figures and with the lines and branches that were not reached, and the
// sum, which it returns.
Reached PrintCoveredFiles(const std::vector<CoveredFile>& files);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_TRACEFILE_H_
