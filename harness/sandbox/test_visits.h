// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_TEST_VISITS_H_
#define LOADSTONE_HARNESS_SANDBOX_TEST_VISITS_H_

#include <optional>
#include <string>
#include <vector>

#include "harness/sandbox/sandbox.h"

namespace loadstone {

// A world of a test, and the questions for the probe in it (see test_probe.cc).
struct Visit {
  World world = {};
  std::vector<std::string> questions = {};
  Limits limits = {};
};

// The results of the visits up to the first that threw, and its error message.
struct Visits {
  std::vector<ProbeResult> probe_results;
  std::string error;
};

// Creates a sandbox, and the worlds in it, one after another. `options` defaults to TestOptions().
Visits MakeVisits(const std::vector<Visit>& visits,
                  const std::optional<SandboxOptions>& options = {});

// Returns the options of these tests: the probe of test_probe.cc, which is the subject as well, and
// a folder with one file, "component.so", as the library.
SandboxOptions TestOptions();

// Returns the line with which the probe answered `question`; "no answer" without one.
std::string Answer(const ProbeResult& probe_result, const std::string& question);

// Makes a single visit. Fails the test if it threw.
ProbeResult MakeVisit(const World& world, const std::vector<std::string>& questions,
                      const Limits& limits = {});

// Returns the answer to one question, by default in an empty world.
std::string Ask(const std::string& question, const World& world = {}, const Limits& limits = {});

// Returns how many processes of the host have `word` in their command line.
int ProcessesWith(const std::string& word);

// Returns the content of a file of the host; empty if there is none.
std::string ReadHostFile(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_TEST_VISITS_H_
