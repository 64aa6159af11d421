// SPDX-License-Identifier: Apache-2.0
// An application whose allocation callbacks fail: "Requirements of Well-Behaved Layers",
// LLP_LAYER_1 and 14. Whichever allocation fails, the call must succeed without it or return an
// error, and earlier allocations must be freed.

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "suites/common/counting_allocator.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::allocation_failures {
namespace {

constexpr char kRound[] = "round";
constexpr char kRoundEnd[] = "end of round";
constexpr char kSurvived[] = "the application came to its end";
// More allocations than a layer makes for a few objects; ends a count that would never end.
constexpr int kTooMany = 2000;
// A loader may read manifests with the application's allocator, which takes thousands of
// allocations for a large one. It calls no layer before that, and so many are enough afterwards.
constexpr int kLast = 500;

// Runs the application once: creates and destroys everything from an instance to a fence. Returns
// the number of allocations.
int Round(VulkanApp& app, const LayerNames& layers, int failing) {
  AppEvent(kRound).Add("failing", int64_t{failing});
  CountingAllocator allocator(failing);
  RunApplication(app, layers, allocator.callbacks());
  AppEvent(kRoundEnd)
      .Add("failing", int64_t{failing})
      .Add("alive", int64_t{allocator.alive()})
      .Add("foreign", int64_t{allocator.foreign()});
  return allocator.asked();
}

// Runs the application once for each allocation that can fail: for the last ones alone if there are
// too many.
void RoundsOf(VulkanApp& app, const LayerNames& layers) {
  const int asked = Round(app, layers, CountingAllocator::kNoFailure);
  const int first = asked > kTooMany ? asked - kLast : 0;
  for (int n = first; n < first + kTooMany && Round(app, layers, n) > n; ++n) continue;
}

std::string NameOfRound(const Event& event) {
  const int64_t failing = event.Number("failing");
  return failing < 0 ? "no allocation fails" : fmt::format("allocation {} fails", failing + 1);
}

// A line for each round with memory that was never freed, or freed but not allocated.
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

LayerComparison RunRounds(Case& c) { return RunTwice(c, RoundsOf); }

// A loader may lose memory without the layer as well, which says nothing about crashes.
void RequireBalanceWithout(const LayerComparison& runs) {
  if (const auto bad = Unbalanced(runs.without()); !bad.empty()) {
    throw HarnessError("without the layer, the allocator is out of balance: " + bad.front());
  }
}

// Why failing allocations cannot be judged: with the layer, the application fails even if no
// allocation does.
SkipReason WhyNoRounds(const LayerComparison& runs) {
  const bool begun = FirstOf(runs.with(), kAppName, kRoundEnd).has_value();
  return begun ? runs.WhyNoChain() : runs.WhyIncomplete();
}

// How the application ended, and which allocation had failed.
std::string EndingOf(const LayerComparison& runs) {
  if (runs.seen().FinishedNormally()) return kSurvived;
  return fmt::format("{}: {}", NameOfRound(Of(runs.with(), kAppName, kRound).back()),
                     runs.seen().DescribeEnding());
}

// The commands that `who`, a witness or the application, has entered but not left, the latest one
// last. Commands without a result are not included, because their end is not traced.
std::vector<std::string> Unfinished(const std::vector<Event>& events, const char* who) {
  std::vector<std::string> commands;
  for (const Event& event : events) {
    if (event.who() != who) continue;
    if (event.phase() == "enter") {
      commands.push_back(event.what());
    } else if (!commands.empty() && commands.back() == event.what()) {
      commands.pop_back();
    }
  }
  return commands;
}

// The commands with a result that both the application and the witnesses trace.
constexpr std::string_view kTracedByBoth[] = {"vkCreateInstance", "vkEnumeratePhysicalDevices",
                                              "vkCreateDevice"};

// Whether the application is in a command that no layer is in: the first layer has not been called
// yet, or has returned.
bool IsInLoader(const std::vector<Event>& events) {
  const std::vector<std::string> commands = Unfinished(events, kAppName);
  return !commands.empty() &&
         std::ranges::find(kTracedByBoth, commands.back()) != std::end(kTracedByBoth) &&
         Unfinished(events, kAbove).empty();
}

// Why the layer is not responsible for a crash: it happened below the layer, in the loader or in
// the driver, or above it, in the loader. Empty if it did not.
SkipReason WhyNotCausedByLayer(const LayerComparison& runs) {
  if (runs.seen().FinishedNormally()) return {};
  const std::vector<std::string> commands = Unfinished(runs.with(), kBelow);
  if (!commands.empty()) {
    return fmt::format("{}, below the layer, which had called {}", EndingOf(runs), commands.back());
  }
  return IsInLoader(runs.with()) ? EndingOf(runs) + ", in the loader, above all layers"
                                 : std::string();
}

VULKAN_LAYER_CASE(LLP_LAYER_1, failing_allocations_are_survived) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunRounds(c);
  SKIP_FOR(WhyNoRounds(runs));
  SKIP_FOR(WhyNotCausedByLayer(runs));
  EXPECT_SEEN(EndingOf(runs), Eq(kSurvived))
      << "the application survives failing allocations, as it does without the layer";
}

VULKAN_LAYER_CASE(LLP_LAYER_14, failing_allocations_leave_nothing_behind) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunRounds(c);
  RequireBalanceWithout(runs);
  SKIP_FOR(WhyNoRounds(runs));
  // An imbalance that also occurs without a failure is covered by another case.
  const auto usual = FirstOf(runs.with(), kAppName, kRoundEnd);
  if (!Unbalanced({*usual}).empty()) {
    SKIP_WITH(Unjudged("blocks are also left when no allocation fails",
                       {"LLP_LAYER_14/allocations_are_balanced"}));
  }
  const std::vector<std::string> left = Unbalanced(runs.with());
  if (left.empty()) {
    SKIP_FOR(WhyNotCausedByLayer(runs));
    SKIP_FOR(WhyNotFinished(runs.seen(), "LLP_LAYER_1/failing_allocations_are_survived"));
  }
  EXPECT_SEEN(left, IsEmpty()) << "what was allocated before an allocation fails must be freed";
}

}  // namespace
}  // namespace loadstone::suites::allocation_failures
