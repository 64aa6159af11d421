// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/layers.h"

// api_layer, "API Layer Call Chains and Distributed Dispatch" and "API Layer Create Instance
// Process": the loader's own calls to layers and runtime must be as valid as an application's. The
// mocks record invalid ones.
namespace loadstone::suites::valid_calls {
namespace {

constexpr char kHeadless[] = "XR_MND_headless";
// It wraps handles, and detects handles that it did not create.
constexpr char kWraps[] = R"({"wrap": ["XrInstance", "XrSession"]})";

// The violations that mocks recorded in calls of one command.
std::vector<std::string> ViolationsIn(const Observation& seen, const std::string& command) {
  std::vector<std::string> violations = Violations(seen);
  std::erase_if(violations, [&](const std::string& one) {
    return one.find(": " + command + ": ") == std::string::npos;
  });
  return violations;
}

// The number of violations during the application's call of `command`.
size_t ViolationsDuring(const Observation& seen, const std::string& command) {
  size_t count = 0;
  bool inside = false;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName && event.what() == command) inside = event.phase() == "enter";
    if (inside && event.what() == "violation") ++count;
  }
  return count;
}

// A machine with three layers, of which the first and the last wrap handles.
OpenXrWorld WrappingWorld(Case& c) {
  const std::vector<std::string> names = LayerNames(3);
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{kHeadless}}))
      .With(ApiLayer(names[0]).Behaviour(kWraps))
      .With(ApiLayer(names[1]))
      .With(ApiLayer(names[2]).Behaviour(kWraps));
  return world;
}

void RunThroughAll(OpenXrApp& app) {
  app.RunFullSequence({.layers = LayerNames(3), .extensions = {kHeadless}});
}

OPENXR_CASE(LS_XR_LOADER_8, runtime_is_asked_in_a_valid_way) {
  const OpenXrWorld world =
      OpenXrWorld(c.subject())
          .With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_a"}, {kHeadless}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence({.extensions = {kHeadless}});
  });
  constexpr char kEnumerate[] = "xrEnumerateInstanceExtensionProperties";
  EXPECT_SEEN(Callees(seen, kEnumerate), Contains(kDefaultRuntime))
      << "the runtime must be queried for its extensions";
  EXPECT_SEEN(ViolationsIn(seen, kEnumerate), IsEmpty())
      << "the runtime gets arrays, and structures in them, that are valid by the API; it may "
         "refuse others";
}

OPENXR_CASE(LS_XR_CHAIN_9, creation_is_valid_for_layers_and_runtime) {
  const Observation seen = Observe(c, WrappingWorld(c), RunThroughAll);
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kDefaultRuntime)) << "the instance is created";
  EXPECT_SEEN(ViolationsIn(seen, "xrCreateInstance"), IsEmpty())
      << "the runtime gets a valid XrInstanceCreateInfo with the names of extensions";
  EXPECT_SEEN(ViolationsIn(seen, "xrCreateApiLayerInstance"), IsEmpty())
      << "each layer gets all three arguments and a link to the next one";
}

OPENXR_CASE(LS_XR_CHAIN_12, each_layer_gets_its_own_handles) {
  const Observation seen = Observe(c, WrappingWorld(c), [](OpenXrApp& app) {
    if (app.CreateInstance({.layers = LayerNames(3), .extensions = {kHeadless}}) != XR_SUCCESS) {
      return;
    }
    app.UseInstance();
    XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, 1};
    XrSession session = XR_NULL_HANDLE;
    const auto create = app.Get<PFN_xrCreateSession>("xrCreateSession");
    app.Traced("xrCreateSession", [&] { return create(app.instance(), &info, &session); });
    const auto destroy = app.Get<PFN_xrDestroySession>("xrDestroySession");
    app.Traced("xrDestroySession", [&] { return destroy(session); });
    app.DestroyInstance();
  });
  EXPECT_SEEN(XrResultOf(seen, "xrDestroySession"), "XR_SUCCESS") << "a session can be used";
  EXPECT_SEEN(Violations(seen), IsEmpty()) << "layers that wrap handles get the handles that they "
                                              "returned, and the runtime gets its own";
}

// Functions of extensions that the runtime has, one of them unknown to the headers.
OPENXR_CASE(LS_XR_CHAIN_16, functions_through_layers_with_their_own_handles) {
  constexpr char kKnown[] = "xrConvertTimeToTimespecTimeKHR";
  constexpr char kUnknown[] = "xrFrobnicateLS";
  const std::vector<std::string> extensions = {"XR_KHR_convert_timespec_time", "XR_LS_frobnicate"};
  OpenXrWorld world = WrappingWorld(c);
  world.With(Runtime(kDefaultRuntime)
                 .Extensions({{extensions[0]}, {extensions[1]}})
                 .Behaviour(fmt::format(R"({{"functions": ["{}", "{}"]}})", kKnown, kUnknown)));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (app.CreateInstance({.layers = LayerNames(3), .extensions = extensions}) != XR_SUCCESS) {
      return;
    }
    PFN_xrVoidFunction function = nullptr;
    for (const char* name : {kKnown, kUnknown}) app.Ask(app.instance(), name, &function);
    app.DestroyInstance();
  });
  EXPECT_SEEN(Answers(seen), ElementsAre(Found(kKnown), Found(kUnknown)))
      << "a function of an extension that is enabled is found through layers that wrap instances";
  EXPECT_SEEN(Violations(seen), IsEmpty())
      << "layers that wrap instances are asked with the handles that they returned";
}

