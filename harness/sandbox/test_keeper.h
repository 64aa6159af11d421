#ifndef LOADSTONE_HARNESS_SANDBOX_TEST_KEEPER_H_
#define LOADSTONE_HARNESS_SANDBOX_TEST_KEEPER_H_

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

// What came out: the remains of the visits up to the first that threw, and what that one said.
struct Visits {
  std::vector<ProbeResult> probe_result;
  std::string error;
};

// Makes a sandbox in a process of its own, since that process is changed for good, and makes the
// worlds real one after another. `options` are those of the tests where they are not given.
Visits MakeVisits(const std::vector<Visit>& visits,
                  const std::optional<SandboxOptions>& options = {});

// The options of these tests: the probe of test_probe.cc, itself as the subject, and a folder with
// one file, "component.so", as the library.
SandboxOptions TestOptions();

// The line that the probe answered to `question`; "no answer" without one.
std::string Answer(const ProbeResult& probe_result, const std::string& question);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_TEST_KEEPER_H_
