// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_TEST_VISITS_H_
#define LOADSTONE_HARNESS_SANDBOX_TEST_VISITS_H_

#include <optional>
#include <string>
#include <vector>

#include "harness/sandbox/sandbox.h"

namespace loadstone {

// One world of a test, and what the probe is asked in it (see test_probe.cc).
struct Visit {
  World world = {};
  std::vector<std::string> questions = {};
  Limits limits = {};
};

// What came out: the results of the visits up to the first that threw, and what that one said.
struct Visits {
  std::vector<ProbeResult> probe_results;
  std::string error;
};

// Makes a sandbox, and the worlds real one after another. `options` are those of the tests where
// they are not given.
Visits MakeVisits(const std::vector<Visit>& visits,
                  const std::optional<SandboxOptions>& options = {});

// The options of these tests: the probe of test_probe.cc, itself as the subject, and a folder with
// one file, "component.so", as the library.
SandboxOptions TestOptions();

// The line that the probe answered to `question`; "no answer" without one.
std::string Answer(const ProbeResult& probe_result, const std::string& question);

// One visit. Fails the test where it threw.
ProbeResult MakeVisit(const World& world, const std::vector<std::string>& questions,
                      const Limits& limits = {});

// The answer to one question in an otherwise empty world.
std::string Ask(const std::string& question, const World& world = {}, const Limits& limits = {});

// How many processes of the host have `word` in their command line.
int ProcessesWith(const std::string& word);

// The content of a file of the host; empty where there is none.
std::string ReadHostFile(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_TEST_VISITS_H_
