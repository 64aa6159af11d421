// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/call_chain/callees.h"
#include "suites/openxr/instances/get_system.h"
#include "suites/openxr/layers.h"

// api-api_initialization, "Exported Functions" and "Function Pointers"; api-instance, "Instance":
// functions that an application calls while instances live, of each of two instances and its
// session, and those that need no instance.
namespace loadstone::suites::living_instances {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";
constexpr char kHeadless[] = "XR_MND_headless";
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kGetSystem[] = "xrGetSystem";
constexpr char kFind[] = "xrGetInstanceProcAddr";

// Every function of an instance and a session that the application calls; the layers trace them.
constexpr char kIntercepts[] = R"({"intercept": ["xrGetSystem", "xrCreateSession", "xrEndSession",
                                                 "xrDestroySession", "xrDestroyInstance"]})";

struct Living {
  XrInstance instance = XR_NULL_HANDLE;
  XrSession session = XR_NULL_HANDLE;
};

// The functions of an application that finds them in one way.
class Functions {
 public:
  Functions(OpenXrApp& app, bool exports) : app_(app), exports_(exports) {}

  template <typename Function, typename With>
  void Call(const Living& of, const char* name, const With& with) {
    void* found = app_.Export(exports_ ? name : kFind);
    if (!exports_) {
      PFN_xrVoidFunction function = nullptr;
      reinterpret_cast<PFN_xrGetInstanceProcAddr>(found)(of.instance, name, &function);
      found = reinterpret_cast<void*>(function);
    }
    if (found == nullptr) return;
    app_.Traced(name, [&] { return with(reinterpret_cast<Function>(found)); });
  }

 private:
  OpenXrApp& app_;
  bool exports_;
};

void CreateSession(Functions& functions, Living& living) {
  functions.Call<PFN_xrCreateSession>(living, "xrCreateSession", [&](PFN_xrCreateSession create) {
    const XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, 1};
    return create(living.instance, &info, &living.session);
  });
}

// Uses the instances in turn, and then destroys them.
void UseInTurn(Functions& functions, std::vector<Living>& all) {
  for (Living& living : all) CreateSession(functions, living);
  for (int round = 0; round < 2; ++round) {
    for (Living& living : all) {
      functions.Call<PFN_xrGetSystem>(living, kGetSystem, [&](PFN_xrGetSystem function) {
        return GetSystem(function, living.instance);
      });
      if (living.session == XR_NULL_HANDLE) continue;
      functions.Call<PFN_xrEndSession>(living, "xrEndSession", [&](PFN_xrEndSession function) {
        return function(living.session);
      });
    }
  }
  for (Living& living : all) {
    if (living.session == XR_NULL_HANDLE) continue;
    functions.Call<PFN_xrDestroySession>(
        living, "xrDestroySession",
        [&](PFN_xrDestroySession function) { return function(living.session); });
  }
  for (Living& living : all) {
    functions.Call<PFN_xrDestroyInstance>(
        living, "xrDestroyInstance",
        [&](PFN_xrDestroyInstance function) { return function(living.instance); });
  }
}

// Two instances, each with a layer of its own. A loader that supports one instance refuses the
// second.
void JudgeBoth(Case& c, bool exports) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{kHeadless}}));
  for (const char* name : {kA, kB}) world.With(ApiLayer(name).Behaviour(kIntercepts));
  const Observation seen = Observe(c, world, [exports](OpenXrApp& app) {
    std::vector<Living> living;
    for (const char* layer : {kA, kB}) {
      if (app.CreateInstance({.layers = {layer}, .extensions = {kHeadless}}) == XR_SUCCESS) {
        living.push_back({app.instance()});
      }
    }
    Functions functions(app, exports);
    UseInTurn(functions, living);
  });
  const std::vector<std::string> created = XrResultsOf(seen, kCreate);
  EXPECT_SEEN(created, ElementsAre("XR_SUCCESS", AnyOf("XR_SUCCESS", "XR_ERROR_LIMIT_REACHED")))
      << "a second instance is created, or the limit is reached" << reading::LS_XR_LOADER_18_r1;
  std::vector<std::string> once = {kDefaultRuntime, kA};
  if (created.back() == "XR_SUCCESS") once.insert(once.end(), {kDefaultRuntime, kB});
  std::vector<std::string> twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  for (const char* command : {kGetSystem, "xrEndSession"}) {
    EXPECT_SEEN(Callees(seen, command), ElementsAreArray(twice))
        << "each call of " << command << " goes through the layer of its own instance";
  }
  for (const char* command : {"xrCreateSession", "xrDestroySession"}) {
    EXPECT_SEEN(Callees(seen, command), ElementsAreArray(once))
        << "each call of " << command << " goes through the layer of its own instance";
  }
  EXPECT_SEEN(XrResultsOf(seen, "xrDestroyInstance"), Each("XR_SUCCESS"))
      << "every instance can be destroyed";
}

OPENXR_CASE(LS_XR_LOADER_18, exports_called_for_two_instances_in_turn, policy::LS_XR_LOADER_3) {
  JudgeBoth(c, true);
}
OPENXR_CASE(LS_XR_LOADER_18, pointers_called_for_two_instances_in_turn, policy::LS_XR_CHAIN_3) {
  JudgeBoth(c, false);
}

// A call of the two-call idiom; traces the names that it gets.
template <typename Properties, typename Call>
void TraceNames(const char* what, XrStructureType type, const char* (*name_of)(const Properties&),
                const Call& call) {
  uint32_t count = 0;
  XrResult result = call(0, &count, nullptr);
  std::vector<Properties> properties(count);
  for (Properties& one : properties) one.type = type;
  if (result == XR_SUCCESS && count != 0) result = call(count, &count, properties.data());
  std::vector<std::string> names;
  if (result == XR_SUCCESS) {
    for (const Properties& one : properties) names.emplace_back(name_of(one));
  }
  AppEvent(what).Add("result", int64_t{result}).Add("names", names);
}

