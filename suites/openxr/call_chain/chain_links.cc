// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/call_chain/next_names.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/structure_sizes.h"

// api_layer, "API Layer Create Instance Process", "API Layer Intercept Requirements" and "API Layer
// Call Chains and Distributed Dispatch": the links that layers get, and the calls through them
// other than core commands.
namespace loadstone::suites::chain_links {
namespace {

constexpr char kCreate[] = "xrCreateInstance";
constexpr char kFind[] = "xrGetInstanceProcAddr";
constexpr char kFrobnicate[] = "xrFrobnicateLS";
constexpr char kFrobnication[] = "XR_LS_frobnicate";
constexpr int64_t kNextInfo = 5;

// The first element of the list that each layer got, in the order of the chain.
std::vector<Event> Entered(const Observation& seen) {
  std::vector<Event> events = seen.Select({}, "xrCreateApiLayerInstance");
  std::erase_if(events, [](const Event& event) { return event.phase() != "enter"; });
  return events;
}

// Each layer advances the list by one element, so that together they show every element.
void JudgeList(Case& c, size_t count) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : LayerNames(count)) world.With(ApiLayer(name));
  const Observation seen = Observe(
      c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = LayerNames(count)}); });
  const std::vector<Event> entered = Entered(seen);
  ASSERT_SEEN(entered, SizeIs(count))
      << "every layer must be called to create the instance exactly once";
  for (size_t i = 0; i < count; ++i) {
    EXPECT_SEEN(entered[i].Number("next_count"), count - i)
        << "nextInfo has one entry for each layer from " << entered[i].who() << " to the last";
    EXPECT_SEEN(entered[i].Number("next_type", 0), kNextInfo)
        << "structType is XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO in every entry";
    EXPECT_SEEN(entered[i].Number("next_version", 0), 1)
        << "structVersion is that of the structure in every entry";
    EXPECT_SEEN(entered[i].Number("next_size", 0), kNextInfoSize.For(c.subject()))
        << "structSize is that of XrApiLayerNextInfo in every entry";
  }
}

REGISTER_CASES {
  for (const size_t count : {1, 2, 8, 32}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_5}, fmt::format("list_for_layers_{}", count),
                 [count](Case& c) { JudgeList(c, count); });
  }
}

// Instances of the same layers in every order: at each place of the chain there are longer names
// before shorter ones, and the other way round.
struct Orders {
  std::vector<std::vector<std::string>> names;
  Observation seen;
};

Orders RunOrders(Case& c) {
  std::vector<std::string> names = {"XR_APILAYER_LS_with_the_longest_name", "XR_APILAYER_LS_some",
                                    "XR_APILAYER_N1_2"};
  std::vector<std::vector<std::string>> orders;
  OpenXrWorld world(c.subject());
  for (const std::string& name : names) world.With(ApiLayer(name));
  std::sort(names.begin(), names.end());
  do {
    orders.push_back(names);
  } while (std::next_permutation(names.begin(), names.end()));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    for (const std::vector<std::string>& layers : orders) app.RunFullSequence({.layers = layers});
  });
  return {orders, seen};
}

OPENXR_CASE(LS_XR_CHAIN_6, next_infos_of_instances_in_every_order) {
  const Orders orders = RunOrders(c);
  const std::vector<Event> entered = Entered(orders.seen);
  const size_t length = orders.names.front().size();
  ASSERT_SEEN(entered, SizeIs(orders.names.size() * length))
      << "every layer must be called to create each instance exactly once";
  // The order of layers is not judged here.
  for (size_t i = 0; i < entered.size(); ++i) {
    std::vector<std::string> own;
    for (size_t j = i; j == i || j % length != 0; ++j) own.push_back(entered[j].who());
    ExpectNextNames(entered[i], own);
  }
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_6, names_of_instances_in_every_order) {
  const Orders orders = RunOrders(c);
  for (const std::string& name : orders.names.front()) {
    const std::vector<Event> asked = orders.seen.Select(name, "negotiate");
    ASSERT_SEEN(asked, Not(IsEmpty())) << "the loader must negotiate with each layer";
    for (const Event& event : asked) {
      EXPECT_SEEN(event.Text("layer_name"), AnyOf(Eq(name), IsEmpty()))
          << "layerName is NULL or the name of the layer" << reading::LS_XR_LAYER_NEGOTIATION_6_r1;
    }
  }
}

