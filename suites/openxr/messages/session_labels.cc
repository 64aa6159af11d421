// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/app_trace.h"
#include "suites/openxr/call_chain/core_walk.h"
#include "suites/openxr/layers.h"

// api_layer, "API Layer Call Chains and Distributed Dispatch"; design, "Logging Classes": the label
// functions of XR_EXT_debug_utils for sessions, called as the extension requires. A loader may
// implement them; if layers or the runtime have them too, they are called too.
namespace loadstone::suites::session_labels {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kDebugUtils[] = "XR_EXT_debug_utils";
constexpr char kBegin[] = "xrSessionBeginDebugUtilsLabelRegionEXT";
constexpr char kEnd[] = "xrSessionEndDebugUtilsLabelRegionEXT";
constexpr char kInsert[] = "xrSessionInsertDebugUtilsLabelEXT";
constexpr const char* kFunctions[] = {kBegin, kInsert, kEnd};
constexpr char kInterceptsLabels[] = R"({"intercept": ["xrSessionBeginDebugUtilsLabelRegionEXT",
    "xrSessionEndDebugUtilsLabelRegionEXT", "xrSessionInsertDebugUtilsLabelEXT"]})";

// Creates a session with a label region, and a label in it.
void Label(OpenXrApp& app, const std::vector<std::string>& layers = {}) {
  if (app.CreateInstance({.layers = layers, .extensions = {kHeadless, kDebugUtils}}) !=
      XR_SUCCESS) {
    return;
  }
  const auto begin = app.Get<PFN_xrSessionBeginDebugUtilsLabelRegionEXT>(kBegin);
  const auto insert = app.Get<PFN_xrSessionInsertDebugUtilsLabelEXT>(kInsert);
  const auto end = app.Get<PFN_xrSessionEndDebugUtilsLabelRegionEXT>(kEnd);
  XrSystemGetInfo system_info = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                 XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
  XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, XR_NULL_SYSTEM_ID};
  app.Get<PFN_xrGetSystem>("xrGetSystem")(app.instance(), &system_info, &info.systemId);
  XrSession session = XR_NULL_HANDLE;
  const auto create = app.Get<PFN_xrCreateSession>("xrCreateSession");
  app.Traced("xrCreateSession", [&] { return create(app.instance(), &info, &session); });
  if (begin != nullptr && insert != nullptr && end != nullptr && session != XR_NULL_HANDLE) {
    const XrDebugUtilsLabelEXT region = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, "region"};
    const XrDebugUtilsLabelEXT label = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, "label"};
    app.Traced(kBegin, [&] { return begin(session, &region); });
    app.Traced(kInsert, [&] { return insert(session, &label); });
    app.Traced(kEnd, [&] { return end(session); });
  }
  const auto destroy = app.Get<PFN_xrDestroySession>("xrDestroySession");
  if (session != XR_NULL_HANDLE) {
    app.Traced("xrDestroySession", [&] { return destroy(session); });
  }
  app.DestroyInstance();
}

// Expects that each label function can be called, and reaches `callees`, the innermost first.
void ExpectLabels(const Observation& seen, const std::vector<std::string>& callees) {
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "everything that is enabled is present";
  for (const char* function : kFunctions) {
    EXPECT_SEEN(XrResultOf(seen, function), "XR_SUCCESS")
        << "a function of an extension that is enabled can be called";
    EXPECT_SEEN(Callees(seen, function), ElementsAreArray(callees))
        << "it reaches each component that has it exactly once";
  }
  EXPECT_SEEN(Violations(seen), IsEmpty()) << "sessions and labels arrive as they were passed";
  EXPECT_SEEN(XrResultOf(seen, "xrDestroySession"), "XR_SUCCESS") << "the session works";
}

Runtime Labelling() { return Runtime(kDefaultRuntime).Extensions({{kHeadless}, {kDebugUtils}}); }
Runtime Plain() { return Runtime(kDefaultRuntime).Extensions({{kHeadless}}); }

OPENXR_CASE(LS_XR_CHAIN_16, session_labels_reach_the_runtime) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(Labelling());
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { Label(app); });
  ExpectLabels(seen, {kDefaultRuntime});
}

OPENXR_CASE(LS_XR_CHAIN_16, session_labels_pass_layers) {
  OpenXrWorld world(c.subject());
  world.With(Labelling());
  for (const char* name : {kA, kB}) world.With(ApiLayer(name).Behaviour(kInterceptsLabels));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { Label(app, {kA, kB}); });
  ExpectLabels(seen, {kDefaultRuntime, kB, kA});
}

// The layer removes the name of its extension from the request, if the loader does not.
OPENXR_CASE(LS_XR_CHAIN_16, session_labels_of_a_layer) {
  OpenXrWorld world(c.subject());
  world.With(Plain()).With(ApiLayer(kA)
                               .Extensions({{kDebugUtils}})
                               .Behaviour(kInterceptsLabels)
                               .Behaviour(R"({"takes_out_extensions": true})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { Label(app, {kA}); });
  ExpectLabels(seen, {kA});
}

// The loader may implement the extension itself, or not list it (LS_XR_DEBUG_4.r1).
OPENXR_CASE(LS_XR_DEBUG_4, session_labels_without_the_runtime) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(Plain());
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { Label(app); });
  if (XrResultOf(seen, kCreate) == "XR_ERROR_EXTENSION_NOT_PRESENT") {
    GTEST_SKIP() << "the loader does not offer XR_EXT_debug_utils";
  }
  ExpectLabels(seen, {});
}

}  // namespace
}  // namespace loadstone::suites::session_labels
