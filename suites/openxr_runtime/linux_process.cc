// SPDX-License-Identifier: Apache-2.0
// LS_XR_RUNTIME_23: what an OpenXR runtime leaves in the process that loads it, as Linux tells.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/common/linux_process_state.h"
#include "suites/openxr_runtime/runtime_app.h"

namespace loadstone::suites::linux_process {
namespace {

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_23, standard_output_is_the_applications) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    Note("output", StandardOutputOf([&] { RuntimeApp(runtime).RunFullSequence(); }));
  });
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "output"));
  EXPECT_SEEN(Answers(seen.events())["output"], "")
      << "the runtime writes nothing to standard output";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_23, process_is_left_as_it_was) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    const std::vector<std::string> before = ProcessState();
    RuntimeApp(runtime).RunFullSequence();
    const std::vector<std::string> changes = ChangesOf(before, ProcessState());
    Note("changes", fmt::format("{}", fmt::join(changes, ", ")));
  });
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, "changes"));
  EXPECT_SEEN(Answers(seen.events())["changes"], "")
      << "the runtime leaves the process as it was: what was (-), what is (+)";
}

}  // namespace
}  // namespace loadstone::suites::linux_process
