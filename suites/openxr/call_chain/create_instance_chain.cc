// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/case/unjudged.h"
#include "policies/reading_ids.h"
#include "suites/openxr/call_chain/callees.h"
#include "suites/openxr/call_chain/next_names.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/structure_sizes.h"

// api_layer, "API Layer Create Instance Process"; application, "Overall API Layer Ordering": chains
// of several lengths, step by step.
namespace loadstone::suites::create_instance_chain {
namespace {

constexpr size_t kLengths[] = {0, 1, 2, 8, 32, 65};
constexpr int64_t kCreateInfo = 4;
constexpr int64_t kNextInfo = 5;

// Runs an application that requests layers, the first one nearest to it.
Observation RunChainOf(Case& c, const std::vector<std::string>& names) {
  OpenXrWorld world(c.subject());
  for (size_t i = 0; i < names.size(); ++i) {
    // Long names are not used as names of files.
    const std::string file = fmt::format("layer_{}", i);
    ApiLayer layer(names[i]);
    world.With(names[i].size() < 100 ? layer : layer.ManifestFile(file + ".json").Who(file));
  }
  return Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = names}); });
}

Observation RunChain(Case& c, size_t count) { return RunChainOf(c, LayerNames(count)); }

std::vector<Event> Creations(const Observation& seen, const std::string& phase) {
  std::vector<Event> events = seen.Select({}, "xrCreateApiLayerInstance");
  std::erase_if(events, [&](const Event& event) { return event.phase() != phase; });
  return events;
}

void JudgeChain(Case& c, size_t count) {
  const Observation seen = RunChain(c, count);
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS") << "all layers are present";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(LayerNames(count)))
      << "the first layer that the application names is the closest to it";
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kDefaultRuntime))
      << "the chain ends in the runtime, which is called once";
}

void JudgeNames(Case& c, const std::vector<std::string>& names) {
  const size_t count = names.size();
  const Observation seen = RunChainOf(c, names);
  const std::vector<Event> entered = Creations(seen, "enter");
  ASSERT_SEEN(entered, SizeIs(count))
      << "every layer must be called to create the instance exactly once";
  for (size_t i = 0; i < count; ++i) {
    ExpectNextNames(entered[i], {names.begin() + static_cast<std::ptrdiff_t>(i), names.end()});
    EXPECT_HOLDS(entered[i].Flag("next_gipa"))
        << names[i] << " must be given the next xrGetInstanceProcAddr";
    EXPECT_HOLDS(entered[i].Flag("next_create"))
        << names[i] << " must be given the next xrCreateApiLayerInstance";
  }
}

void JudgeNextInfos(Case& c, size_t count) { JudgeNames(c, LayerNames(count)); }

// Layers whose names are longer than that of an extension may be, or as long.
std::vector<std::string> LongNames() {
  std::vector<std::string> names;
  for (const size_t size : {127, 128, 129, 255}) {
    const std::string start = fmt::format("XR_APILAYER_LS_{}_", size);
    names.push_back(start + std::string(size - start.size(), 'n'));
  }
  return names;
}

OPENXR_CASE(LS_XR_CHAIN_6, next_infos_of_layers_with_long_names) { JudgeNames(c, LongNames()); }

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_6, long_names_of_layers) {
  const std::vector<std::string> names = LongNames();
  const Observation seen = RunChainOf(c, names);
  for (size_t i = 0; i < names.size(); ++i) {
    const auto negotiation = seen.First(fmt::format("layer_{}", i), "negotiate");
    ASSERT_HOLDS(negotiation.has_value()) << "the loader must negotiate with each layer";
    EXPECT_SEEN(negotiation->Text("layer_name"), AnyOf(Eq(names[i]), IsEmpty()))
        << "layerName is NULL or the whole name of the layer"
        << reading::LS_XR_LAYER_NEGOTIATION_6_r1;
  }
}

void JudgeHeaders(Case& c, size_t count) {
  const Observation seen = RunChain(c, count);
  const std::vector<Event> entered = Creations(seen, "enter");
  ASSERT_SEEN(entered, SizeIs(count))
      << "every layer must be called to create the instance exactly once";
  for (const Event& event : entered) {
    EXPECT_SEEN(event.Number("struct_type"), kCreateInfo)
        << "structType is XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO";
    EXPECT_SEEN(event.Number("struct_version"), 1) << "structVersion is that of the structure";
    EXPECT_SEEN(event.Number("struct_size"), kCreateInfoSize.For(c.subject()))
        << "structSize is that of XrApiLayerCreateInfo";
    EXPECT_SEEN(event.Number("next_type", 0), kNextInfo)
        << "structType is XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO";
    EXPECT_SEEN(event.Number("next_version", 0), 1) << "structVersion is that of the structure";
    EXPECT_SEEN(event.Number("next_size", 0), kNextInfoSize.For(c.subject()))
        << "structSize is that of XrApiLayerNextInfo";
  }
}

