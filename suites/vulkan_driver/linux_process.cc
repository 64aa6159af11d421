// SPDX-License-Identifier: Apache-2.0
// What a Vulkan driver leaves in the process that loads it, as Linux tells: "Requirements of
// Well-Behaved Drivers".

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/common/linux_process_state.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::linux_process {
namespace {

VULKAN_DRIVER_CASE(LS_VK_DRIVER_19, standard_output_is_the_applications) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    Note("output", StandardOutputOf([&] { RunOnce(driver); }));
  });
  SKIP_FOR(WhyNoAnswer(seen, "output"));
  EXPECT_SEEN(Answers(seen.events())["output"], "")
      << "the driver writes nothing to standard output";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_20, process_is_left_as_it_was) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    const std::vector<std::string> before = ProcessState();
    DriverApp app(driver);
    app.RunFullSequence();
    const std::vector<std::string> changes = ChangesOf(before, ProcessState());
    Note("changes", fmt::format("{}", fmt::join(changes, ", ")));
  });
  SKIP_FOR(WhyNoAnswer(seen, "changes"));
  EXPECT_SEEN(Answers(seen.events())["changes"], "")
      << "the driver leaves the process as it was: what was (-), what is (+)";
}

}  // namespace
}  // namespace loadstone::suites::linux_process
