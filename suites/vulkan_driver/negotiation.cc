// SPDX-License-Identifier: Apache-2.0
// How a Vulkan driver is loaded and negotiates: "Version Negotiation Between the Loader and
// Drivers", "Loader and Driver Interface Version 5 Requirements".

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::negotiation {
namespace {

struct Reply {
  uint32_t offered = 0;
  int64_t result = 0;
  uint32_t answer = 0;
};

std::string Describe(const Reply& reply) {
  return fmt::format("offered {}: VkResult {}, version {}", reply.offered, reply.result,
                     reply.answer);
}

// Offers each existing version, and one from the distant future, one after the other.
void OfferEach(const ComponentUnderTest& driver) {
  const DriverApp app(driver, 0);
  void* library = dlopen(driver.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto negotiate =
      reinterpret_cast<PFN_vkNegotiateLoaderICDInterfaceVersion>(dlsym(library, kIcdNegotiation));
  if (negotiate == nullptr && dlsym(library, kIcdQuery) != nullptr) {
    negotiate =
        reinterpret_cast<PFN_vkNegotiateLoaderICDInterfaceVersion>(app.Global(kIcdNegotiation));
  }
  if (negotiate == nullptr) return;
  for (uint32_t i = 0; i <= kNewestInterface + 1; ++i) {
    const uint32_t offered = i <= kNewestInterface ? i : kFutureInterface;
    uint32_t version = offered;
    AppEvent("offer", "enter").Add("offered", int64_t{offered});
    const VkResult result = negotiate(&version);
    AppEvent("offer", "leave")
        .Add("offered", int64_t{offered})
        .Add("result", int64_t{result})
        .Add("answer", int64_t{version});
  }
}

std::vector<Reply> RepliesIn(const Observation& seen) {
  std::vector<Reply> replies;
  for (const Event& event : seen.Select(kAppName, "offer")) {
    if (event.phase() != "leave") continue;
    replies.push_back({static_cast<uint32_t>(event.Number("offered")), event.Number("result"),
                       static_cast<uint32_t>(event.Number("answer"))});
  }
  return replies;
}

// Why there are no replies; fails the case if the driver did not survive the negotiation.
SkipReason WhyNoReplies(const Observation& seen) {
  if (const SkipReason why = WhyNoAnswer(seen, "exports"); !why.empty()) return why;
  if (!seen.FinishedNormally()) {
    ADD_FAILURE() << "the driver did not survive negotiation: " << seen.DescribeEnding();
    return {};
  }
  return RepliesIn(seen).empty() ? "the driver has no negotiation" : std::string();
}

VULKAN_DRIVER_CASE(LDP_DRIVER_3, library_loads_and_unloads) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    AppEvent("dlopen", "enter");
    void* library = dlopen(driver.library.c_str(), RTLD_NOW | RTLD_LOCAL);
    const char* error = library == nullptr ? dlerror() : nullptr;
    AppEvent("dlopen", "leave");
    Note("loaded", error != nullptr ? error : library != nullptr ? "yes" : "no reason");
    if (library == nullptr) return;
    AppEvent("dlclose", "enter");
    dlclose(library);
    AppEvent("dlclose", "leave");
  });
  const auto answers = Answers(seen.events());
  ASSERT_HOLDS(seen.FinishedNormally())
      << "loading and unloading the library succeeds; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(answers.at("loaded"), "yes") << "the dynamic linker loads the library";
}

VULKAN_DRIVER_CASE(LDP_DRIVER_3, answers_nothing_newer_than_offered) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, OfferEach);
  SKIP_FOR(WhyNoReplies(seen));
  std::vector<std::string> newer;
  for (const Reply& reply : RepliesIn(seen)) {
    if (reply.result == VK_SUCCESS && reply.answer > reply.offered)
      newer.push_back(Describe(reply));
  }
  EXPECT_SEEN(newer, IsEmpty())
      << "the driver does not answer a version that is newer than the one offered";
}

VULKAN_DRIVER_CASE(LDP_DRIVER_3, agrees_with_the_newest_loader) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, OfferEach);
  SKIP_FOR(WhyNoReplies(seen));
  for (const Reply& reply : RepliesIn(seen)) {
    if (reply.offered != kNewestInterface) continue;
    EXPECT_SEEN(reply.result, Eq(VK_SUCCESS))
        << "the driver accepts the newest interface version when it is offered";
  }
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_11, answers_the_newest_that_both_support) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, OfferEach);
  SKIP_FOR(WhyNoReplies(seen));
  const std::vector<Reply> replies = RepliesIn(seen);
  ASSERT_HOLDS(!replies.empty());
  // The reply to the highest offer is the driver's own version.
  const uint32_t own = replies.back().answer;
  std::vector<std::string> wrong;
  for (const Reply& reply : replies) {
    const bool deprecated = reply.offered <= kNewestInterface && reply.offered < own &&
                            reply.result == VK_ERROR_INCOMPATIBLE_DRIVER;
    const bool good = reply.result == VK_SUCCESS && reply.answer == std::min(reply.offered, own);
    if (!deprecated && !good) wrong.push_back(Describe(reply));
  }
  EXPECT_SEEN(wrong, IsEmpty())
      << "the driver answers the newest version that both sides support; its own is version "
      << own;
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_11, answers_a_version_that_exists) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, OfferEach);
  SKIP_FOR(WhyNoReplies(seen));
  ASSERT_HOLDS(!RepliesIn(seen).empty());
  EXPECT_SEEN(RepliesIn(seen).back().answer, Lt(int64_t{kFutureInterface}))
      << "the driver does not claim to support version 1000 of the interface, which does not exist";
}

VULKAN_DRIVER_CASE(LDP_DRIVER_7, drivers_of_vulkan_1_1_have_version_5) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    const DriverApp app(driver);
    if (!app.usable()) return;
    Note("version", std::to_string(CoreMinor(driver, app.ApiVersion())));
    Note("agreed", std::to_string(app.agreed()));
  });
  SKIP_FOR(WhyNoAnswer(seen, "agreed"));
  auto answers = Answers(seen.events());
  if (answers["version"] == "0") GTEST_SKIP() << "the driver supports only Vulkan 1.0";
  EXPECT_HOLDS(std::stoul(answers["agreed"]) >= 5)
      << "a driver of Vulkan 1." << answers["version"]
      << " answers interface version 5 or newer, not " << answers["agreed"];
}

}  // namespace
}  // namespace loadstone::suites::negotiation
