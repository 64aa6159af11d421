// SPDX-License-Identifier: Apache-2.0
// An application that enables the instance extensions of the API layer's manifest, one instance for
// each: "API Layer Manifest File Format", and "Instance Lifecycle" of the API specification.

#include <fmt/format.h>

#include <algorithm>

#include "suites/common/manifest_json.h"
#include "suites/openxr_layer/transcript.h"

namespace loadstone::suites::own_extensions {
namespace {

constexpr char kSurvives[] = "LS_XR_LAYER_12/application_with_its_extensions_comes_to_its_end";
constexpr char kBegin[] = "extensions";
constexpr size_t kMostExtensions = 16;

// Only with the layer: without it nobody has its extensions.
void EnableEach(OpenXrApp& app, const LayerNames& layers) {
  if (!CreateXrInstanceBetween(app, layers)) return;
  app.DestroyInstance();
  if (layers.size() == 2) return;
  Note(kBegin, "reached");
  std::vector<std::string> names = NamesIn(ManifestInProbe(), "instance_extensions");
  names.resize(std::min(names.size(), kMostExtensions));
  for (const std::string& name : names) {
    XrInstanceRequest request;
    request.extensions = {name};
    if (CreateXrInstanceBetween(app, layers, request)) app.DestroyInstance();
  }
}

// The layer's extensions that a creation named which the runtime refused because of an extension.
std::vector<std::string> RefusedByTheRuntime(const std::vector<Event>& events,
                                             const std::vector<std::string>& own) {
  std::vector<std::string> refused;
  for (const Event& creation : Of(events, kDefaultRuntime, "xrCreateInstance")) {
    if (creation.Number("result") != XR_ERROR_EXTENSION_NOT_PRESENT) continue;
    for (const std::string& name : creation.List("extensions")) {
      if (std::ranges::find(own, name) != own.end()) refused.push_back(name);
    }
  }
  return refused;
}

// The extensions of the manifest.
std::vector<std::string> Own(const Case& c) {
  return NamesIn(LayerOf(c).object, "instance_extensions");
}

SkipReason WhyNone(const Case& c) {
  return Own(c).empty() ? "the manifest has no instance_extensions" : "";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, application_with_its_extensions_comes_to_its_end) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, EnableEach);
  SKIP_FOR(WhyNone(c));
  if (!Answers(runs.with()).contains(kBegin)) {
    SKIP_FOR(WhyNotFinished(runs.seen(), kXrSurvives));
    SKIP_FOR(runs.WhyNoChain());
  }
  EXPECT_HOLDS(runs.seen().FinishedNormally())
      << "an application that enables the layer's extensions finishes; observed: "
      << runs.seen().DescribeEnding();
}

OPENXR_LAYER_CASE(LS_XR_LAYER_39, own_extensions_can_be_enabled) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, EnableEach);
  SKIP_FOR(WhyNone(c));
  SKIP_FOR(WhyNotFinished(runs.seen(), kSurvives, {kXrSurvives}));
  SKIP_FOR(runs.WhyNoChain());
  EXPECT_SEEN(RefusedByTheRuntime(runs.with(), Own(c)), IsEmpty())
      << "an instance with an extension of the layer is not refused because the layer asks the "
         "runtime, which does not have it, for that extension";
}

}  // namespace
}  // namespace loadstone::suites::own_extensions