// Expects that a command passes from the first layer down to the runtime. Layers trace a command
// when it returns, so the runtime comes first.
void JudgeCalls(Case& c, size_t count) {
  const Observation seen = RunChain(c, count);
  std::vector<std::string> back = LayerNames(count);
  back.push_back(kDefaultRuntime);
  std::reverse(back.begin(), back.end());
  for (const char* command : {"xrGetInstanceProperties", "xrGetSystem"}) {
    EXPECT_SEEN(XrResultOf(seen, command), "XR_SUCCESS") << "the runtime's answer is a success";
    EXPECT_SEEN(CalleesDuring(seen, command), ElementsAreArray(back))
        << command << " returns from the runtime through each layer exactly once";
  }
}

void JudgeDestruction(Case& c, size_t count) {
  const Observation seen = RunChain(c, count);
  std::vector<std::string> all = LayerNames(count);
  all.push_back(kDefaultRuntime);
  EXPECT_SEEN(XrResultOf(seen, "xrDestroyInstance"), "XR_SUCCESS") << "the instance exists";
  EXPECT_SEEN(Callees(seen, "xrDestroyInstance"), UnorderedElementsAreArray(all))
      << "every layer and the runtime destroy the instance exactly once";
}

// Expects that the runtime's instance is returned through the layers, which do not change it, to
// the application.
void JudgeInstances(Case& c, size_t count) {
  const Observation seen = RunChain(c, count);
  const auto made = seen.First(kDefaultRuntime, "xrCreateInstance");
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  const std::vector<Event> left = Creations(seen, "leave");
  EXPECT_SEEN(left, SizeIs(count)) << "every layer gets an answer from below";
  for (const Event& event : left) {
    EXPECT_SEEN(event.Number("result"), XR_SUCCESS)
        << "the runtime's answer is returned through " << event.who();
    EXPECT_SEEN(event.Text("instance"), Not(IsEmpty()))
        << event.who() << " must get the instance from below";
  }
}

REGISTER_CASES {
  const auto add = [](const policy::Id& policy, const char* name, void (*judge)(Case&, size_t),
                      size_t least) {
    for (const size_t count : kLengths) {
      if (count < least) continue;
      RegisterCase(Api::kOpenXr, {policy}, fmt::format("{}_{}", name, count),
                   [judge, count](Case& c) { judge(c, count); });
    }
  };
  add(policy::LS_XR_CHAIN_10, "layers", JudgeChain, 0);
  add(policy::LS_XR_CHAIN_4, "structures_of_layers", JudgeHeaders, 1);
  add(policy::LS_XR_CHAIN_6, "next_infos_of_layers", JudgeNextInfos, 1);
  add(policy::LS_XR_CHAIN_8, "answers_to_layers", JudgeInstances, 0);
  add(policy::LS_XR_CHAIN_12, "commands_through_layers", JudgeCalls, 0);
  add(policy::LS_XR_CHAIN_14, "destruction_through_layers", JudgeDestruction, 0);
}

// Each layer looks up all core functions below it as soon as the call down has returned, before its
// xrCreateApiLayerInstance returns to the loader.
void JudgeTables(Case& c, size_t count) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : LayerNames(count)) {
    world.With(ApiLayer(name).Behaviour(R"({"table_in_creation": true})"));
  }
  const Observation seen = Observe(
      c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = LayerNames(count)}); });
  const std::vector<Event> tables = seen.Select({}, "table");
  EXPECT_SEEN(tables, SizeIs(count)) << "every layer creates its instance";
  for (const Event& table : tables) {
    EXPECT_SEEN(table.List("missing"), IsEmpty())
        << table.who() << " can look up the functions below it while its instance is created";
  }
}

REGISTER_CASES {
  for (const size_t count : {1, 3}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_7, policy::LS_XR_CHAIN_8},
                 fmt::format("tables_of_layers_{}", count),
                 [count](Case& c) { JudgeTables(c, count); });
  }
}

// The order of the names differs from that of files and folders.
OPENXR_CASE(LS_XR_CHAIN_3, application_order) {
  OpenXrWorld world(c.subject());
  std::vector<std::string> names = LayerNames(8);
  for (const std::string& name : names) world.With(ApiLayer(name));
  std::reverse(names.begin(), names.end());
  std::swap(names[2], names[5]);
  const Observation seen =
      Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = names}); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(names))
      << "the order of enabledApiLayerNames is that of the chain";
}

