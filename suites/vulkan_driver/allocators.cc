// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_21: an application whose allocation callbacks fail. Whichever allocation fails,
// the driver's call must succeed without it or return an error, and earlier allocations must be
// freed.

#include <fmt/format.h>

#include "suites/common/counting_allocator.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::allocators {
namespace {

constexpr char kRound[] = "round";
constexpr char kRoundEnd[] = "end of round";
// More allocations than a driver makes for an instance and a device; if there are more, a sample
// suffices.
constexpr int kMaxRounds = 400;

// Runs the application once, from creating to destroying an instance. Returns whether an allocation
// failed.
bool Round(DriverApp& app, int failing) {
  AppEvent(kRound).Add("failing", int64_t{failing});
  CountingAllocator allocator(failing);
  app.RunFullSequence({.allocator = allocator.callbacks()});
  AppEvent(kRoundEnd)
      .Add("failing", int64_t{failing})
      .Add("alive", int64_t{allocator.alive()})
      .Add("foreign", int64_t{allocator.foreign()});
  return allocator.has_failed();
}

void RunRounds(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable()) return;
  Round(app, CountingAllocator::kNoFailure);
  for (int n = 0; n < kMaxRounds && Round(app, n); ++n) continue;
  Note("rounds", "over");
}

std::string NameOfRound(const Event& event) {
  const int64_t failing = event.Number("failing");
  return failing < 0 ? "no allocation fails" : fmt::format("allocation {} fails", failing + 1);
}

// A line for each round with memory that was never freed, or freed but not allocated.
std::vector<std::string> Unbalanced(const Observation& seen) {
  std::vector<std::string> rounds;
  for (const Event& event : seen.Select(kAppName, kRoundEnd)) {
    if (event.Number("alive") == 0 && event.Number("foreign") == 0) continue;
    rounds.push_back(fmt::format("{}: {} blocks never freed, {} freed that were not allocated",
                                 NameOfRound(event), event.Number("alive"),
                                 event.Number("foreign")));
  }
  return rounds;
}

// Why failing allocations cannot be judged: the application fails even if no allocation does.
SkipReason WhyNoRounds(const Observation& seen) {
  if (const SkipReason why = WhyNoInstance(seen); !why.empty()) return why;
  return seen.First(kAppName, kRoundEnd).has_value() ? std::string()
                                                     : WhyNotFinished(seen, kDriverSurvives);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_21, failing_allocations_are_survived) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, RunRounds);
  SKIP_FOR(WhyNoRounds(seen));
  const std::string last = NameOfRound(seen.Select(kAppName, kRound).back());
  EXPECT_HOLDS(seen.FinishedNormally()) << last << ": " << seen.DescribeEnding();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_21, what_was_allocated_is_freed) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, RunRounds);
  SKIP_FOR(WhyNoRounds(seen));
  const std::vector<std::string> left = Unbalanced(seen);
  if (left.empty())
    SKIP_FOR(WhyNotFinished(seen, "LS_VK_DRIVER_21/failing_allocations_are_survived"));
  EXPECT_SEEN(left, IsEmpty()) << "every block from an application's allocator is returned to it";
}

}  // namespace
}  // namespace loadstone::suites::allocators
