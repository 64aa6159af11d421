// SPDX-License-Identifier: Apache-2.0
// What an OpenXR runtime exports and how it negotiates: "Runtime Exporting of Commands",
// "Loader/Runtime Interface Negotiation", and "Runtime Interface Negotiation" of the API
// specification. The library is called directly, as by a loader.

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/world/platform.h"
#include "policies/reading_ids.h"
#include "suites/common/component_exports.h"
#include "suites/openxr/call_chain/core_commands.h"
#include "suites/openxr_runtime/runtime_app.h"

namespace loadstone::suites::negotiation {
namespace {

constexpr char kAccepts[] = "LS_XR_RUNTIME_6/accepts_what_it_supports";

using Negotiate = XrResult(XRAPI_PTR*)(const XrNegotiateLoaderInfo*, XrNegotiateRuntimeRequest*);

Negotiate FindNegotiation(const ComponentUnderTest& runtime) {
  return reinterpret_cast<Negotiate>(dlsym(OpenComponentOrEnd(runtime), runtime.negotiate.c_str()));
}

// Traces "negotiation" with "offer", "result", "interface", "major", "within" and "query".
void Make(Negotiate negotiate, const char* what, RuntimeOffer offer) {
  AppEvent("negotiation", "enter").Add("offer", what);
  if (negotiate == nullptr) return;
  const XrResult result = negotiate(&offer.info, &offer.request);
  AppEvent("negotiation", "leave")
      .Add("offer", what)
      .Add("result", int64_t{result})
      .Add("interface", int64_t{offer.request.runtimeInterfaceVersion})
      .Add("major", static_cast<int64_t>(XR_VERSION_MAJOR(offer.request.runtimeApiVersion)))
      .Add("within", IsWithin(offer.info, offer.request.runtimeInterfaceVersion,
                              offer.request.runtimeApiVersion))
      .Add("query", offer.request.getInstanceProcAddr != nullptr);
}

std::vector<Event> Replies(const Observation& seen) {
  std::vector<Event> replies = seen.Select(kAppName, "negotiation");
  std::erase_if(replies, [](const Event& event) { return event.phase() != "leave"; });
  return replies;
}

// Why there was no negotiation; fails the case if the runtime did not survive it. The end of the
// process after the last reply does not matter here.
SkipReason WhyNoReply(const Observation& seen) {
  const std::vector<Event> events = seen.Select(kAppName, "negotiation");
  if (events.empty()) return WhyRuntimeNotSeen(seen);
  if (events.back().phase() == "leave") return {};
  if (seen.FinishedNormally()) return "the runtime does not export its negotiation";
  ADD_FAILURE() << "the runtime did not survive the negotiation: " << seen.DescribeEnding();
  return {};
}

// The offers to which the runtime did not reply `result`.
std::vector<std::string> NotAnsweredBy(XrResult result, const Observation& seen) {
  std::vector<std::string> offers;
  for (const Event& event : Replies(seen)) {
    if (event.Number("result") != result) offers.push_back(event.Text("offer"));
  }
  return offers;
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_1, exports_the_negotiation) {
  ExpectNegotiationExported(c, kRuntimeSurvives);
}

// Whether this is an official name, and not one that a vendor gave to a function of its own.
bool IsOfficial(const std::string& name) {
  return std::ranges::find(kCoreCommands, name) != std::end(kCoreCommands) ||
         (name.starts_with("xr") && (name.ends_with("KHR") || name.ends_with("EXT")));
}

// On Linux, LS_XR_RUNTIME_3 accepts exports that the library alone uses.
OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_2, dll_exports_no_official_names) {
  if (ComponentOf(c).platform != kWindows) GTEST_SKIP() << "the library is not for Windows";
  SKIP_FOR(WhyNoExports(c));
  std::vector<std::string> names = ComponentOf(c).exports;
  std::erase_if(names, [](const std::string& name) { return !IsOfficial(name); });
  EXPECT_SEEN(names, IsEmpty()) << "the library exports no other function of OpenXR than "
                                   "xrNegotiateLoaderRuntimeInterface"
                                << reading::LS_XR_RUNTIME_2_r1;
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_3, official_names_are_bound_within_the_library) {
  SKIP_FOR(WhyNoLibrary(c));
  std::vector<std::string> names;
  for (const std::string& name : ComponentOf(c).interposable) {
    const bool official =
        name.size() > 2 && name.starts_with("xr") && name[2] >= 'A' && name[2] <= 'Z';
    if (official && name != "xrNegotiateLoaderRuntimeInterface") names.push_back(name);
  }
  EXPECT_SEEN(names, IsEmpty()) << "the library uses no exported function by its name, because a "
                                   "function of the loader could replace it";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_4, refuses_wrong_structures) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    const Negotiate negotiate = FindNegotiation(runtime);
    ForEachWrongStructure(
        GoodRuntimeOffer(), "XrNegotiateRuntimeRequest",
        [&](const char* what, const RuntimeOffer& offer) { Make(negotiate, what, offer); });
  });
  SKIP_FOR(WhyNoReply(seen));
  EXPECT_SEEN(NotAnsweredBy(XR_ERROR_INITIALIZATION_FAILED, seen), IsEmpty())
      << "each of these wrong members is answered by XR_ERROR_INITIALIZATION_FAILED";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_5, refuses_versions_it_has_not) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    const Negotiate negotiate = FindNegotiation(runtime);
    ForEachWrongVersion(GoodRuntimeOffer(), [&](const char* what, const RuntimeOffer& offer) {
      Make(negotiate, what, offer);
    });
  });
  SKIP_FOR(WhyNoReply(seen));
  EXPECT_SEEN(NotAnsweredBy(XR_ERROR_INITIALIZATION_FAILED, seen), IsEmpty())
      << "each of these offers is answered by XR_ERROR_INITIALIZATION_FAILED";
}