// The components whose xrGetInstanceProcAddr the application's query of `name` reached, in the
// order of their returns.
std::vector<std::string> Asked(const Observation& seen, const std::string& name) {
  std::vector<std::string> asked;
  for (const Event& event : seen.Select({}, kFind)) {
    if (event.who() == kAppName || event.Text("name") != name) continue;
    if (asked.empty() || asked.back() != event.who()) asked.push_back(event.who());
  }
  return asked;
}

// A runtime with a function that only it has, and layers that trace every query.
OpenXrWorld Questions(Case& c, const std::vector<std::string>& layers) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime)
                 .Extensions({{kFrobnication}})
                 .Behaviour(fmt::format(R"({{"functions": ["{}"], "trace_queries": true}})",
                                        kFrobnicate)));
  for (const std::string& name : layers) {
    world.With(ApiLayer(name).Behaviour(R"({"trace_queries": true})"));
  }
  return world;
}

// Queries a function of an extension; if it exists, calls it with the number 7.
void Frobnicate(OpenXrApp& app, const char* name = kFrobnicate) {
  PFN_xrVoidFunction function = nullptr;
  app.Ask(app.instance(), name, &function);
  if (function == nullptr) return;
  const auto frobnicate = reinterpret_cast<XrResult(XRAPI_PTR*)(XrInstance, uint64_t)>(function);
  app.Traced(name, [&] { return frobnicate(app.instance(), 7); });
}

// nextGetInstanceProcAddr of each layer is the function of the next layer, or leads to it
// (LS_XR_CHAIN_7.r1): a query passes through all layers.
REGISTER_CASES {
  for (const size_t count : {1, 2, 8}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_7},
                 fmt::format("questions_through_layers_{}", count), [count](Case& c) {
                   const std::vector<std::string> layers = LayerNames(count);
                   const Observation seen = Observe(c, Questions(c, layers), [&](OpenXrApp& app) {
                     if (app.CreateInstance({.layers = layers, .extensions = {kFrobnication}}) !=
                         XR_SUCCESS) {
                       return;
                     }
                     Frobnicate(app);
                   });
                   std::vector<std::string> back = {kDefaultRuntime};
                   back.insert(back.end(), layers.rbegin(), layers.rend());
                   EXPECT_SEEN(Asked(seen, kFrobnicate), ElementsAreArray(back))
                       << "nextGetInstanceProcAddr of a layer is the function of the next one";
                   EXPECT_SEEN(Callees(seen, kFrobnicate), ElementsAre(kDefaultRuntime))
                       << "the runtime's answer is returned through the layers";
                 });
  }
}

// nextCreateApiLayerInstance of each layer is the function of the next layer: if a layer creates
// nothing, those below it are not called.
OPENXR_CASE(LS_XR_CHAIN_7, creation_goes_from_layer_to_layer) {
  const std::vector<std::string> names = LayerNames(4);
  OpenXrWorld world(c.subject());
  for (const std::string& name : names) {
    const char* failing = R"({"results": {"xrCreateApiLayerInstance": -6}})";
    ApiLayer layer(name);
    world.With(name == names[2] ? layer.Behaviour(failing) : layer);
  }
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = names});
    app.RunFullSequence({.layers = {names[0], names[3]}});
  });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(names[0], names[1], names[2], names[0], names[3]))
      << "nextCreateApiLayerInstance of a layer is the function of the next one";
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kDefaultRuntime))
      << "nextCreateApiLayerInstance of the last layer leads to the runtime";
}

// Instances of fewer and fewer layers: the list of each ends where its own layers do.
OPENXR_CASE(LS_XR_CHAIN_8, next_of_the_last_layer_after_longer_chains) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : LayerNames(3)) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    for (const size_t count : {3, 2, 1}) app.RunFullSequence({.layers = LayerNames(count)});
  });
  std::vector<size_t> lengths;
  for (const Event& event : seen.Select({}, "xrCreateApiLayerInstance")) {
    if (event.phase() == "enter") lengths.push_back(event.List("next_names").size());
  }
  EXPECT_SEEN(lengths, ElementsAre(3, 2, 1, 2, 1, 1))
      << "next is NULL for the last layer of each instance, and leads to one element for each "
         "other";
}