OPENXR_CASE(LS_XR_CHAIN_2, environment_order) {
  OpenXrWorld world(c.subject());
  std::vector<std::string> names = LayerNames(8);
  for (const std::string& name : names) world.With(ApiLayer(name));
  std::reverse(names.begin(), names.end());
  std::swap(names[2], names[5]);
  world.Env("XR_ENABLE_API_LAYERS", JoinNames(names));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(names))
      << "the order of XR_ENABLE_API_LAYERS is that of the chain";
}

OPENXR_CASE(LS_XR_CHAIN_1, implicit_then_environment_then_application) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(5);
  world.With(ApiLayer(names[2]).Implicit());
  for (const size_t i : {0u, 1u, 3u, 4u}) world.With(ApiLayer(names[i]));
  world.Env("XR_ENABLE_API_LAYERS", JoinNames({names[4], names[1]}));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = {names[3], names[0]}});
  });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(names[2], names[4], names[1], names[3], names[0]))
      << "implicit layers are the closest to the application, followed by those of the environment";
}

// A variable that is set enables one of the implicit layers, whose order is open.
OPENXR_CASE(LS_XR_CHAIN_1, implicit_layer_of_a_variable_above_the_environment) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(4);
  world.With(ApiLayer(names[0]).Implicit());
  world.With(ApiLayer(names[1]).Implicit().EnabledBy("LS_ON")).Env("LS_ON", "1");
  world.With(ApiLayer(names[2])).With(ApiLayer(names[3])).Env("XR_ENABLE_API_LAYERS", names[3]);
  const Observation seen =
      Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = {names[2]}}); });
  EXPECT_SEEN(ApiLayerChain(seen), AnyOf(ElementsAre(names[0], names[1], names[3], names[2]),
                                         ElementsAre(names[1], names[0], names[3], names[2])))
      << "implicit layers are the closest to the application, followed by those of the environment";
}

OPENXR_CASE(LS_XR_CHAIN_1, several_implicit_layers_above_explicit_ones) {
  OpenXrWorld world(c.subject());
  for (const char* name : {"XR_APILAYER_LS_x", "XR_APILAYER_LS_z"}) {
    world.With(ApiLayer(name).Implicit());
  }
  world.With(ApiLayer("XR_APILAYER_LS_a")).With(ApiLayer("XR_APILAYER_LS_y"));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = {"XR_APILAYER_LS_y", "XR_APILAYER_LS_a"}});
  });
  EXPECT_SEEN(ApiLayerChain(seen), AnyOf(ElementsAre("XR_APILAYER_LS_x", "XR_APILAYER_LS_z",
                                                     "XR_APILAYER_LS_y", "XR_APILAYER_LS_a"),
                                         ElementsAre("XR_APILAYER_LS_z", "XR_APILAYER_LS_x",
                                                     "XR_APILAYER_LS_y", "XR_APILAYER_LS_a")))
      << "every implicit layer is above every explicit one" << reading::LS_XR_CHAIN_1_r1;
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_4, long_layer_name) {
  const std::string name = "XR_APILAYER_LS_" + std::string(XR_MAX_API_LAYER_NAME_SIZE - 16, 'n');
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(name).ManifestFile("long.json"));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {name}});
  });
  EXPECT_SEEN(ListedApiLayers(seen), ElementsAre(name))
      << "a name may have up to " << XR_MAX_API_LAYER_NAME_SIZE - 1 << " characters";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(name)) << "a layer with a long name can be used";
}

// The application's XrApplicationInfo and its request.
OPENXR_CASE(LS_XR_CHAIN_9, application_info) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer("XR_APILAYER_LS_a"));
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_one"}, {"XR_LS_two"}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = {"XR_APILAYER_LS_a"},
                         .extensions = {"XR_LS_two"},
                         .api_version = XR_MAKE_VERSION(1, 0, 3),
                         .application = "A name"});
  });
  const auto made = seen.First(kDefaultRuntime, "xrCreateInstance");
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  EXPECT_SEEN(made->Text("application"), "A name")
      << "the runtime gets what the application passed";
  EXPECT_SEEN(made->Text("api_version"), "1.0.3") << "the runtime gets what the application passed";
  EXPECT_SEEN(made->List("extensions"), ElementsAre("XR_LS_two"))
      << "the runtime gets the extension that the application enables";
  const std::vector<Event> entered = Creations(seen, "enter");
  ASSERT_SEEN(entered, SizeIs(1)) << "the layer must be called to create the instance exactly once";
  EXPECT_SEEN(entered[0].Text("api_version"), "1.0.3")
      << "the layer gets what the application passed";
}