void ListWithPointersOfTheInstance(OpenXrApp& app) {
  const auto layers = app.Get<PFN_xrEnumerateApiLayerProperties>("xrEnumerateApiLayerProperties");
  if (layers != nullptr) {
    TraceNames<XrApiLayerProperties>(
        "layers", XR_TYPE_API_LAYER_PROPERTIES,
        [](const XrApiLayerProperties& layer) { return layer.layerName; }, layers);
  }
  const auto extensions =
      app.Get<PFN_xrEnumerateInstanceExtensionProperties>("xrEnumerateInstanceExtensionProperties");
  if (extensions == nullptr) return;
  TraceNames<XrExtensionProperties>(
      "extensions", XR_TYPE_EXTENSION_PROPERTIES,
      [](const XrExtensionProperties& extension) { return extension.extensionName; },
      [extensions](uint32_t capacity, uint32_t* count, XrExtensionProperties* properties) {
        return extensions(kA, capacity, count, properties);
      });
}

// The layer answers for itself, so that a chain that begins with it gives the same answers.
OpenXrWorld WithOneLayer(Case& c) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_of_runtime"}}));
  return world.With(ApiLayer(kA).Extensions({{"XR_LS_of_a"}}).Behaviour(R"({"enumerate": {}})"));
}

OPENXR_CASE(LS_XR_CHAIN_20, enumerations_found_with_an_instance_are_called,
            policy::LS_XR_LAYER_DISCOVERY_12, policy::LS_XR_LOADER_1, policy::LS_XR_LOADER_2) {
  const Observation seen = Observe(c, WithOneLayer(c), [](OpenXrApp& app) {
    if (app.CreateInstance({.layers = {kA}}) != XR_SUCCESS) return;
    ListWithPointersOfTheInstance(app);
    app.DestroyInstance();
  });
  const auto layers = seen.First(kAppName, "layers");
  const auto extensions = seen.First(kAppName, "extensions");
  ASSERT_HOLDS(layers.has_value() && extensions.has_value())
      << "with an instance every core command can be looked up";
  EXPECT_SEEN(layers->List("names"), ElementsAre(kA))
      << "the function that is found with an instance lists the layers as the one found without";
  EXPECT_SEEN(extensions->List("names"), ElementsAre("XR_LS_of_a"))
      << "the function that is found with an instance lists the extensions of a layer";
  EXPECT_SEEN(seen.Select(kDefaultRuntime, "xrEnumerateApiLayerProperties"), IsEmpty())
      << "the runtime is not asked for layers";
}

// What the application finds leads to the loader, which puts the layers above the runtime.
OPENXR_CASE(LS_XR_CHAIN_20, creation_found_with_an_instance_is_called, policy::LS_XR_LOADER_18) {
  const Observation seen = Observe(c, WithOneLayer(c), [](OpenXrApp& app) {
    if (app.CreateInstance({.layers = {kA}}) != XR_SUCCESS) return;
    const XrInstance first = app.instance();
    const auto create = app.Get<PFN_xrCreateInstance>(kCreate);
    const auto destroy = app.Get<PFN_xrDestroyInstance>("xrDestroyInstance");
    if (create == nullptr || destroy == nullptr) return;
    const char* const names[] = {kA};
    XrInstanceCreateInfo info = {};
    info.type = XR_TYPE_INSTANCE_CREATE_INFO;
    info.applicationInfo = {"Loadstone", 0, "", 0, XR_MAKE_VERSION(1, 0, 0)};
    info.enabledApiLayerCount = 1;
    info.enabledApiLayerNames = names;
    XrInstance second = XR_NULL_HANDLE;
    if (app.Traced(kCreate, [&] { return create(&info, &second); }) == XR_SUCCESS) {
      PFN_xrVoidFunction function = nullptr;
      app.Ask(second, "xrDestroyInstance", &function);
      reinterpret_cast<PFN_xrDestroyInstance>(function)(second);
    }
    app.Traced("xrDestroyInstance", [&] { return destroy(first); });
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre("XR_SUCCESS", AnyOf("XR_SUCCESS", "XR_ERROR_LIMIT_REACHED")))
      << "a second instance is created, or the limit is reached" << reading::LS_XR_LOADER_18_r1;
  EXPECT_SEEN(RuntimesReached(seen), SizeIs(ApiLayerChain(seen).size()))
      << "the runtime creates an instance only below the layer that the application enables";
  EXPECT_SEEN(XrResultsOf(seen, "xrDestroyInstance"), ElementsAre("XR_SUCCESS"))
      << "the first instance can be destroyed";
}

OPENXR_CASE(LS_XR_CHAIN_20, lookup_found_with_an_instance_is_called, policy::LS_XR_CHAIN_3) {
  const Observation seen = Observe(c, WithOneLayer(c), [](OpenXrApp& app) {
    if (app.CreateInstance({.layers = {kA}}) != XR_SUCCESS) return;
    const auto look_up = app.Get<PFN_xrGetInstanceProcAddr>(kFind);
    PFN_xrVoidFunction function = nullptr;
    if (look_up == nullptr) return;
    if (look_up(app.instance(), kGetSystem, &function) == XR_SUCCESS) {
      app.Traced(kGetSystem, [&] {
        return GetSystem(reinterpret_cast<PFN_xrGetSystem>(function), app.instance());
      });
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(Callees(seen, kGetSystem), ElementsAre(kDefaultRuntime, kA))
      << "what the function that was looked up finds goes through the layer to the runtime";
}

}  // namespace
}  // namespace loadstone::suites::living_instances
