// An application whose allocation callbacks fail: "Requirements of Well-Behaved Layers",
// LLP_LAYER_14. Whichever allocation it is, the layer's call succeeds without it or returns an
// error, and what was allocated before is freed.

#include <fmt/format.h>

#include "harness/suites/common/counting_allocator.h"
#include "harness/suites/vulkan_layer/transcript.h"

namespace loadstone {
namespace {

using testing::IsEmpty;

constexpr char kRound[] = "round";
constexpr char kRoundEnd[] = "end of round";
// More allocations than a layer makes for a few objects; a count that never ends is cut here.
constexpr int kTooMany = 2000;

// The application once, from an instance to a fence and back. Returns whether an allocation failed.
bool Round(VulkanApp& app, const LayerNames& layers, int failing) {
  AppEvent(kRound).Add("failing", int64_t{failing});
  CountingAllocator allocator(failing);
  RunApplication(app, layers, allocator.callbacks());
  AppEvent(kRoundEnd)
      .Add("failing", int64_t{failing})
      .Add("alive", int64_t{allocator.alive()})
      .Add("foreign", int64_t{allocator.foreign()});
  return allocator.has_failed();
}

std::string NameOfRound(const Event& event) {
  const int64_t failing = event.Number("failing");
  return failing < 0 ? "no allocation fails" : fmt::format("allocation {} fails", failing + 1);
}

// A line for each round in which the books do not balance.
std::vector<std::string> Unbalanced(const std::vector<Event>& events) {
  std::vector<std::string> rounds;
  for (const Event& event : Of(events, kAppName, kRoundEnd)) {
    if (event.Number("alive") == 0 && event.Number("foreign") == 0) continue;
    rounds.push_back(fmt::format("{}: {} blocks never freed, {} freed that were not allocated",
                                 NameOfRound(event), event.Number("alive"),
                                 event.Number("foreign")));
  }
  return rounds;
}

VULKAN_LAYER_CASE(LLP_LAYER_14, every_allocation_fails_once) {
  SKIP_FOR(WhyNoLibrary(c));
  const TwoRuns runs = RunTwice(c, [](VulkanApp& app, const LayerNames& layers) {
    Round(app, layers, CountingAllocator::kNothingFails);
    for (int n = 0; n < kTooMany && Round(app, layers, n); ++n) continue;
  });
  if (const auto bad = Unbalanced(runs.without()); !bad.empty()) {
    throw HarnessError("without the layer, the allocator is out of balance: " + bad.front());
  }
  const std::vector<Event> begun = Of(runs.with(), kAppName, kRound);
  const std::vector<Event> ended = Of(runs.with(), kAppName, kRoundEnd);
  if (ended.empty()) GTEST_SKIP() << runs.WhyIncomplete();
  SKIP_FOR(runs.WhyNoChain());
  EXPECT_TRUE(runs.seen().EndedWell())
      << "when " << NameOfRound(begun.back()) << ", " << runs.seen().DescribeEnding();
  // What never balances is not the failure's doing, and another case's matter.
  if (Unbalanced({ended.front()}).empty()) {
    EXPECT_THAT(Unbalanced(runs.with()), IsEmpty())
        << "what was allocated before an allocation fails must be freed";
  }
}

}  // namespace
}  // namespace loadstone
