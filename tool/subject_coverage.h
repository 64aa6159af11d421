// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_SUBJECT_COVERAGE_H_
#define LOADSTONE_TOOL_SUBJECT_COVERAGE_H_

#include <string>

namespace loadstone {

// What an instrumented loader wrote in the worlds of `run --coverage DIR`, and what becomes of it:
//
//   DIR/raw/*/        what the processes of one worker wrote: .gcda of gcov, or .profraw of LLVM,
//                     merged by the runtime that the compiler links into the loader
//   DIR/loader.txt    the path of the loader, which llvm-cov reads
//   DIR/merged/       of gcov: the .gcda of all workers, next to links to the .gcno of the build
//   DIR/coverage.profdata   of LLVM: the same
//   DIR/coverage.info       what was reached, in lcov's format

// Creates `folder` for a run, and returns the folder for the workers. Throws UsageError if it
// contains anything or cannot be created.
std::string PrepareCoverage(const std::string& folder, const std::string& loader);

// Returns whether any process wrote coverage.
bool HasCoverageData(const std::string& folder);
// The message that says that none did, and why.
std::string NoCoverageData(const std::string& folder);

// Merges the coverage of all workers with gcov-tool and lcov, or with llvm-profdata and llvm-cov,
// and returns the path of the tracefile. Throws UsageError if the folder has no coverage, and
// EnvironmentError if one of these programs fails.
std::string MergeCoverage(const std::string& folder);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_SUBJECT_COVERAGE_H_