Observation RunGoodOffer(Case& c) {
  return RunRuntime(c, [](const ComponentUnderTest& runtime) {
    Make(FindNegotiation(runtime), "a good one", GoodRuntimeOffer());
  });
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_6, accepts_what_it_supports) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunGoodOffer(c);
  SKIP_FOR(WhyNoReply(seen));
  const std::vector<Event> replies = Replies(seen);
  ASSERT_HOLDS(!replies.empty());
  EXPECT_SEEN(replies.front().Number("result"), Eq(XR_SUCCESS))
      << "an offer of interface version 1 and all of OpenXR 1 is accepted";
}

// Why a valid offer has no reply to judge; empty if the runtime accepted it.
SkipReason WhyNotAccepted(const Observation& seen) {
  if (!seen.First(kAppName, "negotiation").has_value()) return WhyRuntimeNotSeen(seen);
  const std::vector<Event> replies = Replies(seen);
  if (replies.empty() && seen.FinishedNormally())
    return "the runtime does not export its negotiation";
  if (!replies.empty() && replies.front().Number("result") == XR_SUCCESS) return {};
  if (replies.empty()) return WhyNotFinished(seen, kAccepts);
  return Unjudged("no negotiation was accepted", {kAccepts});
}

// Offers the versions 1.0 to 1.1023, then wider ranges, and then narrow ones with the minor version
// with which the runtime answered the first offer.
void OfferWiderRanges(const ComponentUnderTest& runtime) {
  const Negotiate negotiate = FindNegotiation(runtime);
  RuntimeOffer good = GoodRuntimeOffer();
  Make(negotiate, "a good one", good);
  if (negotiate == nullptr || negotiate(&good.info, &good.request) != XR_SUCCESS) return;
  ForEachWiderRange(GoodRuntimeOffer(), [&](const char* what, const RuntimeOffer& offer) {
    Make(negotiate, what, offer);
  });
  ForEachRangeOf(
      GoodRuntimeOffer(), good.request.runtimeApiVersion,
      [&](const char* what, const RuntimeOffer& offer) { Make(negotiate, what, offer); });
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_5, accepts_ranges_that_include_its_versions) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, OfferWiderRanges);
  SKIP_FOR(WhyNotAccepted(seen));
  SKIP_FOR(WhyNoReply(seen));
  EXPECT_SEEN(NotAnsweredBy(XR_SUCCESS, seen), IsEmpty())
      << "each of these offers is accepted, because it includes versions that the runtime supports";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_25, interface_version_is_within_the_range) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunGoodOffer(c);
  SKIP_FOR(WhyNotAccepted(seen));
  EXPECT_SEEN(Replies(seen).front().Number("interface"), 1)
      << "the runtime answers interface version 1, the only one offered";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_6, versions_are_within_the_ranges) {
  SKIP_FOR(WhyNoLibrary(c));
  if (c.subject().spec < policy::Version{1, 1, 61}) {
    GTEST_SKIP() << "before 1.1.61 no document demands it" << reading::LS_XR_RUNTIME_6_r1;
  }
  const Observation seen = RunGoodOffer(c);
  SKIP_FOR(WhyNotAccepted(seen));
  EXPECT_SEEN(Replies(seen).front().Number("interface"), 1)
      << "the runtime answers interface version 1, the only one offered";
  EXPECT_SEEN(Replies(seen).front().Number("major"), 1)
      << "the runtime answers a version of OpenXR 1, the only major version offered";
}

// Many runtimes refuse what is narrower than their own versions: only accepted offers are judged.
OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_6, versions_are_within_narrow_and_wide_ranges) {
  SKIP_FOR(WhyNoLibrary(c));
  if (c.subject().spec < policy::Version{1, 1, 61}) {
    GTEST_SKIP() << "before 1.1.61 no document demands it" << reading::LS_XR_RUNTIME_6_r1;
  }
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    const Negotiate negotiate = FindNegotiation(runtime);
    ForEachRange(GoodRuntimeOffer(), [&](const char* what, const RuntimeOffer& offer) {
      Make(negotiate, what, offer);
    });
  });
  SKIP_FOR(WhyNotAccepted(seen));
  SKIP_FOR(WhyNoReply(seen));
  EXPECT_SEEN(AcceptedOutside(Replies(seen)), IsEmpty())
      << "the runtime accepts none of these offers with an interface "
         "version or an API version outside of its ranges";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_6, gives_its_query) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunGoodOffer(c);
  SKIP_FOR(WhyNotAccepted(seen));
  EXPECT_HOLDS(Replies(seen).front().Flag("query")) << "the runtime sets getInstanceProcAddr";
}

}  // namespace
}  // namespace loadstone::suites::negotiation
