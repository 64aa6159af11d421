// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "policies/reading_ids.h"
#include "suites/common/list_limits.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/negotiation/negotiation_structures.h"

// api_layer, "API Layer Create Instance Process": what each of several layers and the runtime get
// of the application's XrInstanceCreateInfo, for the first instance and for the next one.
namespace loadstone::suites::request_through_layers {
namespace {

constexpr size_t kLayers = 3;
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kOpenXr11[] = R"({"negotiation": {"api_version": "1.1.0"}})";

// The application's name and version of the API in one request.
struct Application {
  const char* name;
  std::string application;
  XrVersion version;
  const char* version_text;
};

std::vector<Application> Applications() {
  return {
      {"name_of_one_character", "x", XR_MAKE_VERSION(1, 0, 0), "1.0.0"},
      {"name_of_127_characters", std::string(127, 'n'), XR_MAKE_VERSION(1, 0, 20), "1.0.20"},
      {"name_with_conversions_of_printf", "100 %s %n %d", XR_MAKE_VERSION(1, 0, 0), "1.0.0"},
      {"name_in_other_letters", "\xc3\x84pfel", XR_MAKE_VERSION(1, 0, 0), "1.0.0"},
      {"largest_patch", "Loadstone", XR_MAKE_VERSION(1, 0, 4294967295), "1.0.4294967295"},
  };
}

// The bytes of a text as traces of mocks show them: as the code points of the same numbers.
std::string InTrace(const std::string& text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      shown += c;
    } else {
      shown += static_cast<char>(0xc0 | (byte >> 6));
      shown += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return shown;
}

std::vector<Event> Entered(const Observation& seen) {
  std::vector<Event> events = seen.Select({}, "xrCreateApiLayerInstance");
  std::erase_if(events, [](const Event& event) { return event.phase() != "enter"; });
  return events;
}

// Two instances, the first of another application.
void JudgeApplication(Case& c, const Application& application) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : LayerNames(kLayers)) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = LayerNames(kLayers), .application = "Another application"});
    app.RunFullSequence({.layers = LayerNames(kLayers),
                         .api_version = application.version,
                         .application = application.application});
  });
  std::vector<std::string> got;
  for (const Event& event : Entered(seen)) {
    got.push_back(event.Text("application") + ", " + event.Text("api_version"));
  }
  for (const Event& event : seen.Select(kDefaultRuntime, kCreate)) {
    got.push_back(event.Text("application") + ", " + event.Text("api_version"));
  }
  const std::string first = "Another application, 1.0.0";
  const std::string second = InTrace(application.application) + ", " + application.version_text;
  std::vector<std::string> expected(kLayers, first);
  expected.insert(expected.end(), kLayers, second);
  expected.push_back(first);
  expected.push_back(second);
  EXPECT_SEEN(got, ElementsAreArray(expected))
      << "each layer and the runtime get the name and the version of the application that creates "
         "the instance";
}

// An application, layers and a runtime of OpenXR 1.1, where the loader has that version, between
// two applications of 1.0: for the first one, every loader negotiates.
void JudgeOpenXr11(Case& c, XrVersion version, const std::string& version_text) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Behaviour(kOpenXr11));
  for (const std::string& name : LayerNames(2)) world.With(ApiLayer(name).Behaviour(kOpenXr11));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = LayerNames(2)});
    app.RunFullSequence({.layers = LayerNames(2), .api_version = version});
    app.RunFullSequence({.layers = LayerNames(2)});
  });
  if (const std::string why = WhyNoOpenXr11(c, AskedToNegotiate(seen, kDefaultRuntime));
      !why.empty()) {
    GTEST_SKIP() << why;
  }
  EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre("XR_SUCCESS", "XR_SUCCESS", "XR_SUCCESS"))
      << "the loader offers OpenXR 1.0 and 1.1, and layers and runtime support both";
  std::vector<std::string> got;
  for (const Event& event : Entered(seen)) got.push_back(event.Text("api_version"));
  for (const Event& event : seen.Select(kDefaultRuntime, kCreate)) {
    got.push_back(event.Text("api_version"));
  }
  EXPECT_SEEN(got, ElementsAre("1.0.0", "1.0.0", version_text, version_text, "1.0.0", "1.0.0",
                               "1.0.0", version_text, "1.0.0"))
      << "each layer and the runtime get the version that the application requests";
}

