// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <string.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// api-instance, "Instance Lifecycle" and "API Layers and Extensions"; api-fundamentals,
// "Validation" and "Valid Usage for Structure Pointer Chains": an application's description of
// itself, its mistakes, and the memory that must not change. Null pointers that would be read or
// written (LS_XR_LOADER_21.r2), and invalid handles, are left out: their use is undefined.
namespace loadstone::suites::application_arguments {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";
constexpr char kC[] = "XR_APILAYER_LS_c";
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kLayers[] = "xrEnumerateApiLayerProperties";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";

// Layers that only the application can enable, some of which it requests.
void JudgeNamed(Case& c, const std::vector<std::string>& named) {
  OpenXrWorld world(c.subject());
  for (const char* name : {kA, kB, kC}) world.With(ApiLayer(name));
  const Observation seen =
      Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = named}); });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "every layer that is named is present";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(named))
      << "the layers in enabledApiLayerNames are enabled, and no others";
  EXPECT_SEEN(Loaded(seen), IsSupersetOf(named)) << "an enabled layer is loaded";
}

OPENXR_CASE(LS_XR_ACTIVATION_6, one_of_three) { JudgeNamed(c, {kB}); }
OPENXR_CASE(LS_XR_ACTIVATION_6, two_of_three) { JudgeNamed(c, {kC, kA}); }
OPENXR_CASE(LS_XR_ACTIVATION_6, all_three) { JudgeNamed(c, {kC, kB, kA}); }

OPENXR_CASE(LS_XR_ACTIVATION_6, layer_of_the_folder_in_the_environment,
            policy::LS_XR_LAYER_DISCOVERY_9) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).In("/layers")).Env("XR_API_LAYER_PATH", "/layers");
  const Observation seen =
      Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence({.layers = {kA}}); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA))
      << "the layers in enabledApiLayerNames are enabled, wherever they were found";
}

// A machine whose runtime rejects what a runtime must reject.
OpenXrWorld Checked(Case& c) {
  return OpenXrWorld(c.subject())
      .With(Runtime(kDefaultRuntime).Behaviour(R"({"check_application": true})"));
}

// Applications that the runtime does not support. A loader may detect that itself.
struct Unsupported {
  const char* name;
  XrVersion version;
};

constexpr Unsupported kUnsupported[] = {
    {"version_0_0", XR_MAKE_VERSION(0, 0, 0)},
    {"version_0_9", XR_MAKE_VERSION(0, 9, 0)},
    {"version_1_1_of_a_runtime_for_1_0", XR_MAKE_VERSION(1, 1, 0)},
    {"version_2_0", XR_MAKE_VERSION(2, 0, 0)},
    {"version_of_64_bits", UINT64_MAX},
};

REGISTER_CASES {
  for (const Unsupported& unsupported : kUnsupported) {
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_LOADER_16}, unsupported.name, [&unsupported](Case& c) {
          const Observation seen = Observe(c, Checked(c), [&](OpenXrApp& app) {
            app.CreateInstance({.api_version = unsupported.version});
            app.CreateInstance({.api_version = XR_MAKE_VERSION(1, 0, 0)});
          });
          EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre(IsXrError(), "XR_SUCCESS"))
              << "a version that the runtime does not support fails, and a supported version works "
                 "after that"
              << reading::LS_XR_LOADER_16_r1;
        });
  }
}

