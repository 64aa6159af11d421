// SPDX-License-Identifier: Apache-2.0
// How an OpenXR API layer negotiates: "Loader/API Layer Interface Negotiation", and "API Layer
// Interface Negotiation" of the API specification. The library is called directly, as by a loader.

#include <dlfcn.h>

#include <algorithm>

#include "harness/case/layer_case.h"
#include "policies/reading_ids.h"
#include "suites/common/component_exports.h"
#include "suites/common/manifest_json.h"
#include "suites/common/openxr_offers.h"

namespace loadstone::suites::negotiation {
namespace {

constexpr char kAccepts[] = "LS_XR_LAYER_4/accepts_what_it_supports";
constexpr char kLoads[] = "LS_XR_LAYER_12/application_comes_to_its_end";

using Offer = OpenXrOffer<XrNegotiateApiLayerRequest>;

Offer GoodOffer() {
  Offer offer;
  offer.request.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST;
  offer.request.structVersion = XR_API_LAYER_INFO_STRUCT_VERSION;
  offer.request.structSize = sizeof(offer.request);
  return offer;
}

using Negotiate = PFN_xrNegotiateLoaderApiLayerInterface;

Negotiate FindNegotiation(const LayerUnderTest& layer) {
  return reinterpret_cast<Negotiate>(dlsym(OpenLayer(layer), layer.negotiate.c_str()));
}

// Traces "negotiation" with "offer", "result", "interface", "major", "within", "gipa" and "create".
// `name` is the layer's own, or null.
void MakeWithName(const char* name, Negotiate negotiate, const char* what, Offer offer) {
  AppEvent("negotiation", "enter").Add("offer", what);
  if (negotiate == nullptr) return;
  const XrResult result = negotiate(&offer.info, name, &offer.request);
  AppEvent("negotiation", "leave")
      .Add("offer", what)
      .Add("result", int64_t{result})
      .Add("interface", int64_t{offer.request.layerInterfaceVersion})
      .Add("major", static_cast<int64_t>(XR_VERSION_MAJOR(offer.request.layerApiVersion)))
      .Add("within",
           IsWithin(offer.info, offer.request.layerInterfaceVersion, offer.request.layerApiVersion))
      .Add("gipa", offer.request.getInstanceProcAddr != nullptr)
      .Add("create", offer.request.createApiLayerInstance != nullptr);
}

void Make(const LayerUnderTest& layer, Negotiate negotiate, const char* what, const Offer& offer) {
  MakeWithName(layer.name.c_str(), negotiate, what, offer);
}

std::vector<Event> Answers(const Observation& seen) {
  std::vector<Event> answers;
  for (const Event& event : seen.Select(kAppName, "negotiation")) {
    if (event.phase() == "leave") answers.push_back(event);
  }
  return answers;
}

// Why there was no negotiation; fails the case if the layer did not survive it. The end of the
// process after the last answer does not matter here.
SkipReason WhyNoAnswer(const Observation& seen) {
  const std::vector<Event> events = seen.Select(kAppName, "negotiation");
  if (events.empty()) return WhyNotFinished(seen, kLoads);
  if (events.back().phase() == "leave") return {};
  if (seen.FinishedNormally()) return "the layer does not export its negotiation";
  ADD_FAILURE() << "the layer did not survive the negotiation: " << seen.DescribeEnding();
  return {};
}

// The offers to which the layer did not answer XR_ERROR_INITIALIZATION_FAILED.
std::vector<std::string> NotRefused(const Observation& seen) {
  std::vector<std::string> offers;
  for (const Event& event : Answers(seen)) {
    if (event.Number("result") != XR_ERROR_INITIALIZATION_FAILED) {
      offers.push_back(event.Text("offer"));
    }
  }
  return offers;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_1, exports_the_negotiation) { ExpectNegotiationExported(c, kLoads); }

OPENXR_LAYER_CASE(LS_XR_LAYER_2, refuses_wrong_structures) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithoutLoader(c, [](const LayerUnderTest& layer) {
    const Negotiate negotiate = FindNegotiation(layer);
    ForEachWrongStructure(
        GoodOffer(), "XrNegotiateApiLayerRequest",
        [&](const char* what, const Offer& offer) { Make(layer, negotiate, what, offer); });
  });
  SKIP_FOR(WhyNoAnswer(seen));
  EXPECT_SEEN(NotRefused(seen), IsEmpty())
      << "each of these wrong members is answered by XR_ERROR_INITIALIZATION_FAILED";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_3, refuses_versions_it_has_not) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithoutLoader(c, [](const LayerUnderTest& layer) {
    const Negotiate negotiate = FindNegotiation(layer);
    ForEachWrongVersion(GoodOffer(), [&](const char* what, const Offer& offer) {
      Make(layer, negotiate, what, offer);
    });
  });
  SKIP_FOR(WhyNoAnswer(seen));
  EXPECT_SEEN(NotRefused(seen), IsEmpty())
      << "each of these offers is answered by XR_ERROR_INITIALIZATION_FAILED";
}