OPENXR_CASE(LS_XR_CHAIN_9, each_layer_gets_version_1_1) {
  JudgeOpenXr11(c, XR_MAKE_VERSION(1, 1, 0), "1.1.0");
}
OPENXR_CASE(LS_XR_CHAIN_9, each_layer_gets_version_1_1_with_a_patch) {
  JudgeOpenXr11(c, XR_MAKE_VERSION(1, 1, 4095), "1.1.4095");
}

// The application's description of itself: what a runtime knows a game or an engine by. One of its
// extensions is the first layer's, so that the request differs below it.
void JudgeEngine(Case& c, const std::string& engine) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_1"}, {"XR_LS_2"}}));
  world.With(ApiLayer("XR_APILAYER_LS_0")
                 .Extensions({{"XR_LS_0"}})
                 .Behaviour(R"({"takes_out_extensions": true})"));
  world.With(ApiLayer("XR_APILAYER_LS_1"));
  const Observation seen = Observe(c, world, [&engine](OpenXrApp& app) {
    const char* const layers[] = {"XR_APILAYER_LS_0", "XR_APILAYER_LS_1"};
    const char* const extensions[] = {"XR_LS_0", "XR_LS_1", "XR_LS_2"};
    XrInstanceCreateInfo info = {};
    info.type = XR_TYPE_INSTANCE_CREATE_INFO;
    info.applicationInfo = {"A name", 4000000001, "", 4000000002, XR_MAKE_VERSION(1, 0, 0)};
    engine.copy(info.applicationInfo.engineName, XR_MAX_ENGINE_NAME_SIZE - 1);
    info.enabledApiLayerCount = 2;
    info.enabledApiLayerNames = layers;
    info.enabledExtensionCount = 3;
    info.enabledExtensionNames = extensions;
    XrInstance instance = XR_NULL_HANDLE;
    app.CreateInstance(&info, &instance);
  });
  std::vector<Event> creations = Entered(seen);
  for (const Event& event : seen.Select(kDefaultRuntime, kCreate)) creations.push_back(event);
  ASSERT_SEEN(creations, SizeIs(3)) << "both layers and the runtime must create the instance";
  for (const Event& event : creations) {
    const std::string who = event.who();
    EXPECT_SEEN(event.Number("application_version"), 4000000001)
        << who << " gets the applicationVersion of the application";
    EXPECT_SEEN(event.Text("engine"), engine) << who << " gets the engineName of the application";
    EXPECT_SEEN(event.Number("engine_version"), 4000000002)
        << who << " gets the engineVersion of the application";
  }
}

OPENXR_CASE(LS_XR_CHAIN_9, each_layer_gets_versions_and_engine_of_the_application) {
  JudgeEngine(c, "An engine");
}
OPENXR_CASE(LS_XR_CHAIN_9, each_layer_gets_an_engine_of_127_characters) {
  JudgeEngine(c, std::string(XR_MAX_ENGINE_NAME_SIZE - 1, 'e'));
}

REGISTER_CASES {
  static const std::vector<Application> kApplications = Applications();
  for (const Application& application : kApplications) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_9},
                 fmt::format("each_layer_gets_a_{}", application.name),
                 [&application](Case& c) { JudgeApplication(c, application); });
  }
}

std::string ExtensionName(int number) { return fmt::format("XR_LS_extension_{}", number); }

// An application that enables `count` extensions, which the runtime has.
void JudgeExtensions(Case& c, int count) {
  OpenXrWorld world(c.subject());
  std::vector<XrExtension> extensions;
  std::vector<std::string> names;
  for (int number = 1; number <= count; ++number) {
    names.push_back(ExtensionName(number));
    extensions.push_back({names.back()});
  }
  world.With(Runtime(kDefaultRuntime).Extensions(extensions));
  for (const std::string& name : LayerNames(kLayers)) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = LayerNames(kLayers), .extensions = names});
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "the runtime has every extension";
  for (const Event& event : Entered(seen)) {
    EXPECT_SEEN(event.List("extensions"), UnorderedElementsAreArray(names))
        << event.who() << " gets every extension that the application enables";
  }
  const auto made = seen.First(kDefaultRuntime, kCreate);
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  EXPECT_SEEN(made->List("extensions"), UnorderedElementsAreArray(names))
      << "the runtime gets every extension that the application enables";
}