// Layers that have a function with this name, which loaders may look up and must not call
// (LS_XR_CHAIN_15.r1).
REGISTER_CASES {
  for (const size_t count : {1, 3}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_15},
                 fmt::format("layers_with_an_xr_create_instance_{}", count), [count](Case& c) {
                   const std::vector<std::string> names = LayerNames(count);
                   OpenXrWorld world(c.subject());
                   for (const std::string& name : names) {
                     world.With(ApiLayer(name).Behaviour(R"({"functions": ["xrCreateInstance"]})"));
                   }
                   const Observation seen = Observe(
                       c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = names}); });
                   EXPECT_SEEN(Callees(seen, kCreate), ElementsAre(kDefaultRuntime))
                       << "layers create instances with xrCreateApiLayerInstance; their "
                          "xrCreateInstance is never called";
                   EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(names))
                       << "layers create instances with xrCreateApiLayerInstance";
                   EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "all layers are present";
                 });
  }
}

// A function of an extension that the loader cannot know, or of one in the headers. The application
// always calls it with a type of its own.
constexpr char kConvert[] = "xrConvertTimeToTimespecTimeKHR";
constexpr char kConversion[] = "XR_KHR_convert_timespec_time";

// If a loader leaves the name of a layer's extension in the request, the layer removes it:
// LS_XR_CHAIN_9.r2, LS_XR_LOADER_14.r1.
constexpr char kRemovesExtension[] = R"({"takes_out_extensions": true})";

struct Extension {
  const char* name;
  const char* function;
  const char* extension;
};

constexpr Extension kExtensions[] = {
    {"unknown", kFrobnicate, kFrobnication},
    {"registered", kConvert, kConversion},
    // Vendor tags consist of capital letters and decimal digits (fundamentals, "Naming Rules").
    {"numbered", "xrFrobnicateN2", "XR_N2_frobnicate"},
    {"experimental", "xrFrobnicateLSX1", "XR_LSX1_frobnicate"},
    {"unknown_khr", "xrFrobnicateKHR", "XR_KHR_frobnicate"},
};

// The runtime has the function, the second of two layers has it, or both have it.
void JudgeExtension(Case& c, const Extension& extension, bool in_runtime, bool in_layer) {
  const std::string functions = fmt::format(R"({{"functions": ["{}"]}})", extension.function);
  OpenXrWorld world(c.subject());
  Runtime runtime(kDefaultRuntime);
  ApiLayer below("XR_APILAYER_LS_below");
  if (in_runtime) runtime.Extensions({{extension.extension}}).Behaviour(functions);
  if (in_layer) {
    below.Extensions({{extension.extension}}).Behaviour(functions).Behaviour(kRemovesExtension);
  }
  world.With(runtime).With(below).With(ApiLayer("XR_APILAYER_LS_above"));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (app.CreateInstance({.layers = {"XR_APILAYER_LS_above", "XR_APILAYER_LS_below"},
                            .extensions = {extension.extension}}) != XR_SUCCESS) {
      return;
    }
    Frobnicate(app, extension.function);
  });
  EXPECT_SEEN(XrResultOf(seen, extension.function), "XR_SUCCESS")
      << "the function of an enabled extension can be called";
  const std::string callee = in_layer ? "XR_APILAYER_LS_below" : kDefaultRuntime;
  EXPECT_SEEN(Callees(seen, extension.function), ElementsAre(callee))
      << "a function of an extension is called through the chain: the first one that has it "
         "answers";
  const auto call = seen.First(callee, extension.function);
  ASSERT_HOLDS(call.has_value()) << "the function must be called";
  EXPECT_SEEN(call->Number("value"), 7) << "arguments arrive as the application passed them";
}

REGISTER_CASES {
  for (const Extension& extension : kExtensions) {
    for (const auto& [where, in_runtime, in_layer] :
         {std::tuple{"the_runtime", true, false}, std::tuple{"a_layer", false, true},
          std::tuple{"both", true, true}}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_16},
                   fmt::format("{}_function_of_{}", extension.name, where),
                   [&extension, in_runtime = in_runtime, in_layer = in_layer](Case& c) {
                     JudgeExtension(c, extension, in_runtime, in_layer);
                   });
    }
  }
}

// The runtime has several extensions, which the application enables in that order.
void JudgeEnabledTogether(Case& c, const std::vector<std::string>& enabled) {
  OpenXrWorld world(c.subject());
  std::vector<XrExtension> extensions;
  for (const std::string& name : enabled) extensions.push_back({name});
  world.With(
      Runtime(kDefaultRuntime)
          .Extensions(extensions)
          .Behaviour(fmt::format(R"({{"functions": ["{}", "{}"]}})", kConvert, kFrobnicate)));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (app.CreateInstance({.extensions = enabled}) != XR_SUCCESS) return;
    for (const char* function : {kConvert, kFrobnicate}) Frobnicate(app, function);
  });
  for (const char* function : {kConvert, kFrobnicate}) {
    EXPECT_SEEN(XrResultOf(seen, function), "XR_SUCCESS")
        << "the functions of each extension that is enabled can be called";
  }
}