Observation RunGoodOffer(Case& c) {
  return RunWithoutLoader(c, [](const LayerUnderTest& layer) {
    Make(layer, FindNegotiation(layer), "a good one", GoodOffer());
  });
}

OPENXR_LAYER_CASE(LS_XR_LAYER_4, accepts_what_it_supports) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunGoodOffer(c);
  SKIP_FOR(WhyNoAnswer(seen));
  const std::vector<Event> answers = Answers(seen);
  ASSERT_HOLDS(!answers.empty());
  EXPECT_SEEN(answers.front().Number("result"), Eq(XR_SUCCESS))
      << "an offer of interface version 1 and all of OpenXR 1 is accepted";
  // Older documents say "should" about the range: LS_XR_LAYER_4.r1.
  if (c.subject().spec < policy::Version{1, 1, 61}) return;
  EXPECT_SEEN(answers.front().Number("interface"), 1)
      << "the layer answers interface version 1, the only one offered";
  EXPECT_SEEN(answers.front().Number("major"), 1)
      << "the layer answers a version of OpenXR 1, the only major version offered";
}

// Why a valid offer has no answer to judge; empty if the layer accepted it.
SkipReason WhyNotAccepted(const Observation& seen) {
  if (!seen.First(kAppName, "negotiation").has_value()) return WhyNotFinished(seen, kLoads);
  const std::vector<Event> answers = Answers(seen);
  if (answers.empty() && seen.FinishedNormally())
    return "the layer does not export its negotiation";
  if (!answers.empty() && answers.front().Number("result") == XR_SUCCESS) return {};
  if (answers.empty()) return WhyNotFinished(seen, kAccepts);
  return Unjudged("the layer accepted no negotiation", {kAccepts});
}

// A loader may pass the name of the layer, or NULL.
OPENXR_LAYER_CASE(LS_XR_LAYER_4, accepts_an_offer_without_a_name) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithoutLoader(c, [](const LayerUnderTest& layer) {
    const Negotiate negotiate = FindNegotiation(layer);
    Make(layer, negotiate, "a good one", GoodOffer());
    MakeWithName(nullptr, negotiate, "a good one without a name", GoodOffer());
  });
  SKIP_FOR(WhyNotAccepted(seen));
  SKIP_FOR(WhyNoAnswer(seen));
  EXPECT_SEEN(Answers(seen).back().Number("result"), Eq(XR_SUCCESS))
      << "an offer that the layer accepts with its name is accepted where layerName is NULL";
}

// Only the versions in the range that a layer supports matter: a future loader offers a wider
// range, and one with another patch a range whose ends are other patches.
OPENXR_LAYER_CASE(LS_XR_LAYER_4, accepts_ranges_that_include_its_versions) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithoutLoader(c, [](const LayerUnderTest& layer) {
    const Negotiate negotiate = FindNegotiation(layer);
    Offer good = GoodOffer();
    Make(layer, negotiate, "a good one", good);
    if (negotiate == nullptr ||
        negotiate(&good.info, layer.name.c_str(), &good.request) != XR_SUCCESS) {
      return;
    }
    const auto make = [&](const char* what, const Offer& offer) {
      Make(layer, negotiate, what, offer);
    };
    ForEachWiderRange(GoodOffer(), make);
    ForEachRangeOf(GoodOffer(), good.request.layerApiVersion, make);
  });
  SKIP_FOR(WhyNotAccepted(seen));
  SKIP_FOR(WhyNoAnswer(seen));
  std::vector<std::string> refused;
  for (const Event& event : Answers(seen)) {
    if (event.Number("result") != XR_SUCCESS) refused.push_back(event.Text("offer"));
  }
  EXPECT_SEEN(refused, IsEmpty()) << "these include versions that the layer has, and are refused";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_4, versions_are_within_narrow_and_wide_ranges) {
  SKIP_FOR(WhyNoLibrary(c));
  // Older documents say "should" about the range: LS_XR_LAYER_4.r1.
  if (c.subject().spec < policy::Version{1, 1, 61}) {
    GTEST_SKIP() << "before 1.1.61 no document demands it" << reading::LS_XR_LAYER_4_r1;
  }
  const Observation seen = RunWithoutLoader(c, [](const LayerUnderTest& layer) {
    const Negotiate negotiate = FindNegotiation(layer);
    ForEachRange(GoodOffer(), [&](const char* what, const Offer& offer) {
      Make(layer, negotiate, what, offer);
    });
  });
  SKIP_FOR(WhyNotAccepted(seen));
  SKIP_FOR(WhyNoAnswer(seen));
  EXPECT_SEEN(AcceptedOutside(Answers(seen)), IsEmpty())
      << "the layer accepts none of these offers with an interface "
         "version or an API version outside of its ranges";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_33, interface_version_is_within_the_range) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunGoodOffer(c);
  SKIP_FOR(WhyNotAccepted(seen));
  const std::vector<Event> answers = Answers(seen);
  EXPECT_SEEN(answers.front().Number("interface"), 1)
      << "the layer answers interface version 1, the only one offered";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_5, gives_both_functions) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunGoodOffer(c);
  SKIP_FOR(WhyNotAccepted(seen));
  const std::vector<Event> answers = Answers(seen);
  EXPECT_HOLDS(answers.front().Flag("gipa")) << "the layer sets getInstanceProcAddr";
  EXPECT_HOLDS(answers.front().Flag("create")) << "the layer sets createApiLayerInstance";
}

