// SPDX-License-Identifier: Apache-2.0
// An OpenXR API layer that is enabled implicitly and that the application names as well: "API
// Layers and Extensions" of the API specification.

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "suites/openxr_layer/transcript.h"

namespace loadstone::suites::named_too {
namespace {

// An implicit layer that is known to work: what a loader does with it is not the judged layer's.
constexpr char kControl[] = "XR_APILAYER_LS_control";
constexpr char kCreate[] = "xrCreateApiLayerInstance";
constexpr char kControlNamed[] = "the control is named";
constexpr char kImplicit[] = "the layer is not named";
constexpr char kNamed[] = "the layer is named too";
constexpr char kLoaded[] = "loaded";

// Traces whether the judged layer's library is loaded while an instance exists.
void TraceLoaded(OpenXrApp& app, const LayerNames& layers, const std::string& library) {
  if (!CreateXrInstanceBetween(app, layers)) return;
  void* loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD);
  AppEvent(kLoaded).Add("yes", loaded != nullptr);
  if (loaded != nullptr) dlclose(loaded);
  app.DestroyInstance();
}

Observation Run(Case& c) {
  const std::string name = LayerOf(c).name;
  const std::string library = LayerOf(c).library;
  // A layer that is enabled by the environment is no implicit one in the loader documents, so the
  // control is of the kind of the judged layer.
  ApiLayer control(kControl);
  if (LayerOf(c).implicit) control.Implicit();
  OpenXrWorld world = XrWorldWith(c, {}, true);
  world.With(control);
  if (!LayerOf(c).implicit) world.Env("XR_ENABLE_API_LAYERS", name + ":" + kControl);
  c.Within({.memory_bytes = kLibraryAddressSpaceBytes});
  return c.AnyEnding().Run(world.Build(), [&] {
    OpenXrApp app(c.subject());
    AppEvent{kControlNamed};
    if (CreateXrInstanceBetween(app, {kXrAbove, kControl, kXrBelow})) app.DestroyInstance();
    AppEvent{kImplicit};
    TraceLoaded(app, {kXrAbove, kXrBelow}, library);
    RunXrApplication(app, {kXrAbove, kXrBelow});
    AppEvent{kNamed};
    RunXrApplication(app, {kXrAbove, name, kXrBelow});
  });
}

// The events from the application's mark on, up to its next mark.
std::vector<Event> Part(const Observation& seen, const std::string& mark) {
  std::vector<Event> part;
  bool inside = false;
  for (const Event& event : seen.events()) {
    const bool is_mark =
        event.who() == kAppName &&
        (event.what() == kControlNamed || event.what() == kImplicit || event.what() == kNamed);
    if (is_mark) inside = event.what() == mark;
    if (inside) part.push_back(event);
  }
  return part;
}

// What a loader does with an implicit layer that is named too. Some refuse it, and some add it to
// the chain a second time.
SkipReason WhyNotByThisLoader(const Observation& seen) {
  const size_t creations = Of(Part(seen, kControlNamed), kControl, kCreate).size();
  const bool works =
      FirstOf(Part(seen, kControlNamed), kDefaultRuntime, "xrCreateInstance").has_value();
  if (works && creations == 1) return {};
  return works ? "the loader adds an implicitly enabled layer that is named too to the chain again"
               : "the loader refuses an implicitly enabled layer that is named too";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, naming_an_enabled_layer_has_no_effect) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = Run(c);
  const std::vector<Event> without_name = Part(seen, kImplicit);
  const std::vector<Event> with_name = Part(seen, kNamed);
  // The judged layer is not the one that was named, so another case has to judge the crash.
  if (without_name.empty()) {
    SKIP_WITH(
        Untold("the application did not finish with a layer of Loadstone that is enabled "
               "implicitly and named (" +
                   seen.DescribeEnding() + ")",
               {kXrSurvives}));
  }
  if (with_name.empty()) SKIP_WITH(WhyNotFinished(seen, kXrSurvives));
  const auto loaded = FirstOf(without_name, kAppName, kLoaded);
  if (!loaded.has_value()) {
    SKIP_WITH(Untold("no instance is created with the layer enabled implicitly",
                     {kXrSameResults, "LS_XR_LAYER_25", "LS_XR_LAYER_4"}));
  }
  SKIP_FOR(WhyNotByThisLoader(seen));
  if (!loaded->Flag("yes")) GTEST_SKIP() << "the loader does not enable the layer implicitly";
  EXPECT_HOLDS(seen.FinishedNormally())
      << "the application that names the layer finishes; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(XrTranscript(with_name), XrTranscript(without_name))
      << "naming a layer that is enabled implicitly has no additional effect";
}

}  // namespace
}  // namespace loadstone::suites::named_too
