// SPDX-License-Identifier: Apache-2.0
// An ordinary OpenXR application with the API layer at each end of the chain, and alone in it: "API
// Layer Conventions and Rules".

#include <fmt/format.h>

#include <iterator>

#include "suites/openxr_layer/transcript.h"

namespace loadstone::suites::places {
namespace {

struct Place {
  const char* name;
  bool has_above;
  bool has_below;
};

// The first one is the place of the layer in the other cases.
constexpr Place kPlaces[] = {{"between two layers", true, true},
                             {"outermost", false, true},
                             {"innermost", true, false},
                             {"alone", false, false}};
constexpr char kPlace[] = "place";

// The layers of a run, where `judged` has a place. Without it, another layer takes the place at an
// end, so that in both runs the loader has a chain of the same kind.
LayerNames LayersOf(const Place& place, const std::string& judged) {
  if (judged.empty()) {
    return place.has_above || place.has_below ? LayerNames{kXrAbove, kXrBelow}
                                              : LayerNames{kXrAbove};
  }
  LayerNames layers;
  if (place.has_above) layers.emplace_back(kXrAbove);
  layers.push_back(judged);
  if (place.has_below) layers.emplace_back(kXrBelow);
  return layers;
}

// Whether the layer is in the chain is known of the first place only, where witnesses surround it.
void RunInEachPlace(OpenXrApp& app, const LayerNames& layers) {
  const std::string judged = layers.size() == 3 ? layers[1] : "";
  for (const Place& place : kPlaces) {
    AppEvent(kPlace).Add("name", place.name);
    RunXrApplication(app, LayersOf(place, judged));
  }
}

// The transcript of one place.
std::vector<std::string> TranscriptIn(const std::vector<Event>& events, const Place& place) {
  std::vector<Event> part;
  bool inside = false;
  for (const Event& event : events) {
    if (event.who() == kAppName && event.what() == kPlace)
      inside = event.Text("name") == place.name;
    if (inside) part.push_back(event);
  }
  return XrTranscript(part);
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, application_sees_the_same_in_every_place) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, RunInEachPlace);
  SKIP_FOR(runs.WhyNoChain());
  if (Of(runs.with(), kAppName, kPlace).size() < 2) {
    SKIP_FOR(WhyNotFinished(runs.seen(), kXrSurvives));
  }
  const Place& usual = kPlaces[0];
  if (TranscriptIn(runs.with(), usual) != TranscriptIn(runs.without(), usual)) {
    SKIP_WITH(Unjudged("with the layer between two others, the application sees something else",
                       {kXrSameResults}));
  }
  EXPECT_HOLDS(runs.seen().FinishedNormally())
      << "the application finishes wherever the layer is; observed: "
      << runs.seen().DescribeEnding();
  for (auto place = std::begin(kPlaces) + 1; place != std::end(kPlaces); ++place) {
    EXPECT_SEEN(TranscriptIn(runs.with(), *place), TranscriptIn(runs.without(), *place))
        << fmt::format("with the layer {}, the application sees the same as without it",
                       place->name);
  }
}

}  // namespace
}  // namespace loadstone::suites::places