// In the probe: the layer's function for `name`, before there is an instance; null if it has none.
PFN_xrVoidFunction FindWithoutInstance(const LayerUnderTest& layer, const char* name) {
  const Negotiate negotiate = FindNegotiation(layer);
  Offer offer = GoodOffer();
  if (negotiate == nullptr ||
      negotiate(&offer.info, layer.name.c_str(), &offer.request) != XR_SUCCESS ||
      offer.request.getInstanceProcAddr == nullptr) {
    return nullptr;
  }
  PFN_xrVoidFunction function = nullptr;
  const XrResult result = offer.request.getInstanceProcAddr(XR_NULL_HANDLE, name, &function);
  return result == XR_SUCCESS ? function : nullptr;
}

constexpr char kQuery[] = "xrEnumerateInstanceExtensionProperties";

// Traces what the layer lists before there is an instance, for its own name or for none.
Observation ListWithoutInstance(Case& c, bool own_name) {
  return RunWithoutLoader(c, [own_name](const LayerUnderTest& layer) {
    constexpr uint32_t kMost = 64;
    const auto enumerate = reinterpret_cast<PFN_xrEnumerateInstanceExtensionProperties>(
        FindWithoutInstance(layer, kQuery));
    if (enumerate == nullptr) return;
    AppEvent(kQuery, "enter");
    std::vector<XrExtensionProperties> list(kMost, {XR_TYPE_EXTENSION_PROPERTIES, nullptr, {}, 0});
    uint32_t count = 0;
    const XrResult result =
        enumerate(own_name ? layer.name.c_str() : nullptr, kMost, &count, list.data());
    std::vector<std::string> names;
    for (uint32_t i = 0; result == XR_SUCCESS && i < std::min(count, kMost); ++i) {
      names.emplace_back(list[i].extensionName);
    }
    AppEvent(kQuery, "leave").Add("result", int64_t{result}).Add("names", names);
  });
}

// Why there is no such list; fails the case if the query did not return.
SkipReason WhyNotListed(const Observation& seen) {
  const std::vector<Event> events = seen.Select(kAppName, kQuery);
  if (events.empty()) {
    const SkipReason why = WhyNotFinished(seen, kLoads);
    return why.empty() ? "the layer returns no such function without an instance" : why;
  }
  if (events.back().phase() != "leave") {
    ADD_FAILURE() << "a query without an instance returns; observed: " << seen.DescribeEnding();
  }
  return {};
}

std::vector<std::string> NamesListed(const Observation& seen) {
  const std::vector<Event> events = seen.Select(kAppName, kQuery);
  return events.back().phase() == "leave" ? events.back().List("names")
                                          : std::vector<std::string>();
}

// Only its own extensions, or in addition to others: LS_XR_LAYER_18.r1.
OPENXR_LAYER_CASE(LS_XR_LAYER_18, implicit_layer_has_its_own_without_an_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  if (!LayerOf(c).implicit) GTEST_SKIP() << "the layer is explicit";
  const Observation seen = ListWithoutInstance(c, false);
  SKIP_FOR(WhyNotListed(seen));
  EXPECT_SEEN(NamesListed(seen), IsSupersetOf(NamesIn(LayerOf(c).object, "instance_extensions")))
      << "when neither a name nor an instance is passed, an implicit layer returns its own "
         "extensions";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_17, explicit_layer_gives_nothing_without_an_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  if (LayerOf(c).implicit) GTEST_SKIP() << "the layer is implicit";
  const Observation seen = ListWithoutInstance(c, false);
  SKIP_FOR(WhyNotListed(seen));
  EXPECT_SEEN(NamesListed(seen), IsEmpty())
      << "when neither a name nor an instance is passed, an explicit layer fills in no data";
}

}  // namespace
}  // namespace loadstone::suites::negotiation