OPENXR_CASE(LS_XR_LOADER_16, refusal_of_the_runtime_comes_through) {
  const OpenXrWorld world =
      OpenXrWorld(c.subject())
          .With(Runtime(kDefaultRuntime).Behaviour(R"({"results": {"xrCreateInstance": -4}})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.CreateInstance(); });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_ERROR_API_VERSION_UNSUPPORTED")
      << "a runtime that refuses the version returns this error, and the application gets it";
}

OPENXR_CASE(LS_XR_LOADER_17, application_without_a_name) {
  const Observation seen = Observe(c, Checked(c), [](OpenXrApp& app) {
    app.CreateInstance({.application = ""});
    app.CreateInstance();
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre("XR_ERROR_NAME_INVALID", "XR_SUCCESS"))
      << "an empty applicationName returns XR_ERROR_NAME_INVALID, and a name works after that"
      << reading::LS_XR_LOADER_17_r1;
}

// Structures with a wrong type: they are rejected, or used as if the type were correct.
template <typename Properties>
Properties Typed(XrStructureType type) {
  Properties properties = {};
  properties.type = type;
  return properties;
}

// Enumerates `count` elements, the last one with a wrong type, and then with the correct type.
template <typename Properties, typename Call>
void ListWithAWrongType(OpenXrApp& app, const char* command, XrStructureType type,
                        const Call& call) {
  uint32_t count = 0;
  call(0, &count, nullptr);
  for (const XrStructureType last : {XR_TYPE_UNKNOWN, type}) {
    std::vector<Properties> properties(count, Typed<Properties>(type));
    if (!properties.empty()) properties.back().type = last;
    app.Traced(command,
               [&] { return call(count, &count, properties.empty() ? nullptr : &properties[0]); });
  }
}

constexpr char kHarmless[] =
    "a wrong structure type is refused or ignored, and the right one works after that";

OPENXR_CASE(LS_XR_LOADER_21, wrong_type_in_a_list_of_layers) {
  OpenXrWorld world(c.subject());
  for (const char* name : {kA, kB}) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    const auto list = app.Global<PFN_xrEnumerateApiLayerProperties>(kLayers);
    ListWithAWrongType<XrApiLayerProperties>(app, kLayers, XR_TYPE_API_LAYER_PROPERTIES, list);
  });
  EXPECT_SEEN(XrResultsOf(seen, kLayers),
              ElementsAre(AnyOf(IsXrError(), Eq("XR_SUCCESS")), "XR_SUCCESS"))
      << kHarmless << reading::LS_XR_LOADER_21_r1;
}

OPENXR_CASE(LS_XR_LOADER_21, wrong_type_in_a_list_of_extensions) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_one"}, {"XR_LS_two"}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    const auto list = app.Global<PFN_xrEnumerateInstanceExtensionProperties>(kExtensions);
    ListWithAWrongType<XrExtensionProperties>(
        app, kExtensions, XR_TYPE_EXTENSION_PROPERTIES,
        [&](uint32_t capacity, uint32_t* count, XrExtensionProperties* properties) {
          return list(nullptr, capacity, count, properties);
        });
  });
  EXPECT_SEEN(XrResultsOf(seen, kExtensions),
              ElementsAre(AnyOf(IsXrError(), Eq("XR_SUCCESS")), "XR_SUCCESS"))
      << kHarmless << reading::LS_XR_LOADER_21_r1;
}

OPENXR_CASE(LS_XR_LOADER_21, wrong_type_of_the_instance) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [](OpenXrApp& app) {
    XrInstanceCreateInfo info = {};
    info.type = XR_TYPE_SESSION_CREATE_INFO;
    strcpy(info.applicationInfo.applicationName, "Loadstone");
    info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
    XrInstance instance = XR_NULL_HANDLE;
    if (app.CreateInstance(&info, &instance) == XR_SUCCESS) {
      app.Traced("xrDestroyInstance", [&] {
        return reinterpret_cast<PFN_xrDestroyInstance>(app.Export("xrDestroyInstance"))(instance);
      });
    }
    app.RunFullSequence();
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre(AnyOf(IsXrError(), Eq("XR_SUCCESS")), "XR_SUCCESS"))
      << kHarmless << reading::LS_XR_LOADER_21_r1;
  EXPECT_SEEN(XrResultOf(seen, "xrGetSystem"), "XR_SUCCESS") << "the second instance works";
}

// Enumerates with too small, with sufficient and with more capacity, and traces what "changed" in
// every element's type and next, and in the unknown structure in the chain of each.
template <typename Properties, typename Call>
void ListAndCompare(const char* command, XrStructureType type, const Call& call) {
  constexpr auto kUnknown = static_cast<XrStructureType>(1999123456);
  uint32_t count = 0;
  if (call(0, &count, nullptr) != XR_SUCCESS) count = 2;
  for (const uint32_t capacity : {count > 1 ? count - 1 : count, count, count + 3}) {
    XrBaseOutStructure unknown = {};
    unknown.type = kUnknown;
    std::vector<XrBaseOutStructure> behind(capacity, unknown);
    std::vector<Properties> properties(capacity, Typed<Properties>(type));
    for (uint32_t i = 0; i < capacity; ++i) properties[i].next = &behind[i];
    uint32_t found = 0;
    const XrResult result = call(capacity, &found, properties.data());
    std::vector<std::string> changed;
    const auto compare = [&](bool same, const char* what, uint32_t element) {
      if (!same) changed.push_back(fmt::format("{} element {}", what, element));
    };
    for (uint32_t i = 0; i < capacity; ++i) {
      compare(properties[i].type == type, "type of", i);
      compare(properties[i].next == &behind[i], "next of", i);
      compare(behind[i].type == kUnknown, "type of the structure behind", i);
      compare(behind[i].next == nullptr, "next of the structure behind", i);
    }
    AppEvent(command, "leave").Add("result", int64_t{result}).Add("changed", changed);
  }
}