// A component in a chain of three layers cannot create the instance. The application enables all
// layers, or the last one below an implicit layer and one of the environment.
void JudgeFailure(Case& c, const std::string& failing, XrResult result, bool all_of_application) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(3);
  const std::string behaviour =
      fmt::format(R"({{"results": {{"xrCreateApiLayerInstance": {0}, "xrCreateInstance": {0}}}}})",
                  static_cast<int>(result));
  for (const std::string& name : names) {
    ApiLayer layer(name);
    if (name == names[0] && !all_of_application) layer.Implicit();
    world.With(name == failing ? layer.Behaviour(behaviour) : layer);
  }
  if (!all_of_application) world.Env("XR_ENABLE_API_LAYERS", names[1]);
  if (failing == kDefaultRuntime) world.With(Runtime(kDefaultRuntime).Behaviour(behaviour));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence(
        {.layers = all_of_application ? names : std::vector<std::string>{names[2]}});
  });
  const std::vector<std::string> called = ApiLayerChain(seen);
  std::vector<std::string> expected = names;
  const auto last = std::find(expected.begin(), expected.end(), failing);
  if (last != expected.end()) expected.erase(last + 1, expected.end());
  // A loader with another order of layers goes down the chain as well.
  if (std::mismatch(called.begin(), called.end(), names.begin(), names.end()).first !=
      called.end()) {
    AttributeFailureTo(policy::LS_XR_CHAIN_3.text);
  }
  EXPECT_SEEN(called, ElementsAreArray(expected))
      << "the chain is called down to the layer in which the creation fails";
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "the instance could not be created" << reading::LS_XR_CHAIN_11_r1;
}

REGISTER_CASES {
  const std::vector<std::string> names = LayerNames(3);
  const std::pair<const char*, std::string> who[] = {{"first_layer", names[0]},
                                                     {"second_layer", names[1]},
                                                     {"last_layer", names[2]},
                                                     {"runtime", kDefaultRuntime}};
  for (const auto& [word, failing] : who) {
    for (const auto& [name, result] :
         {std::pair{"initialization_failed", XR_ERROR_INITIALIZATION_FAILED},
          std::pair{"limit_reached", XR_ERROR_LIMIT_REACHED}}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_11, policy::LS_XR_CHAIN_3},
                   fmt::format("{}_fails_with_{}", word, name),
                   [failing = failing, result = result](Case& c) {
                     JudgeFailure(c, failing, result, true);
                   });
      RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_11, policy::LS_XR_CHAIN_3},
                   fmt::format("{}_of_several_kinds_fails_with_{}", word, name),
                   [failing = failing, result = result](Case& c) {
                     JudgeFailure(c, failing, result, false);
                   });
    }
  }
}

// A layer that intercepts nothing is skipped.
OPENXR_CASE(LS_XR_CHAIN_12, layer_that_does_not_intercept) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(3);
  world.With(ApiLayer(names[0]));
  world.With(ApiLayer(names[1]).Behaviour(R"({"intercept": []})"));
  world.With(ApiLayer(names[2]).Behaviour(R"({"intercept": ["xrGetSystem"]})"));
  const Observation seen =
      Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = names}); });
  EXPECT_SEEN(CalleesDuring(seen, "xrGetSystem"), ElementsAre(kDefaultRuntime, names[2], names[0]))
      << "only the layers that intercept a command are called, in the order of the chain";
  EXPECT_SEEN(CalleesDuring(seen, "xrGetInstanceProperties"),
              ElementsAre(kDefaultRuntime, names[0]))
      << "only the layers that intercept a command are called, in the order of the chain";
}

OPENXR_CASE(LS_XR_CHAIN_12, results_come_back_unchanged) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer("XR_APILAYER_LS_a"));
  world.With(Runtime(kDefaultRuntime).Behaviour(R"({"results": {"xrGetSystem": -35}})"));
  const Observation seen = Observe(
      c, world, [](OpenXrApp& app) { app.RunFullSequence({.layers = {"XR_APILAYER_LS_a"}}); });
  EXPECT_SEEN(XrResultOf(seen, "xrGetSystem"), "XR_ERROR_FORM_FACTOR_UNAVAILABLE")
      << "the application gets the runtime's answer";
}

}  // namespace
}  // namespace loadstone::suites::create_instance_chain