OPENXR_CASE(LS_XR_CHAIN_16, functions_enabled_before_debug_utils) {
  JudgeEnabledTogether(c, {kConversion, kFrobnication, "XR_EXT_debug_utils"});
}
OPENXR_CASE(LS_XR_CHAIN_16, functions_enabled_after_debug_utils) {
  JudgeEnabledTogether(c, {"XR_EXT_debug_utils", kFrobnication, kConversion});
}
OPENXR_CASE(LS_XR_CHAIN_16, functions_enabled_after_100_other_extensions) {
  std::vector<std::string> enabled;
  for (int i = 0; i < 100; ++i) enabled.push_back(fmt::format("XR_LS_other_{}", i));
  enabled.insert(enabled.end(), {kConversion, kFrobnication});
  JudgeEnabledTogether(c, enabled);
}

// The application queries a function in an instance without its extension, and in one with it. The
// runtime returns the function in both.
void JudgeNotEnabled(Case& c, const Extension& extension) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime)
                 .Extensions({{extension.extension}})
                 .Behaviour(fmt::format(R"({{"functions": ["{}"]}})", extension.function)));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    PFN_xrVoidFunction function = nullptr;
    for (const std::vector<std::string>& enabled :
         {std::vector<std::string>(), {extension.extension}}) {
      if (app.CreateInstance({.extensions = enabled}) != XR_SUCCESS) return;
      app.Ask(app.instance(), extension.function, &function);
      app.Ask(app.instance(), "xrGetSystem", &function);
      app.DestroyInstance();
    }
  });
  EXPECT_SEEN(Answers(seen),
              ElementsAre(AnyOf(Missing(extension.function), Found(extension.function)),
                          Found("xrGetSystem"), Found(extension.function), Found("xrGetSystem")))
      << "without its extension a function is unsupported, or gets the runtime's answer; with its "
         "extension it is found"
      << reading::LS_XR_CHAIN_22_r1;
}

OPENXR_CASE(LS_XR_CHAIN_22, unknown_function_that_the_runtime_gives_away) {
  JudgeNotEnabled(c, kExtensions[0]);
}
OPENXR_CASE(LS_XR_CHAIN_22, registered_function_that_the_runtime_gives_away) {
  JudgeNotEnabled(c, kExtensions[1]);
}

// No component has the functions of extensions that are not enabled. A loader may return its own
// function for an extension that it implements; the application does not call it.
OPENXR_CASE(LS_XR_CHAIN_22, functions_that_nobody_has) {
  const std::vector<std::string> names = {kConvert,
                                          "xrCreateDebugUtilsMessengerEXT",
                                          "xrDestroyDebugUtilsMessengerEXT",
                                          "xrSubmitDebugUtilsMessageEXT",
                                          "xrSetDebugUtilsObjectNameEXT",
                                          "xrSessionBeginDebugUtilsLabelRegionEXT"};
  const OpenXrWorld world =
      OpenXrWorld(c.subject())
          .With(Runtime(kDefaultRuntime).Extensions({{kFrobnication}, {kConversion}}))
          .With(ApiLayer("XR_APILAYER_LS_a").Implicit());
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (app.CreateInstance() != XR_SUCCESS) return;
    PFN_xrVoidFunction function = nullptr;
    for (const std::string& name : names) app.Ask(app.instance(), name.c_str(), &function);
    app.Ask(app.instance(), kFrobnicate, &function);
    app.Ask(app.instance(), "xrGetSystem", &function);
  });
  std::vector<Matcher> expected;
  for (const std::string& name : names) expected.push_back(AnyOf(Missing(name), Found(name)));
  expected.push_back(Missing(kFrobnicate));
  expected.push_back(Found("xrGetSystem"));
  EXPECT_SEEN(Answers(seen), ElementsAreArray(expected))
      << "functions of extensions that are not enabled return XR_ERROR_FUNCTION_UNSUPPORTED, "
         "except those that the loader has itself"
      << reading::LS_XR_CHAIN_22_r2;
}

}  // namespace
}  // namespace loadstone::suites::chain_links