// Calls `list` with the function as it is looked up and as it is exported, before there is an
// instance and beside one with the layer kA.
template <typename Function, typename List>
void ListInEachWay(OpenXrApp& app, const char* command, const List& list) {
  for (const bool beside_an_instance : {false, true}) {
    if (beside_an_instance && app.CreateInstance({.layers = {kA}}) != XR_SUCCESS) return;
    list(app.Global<Function>(command));
    if (void* exported = app.Export(command)) list(reinterpret_cast<Function>(exported));
  }
  app.DestroyInstance();
}

void ExpectKeptHeaders(const Observation& seen, const char* command) {
  for (const Event& event : seen.Select(kAppName, command)) {
    EXPECT_SEEN(event.List("changed"), IsEmpty())
        << "type and next are unchanged when the function returns";
  }
}

void ExpectKept(const Observation& seen, const char* command) {
  const std::vector<std::string> round = {"XR_ERROR_SIZE_INSUFFICIENT", "XR_SUCCESS", "XR_SUCCESS"};
  const std::vector<std::string> results = XrResultsOf(seen, command);
  std::vector<std::string> expected = round;
  while (expected.size() < results.size()) {
    expected.insert(expected.end(), round.begin(), round.end());
  }
  EXPECT_SEEN(results, ElementsAreArray(expected))
      << "structures of an unknown type in the next chain are ignored";
  ExpectKeptHeaders(seen, command);
}

OPENXR_CASE(LS_XR_LOADER_25, headers_in_a_list_of_layers) {
  OpenXrWorld world(c.subject());
  for (const char* name : {kA, kB, kC}) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    using List = PFN_xrEnumerateApiLayerProperties;
    ListInEachWay<List>(app, kLayers, [](List list) {
      ListAndCompare<XrApiLayerProperties>(kLayers, XR_TYPE_API_LAYER_PROPERTIES, list);
    });
  });
  ExpectKept(seen, kLayers);
}

// The runtime's extensions with those of an implicit layer, and those of a layer, by its name.
void ListExtensions(OpenXrApp& app, const char* layer) {
  using List = PFN_xrEnumerateInstanceExtensionProperties;
  ListInEachWay<List>(app, kExtensions, [layer](List list) {
    ListAndCompare<XrExtensionProperties>(
        kExtensions, XR_TYPE_EXTENSION_PROPERTIES,
        [&](uint32_t capacity, uint32_t* count, XrExtensionProperties* properties) {
          return list(layer, capacity, count, properties);
        });
  });
}

REGISTER_CASES {
  for (const bool of_layer : {false, true}) {
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_LOADER_25},
        of_layer ? "headers_in_a_list_of_a_layer_s_extensions" : "headers_in_a_list_of_extensions",
        [of_layer](Case& c) {
          OpenXrWorld world(c.subject());
          world.With(ApiLayer(kA).Extensions({{"XR_LS_a1"}, {"XR_LS_a2"}}));
          world.With(ApiLayer(kB).Implicit().Extensions({{"XR_LS_b1"}}));
          world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_r1"}, {"XR_LS_r2"}}));
          const Observation seen = Observe(c, world, [of_layer](OpenXrApp& app) {
            ListExtensions(app, of_layer ? kA : nullptr);
          });
          ExpectKept(seen, kExtensions);
        });
  }
}

// Lists that end in an error. Without a runtime, a loader may list what layers have
// (LS_XR_LOADER_15.r2).
OPENXR_CASE(LS_XR_LOADER_25, headers_in_a_list_of_an_unknown_layer, policy::LS_XR_LOADER_10) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Extensions({{"XR_LS_a1"}}));
  const Observation seen =
      Observe(c, world, [](OpenXrApp& app) { ListExtensions(app, "XR_APILAYER_LS_none"); });
  EXPECT_SEEN(XrResultsOf(seen, kExtensions), Each(IsXrError())) << "no layer has that name";
  ExpectKeptHeaders(seen, kExtensions);
}

OPENXR_CASE(LS_XR_LOADER_25, headers_in_a_list_without_a_runtime) {
  OpenXrWorld world(c.subject());
  world.WithoutRuntime().With(ApiLayer(kB).Implicit().Extensions({{"XR_LS_b1"}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { ListExtensions(app, nullptr); });
  ExpectKeptHeaders(seen, kExtensions);
}

}  // namespace
}  // namespace loadstone::suites::application_arguments