OPENXR_CASE(LS_XR_CHAIN_14, destruction_is_valid_for_layers_and_runtime) {
  const Observation seen = Observe(c, WrappingWorld(c), RunThroughAll);
  EXPECT_SEEN(Callees(seen, "xrDestroyInstance"), Not(IsEmpty())) << "the instance is destroyed";
  EXPECT_SEEN(ViolationsDuring(seen, "xrDestroyInstance"), 0u)
      << "the runtime is called once to destroy the instance that it created";
}

OPENXR_CASE(LS_XR_CHAIN_8, questions_to_the_runtime_are_valid) {
  const Observation seen = Observe(c, WrappingWorld(c), RunThroughAll);
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kDefaultRuntime)) << "the instance is created";
  EXPECT_SEEN(ViolationsIn(seen, "xrGetInstanceProcAddr"), IsEmpty())
      << "the runtime is queried for functions with its own instance or none, and with a name";
}

OPENXR_CASE(LS_XR_LOADER_19, nothing_of_the_last_instance_is_used) {
  const Observation seen = Observe(c, WrappingWorld(c), [](OpenXrApp& app) {
    for (int i = 0; i < 3; ++i) {
      RunThroughAll(app);
      app.RunFullSequence({.extensions = {kHeadless}});
    }
  });
  EXPECT_SEEN(XrResultsOf(seen, "xrGetSystem"), SizeIs(6)) << "every instance works";
  EXPECT_SEEN(Violations(seen), IsEmpty())
      << "objects of an instance are not used after it is destroyed";
}

// The application destroys neither its session nor its action set: they die with their instance.
// Objects of the next instance may have the same handles.
OPENXR_CASE(LS_XR_LOADER_19, objects_die_with_their_instance) {
  constexpr int kInstances = 3;
  const Observation seen = Observe(c, WrappingWorld(c), [](OpenXrApp& app) {
    for (int i = 0; i < kInstances; ++i) {
      if (app.CreateInstance({.layers = LayerNames(3), .extensions = {kHeadless}}) != XR_SUCCESS) {
        return;
      }
      XrActionSetCreateInfo set_info = {XR_TYPE_ACTION_SET_CREATE_INFO, nullptr, "set", "Set", 0};
      XrActionSet set = XR_NULL_HANDLE;
      const auto create_set = app.Get<PFN_xrCreateActionSet>("xrCreateActionSet");
      app.Traced("xrCreateActionSet", [&] { return create_set(app.instance(), &set_info, &set); });
      XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, 1};
      XrSession session = XR_NULL_HANDLE;
      const auto create = app.Get<PFN_xrCreateSession>("xrCreateSession");
      app.UseInstance();
      app.Traced("xrCreateSession", [&] { return create(app.instance(), &info, &session); });
      const auto request = app.Get<PFN_xrRequestExitSession>("xrRequestExitSession");
      app.Traced("xrRequestExitSession", [&] { return request(session); });
      app.DestroyInstance();
    }
  });
  EXPECT_SEEN(XrResultsOf(seen, "xrCreateSession"), AllOf(SizeIs(kInstances), Each("XR_SUCCESS")))
      << "each instance has its own session";
  EXPECT_SEEN(XrResultsOf(seen, "xrRequestExitSession"),
              AllOf(SizeIs(kInstances), Each("XR_ERROR_SESSION_NOT_RUNNING")))
      << "each call on a session reaches the runtime of its instance";
  EXPECT_SEEN(XrResultsOf(seen, "xrDestroyInstance"), AllOf(SizeIs(kInstances), Each("XR_SUCCESS")))
      << "an instance can be destroyed while it has a session and an action set";
  EXPECT_SEEN(Violations(seen), IsEmpty()) << "no component gets a handle that was destroyed";
}

// The outermost layer fails after it destroyed the instance that was created below it.
OPENXR_CASE(LS_XR_CHAIN_11, what_a_layer_destroyed_is_left_alone, policy::LS_XR_CHAIN_3) {
  const std::vector<std::string> names = LayerNames(2);
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(names[0]).Behaviour(
      fmt::format(R"({{"results_after": {{"xrCreateApiLayerInstance": {}}}}})",
                  static_cast<int>(XR_ERROR_LIMIT_REACHED))));
  world.With(ApiLayer(names[1]));
  const Observation seen =
      Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = names}); });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "the instance could not be created";
  // With another order of layers none of them is below the one that fails.
  if (ApiLayerChain(seen) == std::vector<std::string>{names[1], names[0]}) {
    AttributeFailureTo(policy::LS_XR_CHAIN_3.text);
  }
  EXPECT_SEEN(Callees(seen, "xrDestroyInstance"), ElementsAre(kDefaultRuntime, names[1]))
      << "the instance below the layer is destroyed once, by the layer";
  EXPECT_SEEN(Violations(seen), IsEmpty()) << "no component gets a handle that was destroyed";
}

}  // namespace
}  // namespace loadstone::suites::valid_calls