REGISTER_CASES {
  for (const int count : kListLengths) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_9},
                 fmt::format("each_layer_gets_{}_extensions", count),
                 [count](Case& c) { JudgeExtensions(c, count); });
  }
}

// The extension of a layer of LayerNames().
std::string ExtensionOf(const std::string& layer) {
  const std::vector<std::string> names = LayerNames(kLayers);
  const auto found = std::find(names.begin(), names.end(), layer);
  return ExtensionName(static_cast<int>(found - names.begin()));
}

// Each layer gets the names of its own extension and of those of the layers below it, in the order
// that the chain has. What is left of the names of the layers above it is open: LS_XR_CHAIN_9.r2.
void ExpectOwnNames(const Observation& seen) {
  const std::vector<Event> entered = Entered(seen);
  for (auto layer = entered.begin(); layer != entered.end(); ++layer) {
    const Event& event = *layer;
    std::vector<std::string> names = {"XR_LS_of_the_runtime"};
    for (auto below = layer; below != entered.end(); ++below) {
      names.push_back(ExtensionOf(below->who()));
    }
    EXPECT_SEEN(event.List("extensions"), IsSupersetOf(names))
        << "the name of an extension stays in the request until its layer has it"
        << reading::LS_XR_CHAIN_9_r2;
  }
}

// One extension is the runtime's, the others are those of one layer each, in the order of `order`.
void JudgeOwners(Case& c, const std::vector<size_t>& order) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_of_the_runtime"}}));
  std::vector<std::string> names;
  for (size_t i = 0; i < kLayers; ++i) {
    world.With(ApiLayer(LayerNames(kLayers)[i])
                   .Extensions({{ExtensionName(static_cast<int>(i))}})
                   .Behaviour(R"({"takes_out_extensions": true})"));
  }
  for (const size_t i : order) {
    names.push_back(i < kLayers ? ExtensionName(static_cast<int>(i)) : "XR_LS_of_the_runtime");
  }
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = LayerNames(kLayers), .extensions = names});
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS")
      << "the extensions of each enabled layer and of the runtime can be enabled";
  ExpectOwnNames(seen);
  const auto made = seen.First(kDefaultRuntime, kCreate);
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  EXPECT_SEEN(made->List("extensions"), ElementsAre("XR_LS_of_the_runtime"))
      << "the runtime gets its own extension";
}

// Layers that are in no call chain have the extension of the runtime as well.
OPENXR_CASE(LS_XR_CHAIN_9, extension_that_layers_which_are_not_enabled_have_too,
            policy::LS_XR_LOADER_14) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_shared"}}));
  const ApiLayer off = ApiLayer("XR_APILAYER_LS_off").Implicit().Extensions({{"XR_LS_shared"}});
  world.With(off).Env(off.DisableVariable(), "1");
  world.With(ApiLayer("XR_APILAYER_LS_waiting")
                 .Implicit()
                 .EnabledBy("LS_ON")
                 .Extensions({{"XR_LS_shared"}}));
  world.With(ApiLayer("XR_APILAYER_LS_idle").Extensions({{"XR_LS_shared"}}));
  world.With(ApiLayer("XR_APILAYER_LS_0"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = LayerNames(1), .extensions = {"XR_LS_shared"}});
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "the runtime has the extension";
  std::vector<Event> creations = Entered(seen);
  for (const Event& event : seen.Select(kDefaultRuntime, kCreate)) creations.push_back(event);
  ASSERT_SEEN(creations, SizeIs(2)) << "the layer and the runtime must create the instance";
  for (const Event& event : creations) {
    EXPECT_SEEN(event.List("extensions"), ElementsAre("XR_LS_shared"))
        << event.who() << " gets the extension, because no layer that is enabled has it";
  }
}

REGISTER_CASES {
  const std::pair<const char*, std::vector<size_t>> orders[] = {
      {"of_the_first_layer_first", {0, 1, 2, kLayers}},
      {"of_the_last_layer_first", {2, 1, 0, kLayers}},
      {"of_the_runtime_first", {kLayers, 1, 0, 2}},
      {"of_the_runtime_between", {2, kLayers, 0, 1}}};
  for (const auto& [name, order] : orders) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_14, policy::LS_XR_CHAIN_9},
                 fmt::format("extensions_of_three_layers_{}", name),
                 [order = order](Case& c) { JudgeOwners(c, order); });
  }
}

}  // namespace
}  // namespace loadstone::suites::request_through_layers
