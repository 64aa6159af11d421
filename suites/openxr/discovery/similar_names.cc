// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/openxr/layers.h"

// application, "Forced Loading of API Layers" and "Implicit vs Explicit API Layers"; api-instance,
// "API Layers and Extensions" and "Instance Lifecycle": names are compared whole. The cases use
// names that are a beginning, an end or a part of others, in every list that a loader searches.
namespace loadstone::suites::similar_names {
namespace {

constexpr char kEnabling[] = "XR_ENABLE_API_LAYERS";
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";

// Names similar to kMiddle. Each is a valid layer name: they begin with the prefix of layer names.
constexpr char kMiddle[] = "XR_APILAYER_LS_XR_APILAYER_LS_middle";

struct Similar {
  const char* how;
  const char* name;
};

constexpr Similar kSimilar[] = {
    {"longer", "XR_APILAYER_LS_XR_APILAYER_LS_middle_2"},
    {"shorter", "XR_APILAYER_LS_XR_APILAYER_LS_midd"},
    {"beginning_earlier", "XR_APILAYER_LS_XR_APILAYER_LS_XR_APILAYER_LS_middle"},
    {"beginning_later", "XR_APILAYER_LS_middle"},
    {"that_is_part_of_it", "XR_APILAYER_LS_midd"},
    {"in_other_letters", "XR_APILAYER_LS_xr_apilayer_ls_MIDDLE"},
};

Observation Use(Case& c, const OpenXrWorld& world, const std::vector<std::string>& wanted = {}) {
  return Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = wanted}); });
}

// XR_ENABLE_API_LAYERS names a missing layer, and an implicit or explicit layer with a similar name
// is installed.
void JudgeUnknownInEnvironment(Case& c, const char* name, bool implicit) {
  OpenXrWorld world(c.subject());
  ApiLayer layer(kMiddle);
  if (implicit) layer.Implicit();
  world.With(layer).Env(kEnabling, name);
  const Observation seen = Use(c, world);
  if (XrResultOf(seen, kCreate) != "XR_SUCCESS") {
    EXPECT_SEEN(XrResultOf(seen, kCreate), IsXrError())
        << "an unknown element is an error or ignored";
    return;
  }
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(implicit ? std::vector<std::string>{kMiddle}
                                                             : std::vector<std::string>()))
      << "another name does not enable or disable the layer";
}

// Both layers are installed, and the environment names one of them, or both.
void JudgeKnownInEnvironment(Case& c, const std::vector<std::string>& all,
                             const std::vector<std::string>& named) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : all) world.With(ApiLayer(name));
  world.Env(kEnabling, JoinNames(named));
  const Observation seen = Use(c, world);
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "every layer that is named is present";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(named))
      << "the layers of these names are enabled, each where it is named";
}

REGISTER_CASES {
  for (const Similar& similar : kSimilar) {
    for (const bool implicit : {false, true}) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_ACTIVATION_8},
          fmt::format("unknown_name_{}_beside_an_{}_layer", similar.how,
                      implicit ? "implicit" : "explicit"),
          [&similar, implicit](Case& c) { JudgeUnknownInEnvironment(c, similar.name, implicit); });
    }
    const std::vector<std::string> all = {kMiddle, similar.name};
    const auto add = [&](const std::string& name, const std::vector<std::string>& named) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_ACTIVATION_8}, name,
                   [all, named](Case& c) { JudgeKnownInEnvironment(c, all, named); });
    };
    add(fmt::format("one_of_two_beside_a_name_{}", similar.how), {kMiddle});
    add(fmt::format("name_{}_of_two", similar.how), {similar.name});
    add(fmt::format("both_with_a_name_{}_second", similar.how), {kMiddle, similar.name});
    add(fmt::format("both_with_a_name_{}_first", similar.how), {similar.name, kMiddle});
  }
}

// The application requests a missing layer, and then the installed one.
void JudgeUnknownInApplication(Case& c, const char* name, bool implicit) {
  OpenXrWorld world(c.subject());
  ApiLayer layer(kMiddle);
  if (implicit) layer.Implicit();
  world.With(layer);
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.CreateInstance({.layers = {name}});
    app.RunFullSequence();
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre("XR_ERROR_API_LAYER_NOT_PRESENT", "XR_SUCCESS"))
      << "no layer has the name that the application passes";
}

// Both layers are installed: the application requests one or both, or the environment names one of
// them.
void JudgeKnownInApplication(Case& c, const std::vector<std::string>& all,
                             const std::vector<std::string>& environment,
                             const std::vector<std::string>& application) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : all) world.With(ApiLayer(name));
  if (!environment.empty()) world.Env(kEnabling, JoinNames(environment));
  const Observation seen = Use(c, world, application);
  std::vector<std::string> chain = environment;
  chain.insert(chain.end(), application.begin(), application.end());
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "every layer that is named is present";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(chain))
      << "the layers of these names are enabled, each where it is named";
}

REGISTER_CASES {
  for (const Similar& similar : kSimilar) {
    for (const bool implicit : {false, true}) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_ACTIVATION_11},
          fmt::format("unknown_name_{}_beside_an_{}_layer", similar.how,
                      implicit ? "implicit" : "explicit"),
          [&similar, implicit](Case& c) { JudgeUnknownInApplication(c, similar.name, implicit); });
    }
    const std::vector<std::string> all = {kMiddle, similar.name};
    const auto add = [&](const std::string& name, const std::vector<std::string>& environment,
                         const std::vector<std::string>& application) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_ACTIVATION_6}, name,
                   [all, environment, application](Case& c) {
                     JudgeKnownInApplication(c, all, environment, application);
                   });
    };
    add(fmt::format("one_of_two_beside_a_name_{}", similar.how), {}, {kMiddle});
    add(fmt::format("name_{}_of_two", similar.how), {}, {similar.name});
    add(fmt::format("both_with_a_name_{}_second", similar.how), {}, {kMiddle, similar.name});
    add(fmt::format("both_with_a_name_{}_first", similar.how), {}, {similar.name, kMiddle});
    add(fmt::format("name_{}_of_the_environment", similar.how), {similar.name}, {kMiddle});
    add(fmt::format("name_{}_beside_the_environment", similar.how), {kMiddle}, {similar.name});
  }
}

// An implicit layer, and a variable whose name is similar to that of its variable.
constexpr Similar kVariables[] = {
    {"longer", "LS_SWITCH_2"},
    {"shorter", "LS_SWIT"},
    {"beginning_earlier", "XR_LS_SWITCH"},
    {"beginning_later", "SWITCH"},
};
constexpr char kSwitch[] = "LS_SWITCH";
constexpr char kOther[] = "XR_APILAYER_LS_other";

// Two implicit layers with similar variables, of which that of `other` is set.
void JudgeVariables(Case& c, const std::string& of_layer, const std::string& of_other,
                    bool enabling) {
  OpenXrWorld world(c.subject());
  ApiLayer layer = ApiLayer(kMiddle).Implicit();
  ApiLayer other = ApiLayer(kOther).Implicit();
  if (enabling) {
    layer.EnabledBy(of_layer);
    other.EnabledBy(of_other);
  } else {
    layer.DisabledBy(of_layer);
    other.DisabledBy(of_other);
  }
  world.With(layer).With(other).Env(of_other, "1");
  const Observation seen = Use(c, world);
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(enabling ? kOther : kMiddle))
      << "the variable " << of_other << " affects only its own layer";
}

REGISTER_CASES {
  for (const bool enabling : {false, true}) {
    const auto add = [&](const std::string& name, const std::string& of_layer,
                         const std::string& of_other) {
      RegisterCase(Api::kOpenXr,
                   {enabling ? policy::LS_XR_ACTIVATION_3 : policy::LS_XR_ACTIVATION_2}, name,
                   [=](Case& c) { JudgeVariables(c, of_layer, of_other, enabling); });
    };
    for (const Similar& similar : kVariables) {
      add(fmt::format("variable_{}_than_another", similar.how), kSwitch, similar.name);
      add(fmt::format("another_variable_{}", similar.how), similar.name, kSwitch);
    }
    // The variable that is not set has a name with which the other one begins.
    for (const size_t size : {64, 128, 300, 1100}) {
      const std::string variable = "LS_" + std::string(size - 3, 'V');
      add(fmt::format("variable_of_{}_characters", size), variable.substr(0, size - 1), variable);
    }
  }
}

void JudgeUnknownInQuestion(Case& c, const char* name) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kMiddle).Extensions({{"XR_LS_of_middle"}}));
  const Observation seen =
      Observe(c, world, [&](OpenXrApp& app) { app.EnumerateExtensions(name); });
  EXPECT_SEEN(XrResultOf(seen, kExtensions), IsXrError()) << "no layer has that name";
}

void JudgeKnownInQuestion(Case& c, const char* other, bool ask_other) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kMiddle).Extensions({{"XR_LS_of_middle"}}));
  world.With(ApiLayer(other).Extensions({{"XR_LS_of_other"}}));
  const Observation seen = Observe(
      c, world, [&](OpenXrApp& app) { app.EnumerateExtensions(ask_other ? other : kMiddle); });
  EXPECT_SEEN(XrResultOf(seen, kExtensions), "XR_SUCCESS") << "the layer is present";
  EXPECT_SEEN(ListedExtensionNames(seen),
              ElementsAre(ask_other ? "XR_LS_of_other" : "XR_LS_of_middle"))
      << "the extensions are only those of the layer with that name";
}

REGISTER_CASES {
  for (const Similar& similar : kSimilar) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_10},
                 fmt::format("extensions_of_a_name_{}", similar.how),
                 [&similar](Case& c) { JudgeUnknownInQuestion(c, similar.name); });
    for (const bool ask_other : {false, true}) {
      const std::string name = ask_other
                                   ? fmt::format("extensions_of_the_name_{}_of_two", similar.how)
                                   : fmt::format("extensions_beside_a_name_{}", similar.how);
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_9}, name, [&similar, ask_other](Case& c) {
        JudgeKnownInQuestion(c, similar.name, ask_other);
      });
    }
  }
}

// An extension, and others with similar names.
constexpr char kExtension[] = "XR_LS_XR_LS_middle";

constexpr Similar kSimilarExtensions[] = {
    {"longer", "XR_LS_XR_LS_middle_2"},
    {"shorter", "XR_LS_XR_LS_midd"},
    {"beginning_earlier", "XR_LS_XR_LS_XR_LS_middle"},
    {"beginning_later", "XR_LS_middle"},
    {"that_is_part_of_it", "XR_LS_midd"},
    {"in_other_letters", "XR_LS_xr_ls_MIDDLE"},
};

// A layer that has the extension and removes it from the request.
ApiLayer Providing(const char* extension) {
  return ApiLayer(kMiddle).Extensions({{extension}}).Behaviour(R"({"takes_out_extensions": true})");
}

void JudgeUnknownExtension(Case& c, const char* name, bool in_layer) {
  OpenXrWorld world(c.subject());
  Runtime runtime(kDefaultRuntime);
  if (in_layer) world.With(Providing(kExtension));
  if (!in_layer) world.With(runtime.Extensions({{kExtension}})).With(ApiLayer(kMiddle));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.CreateInstance({.layers = {kMiddle}, .extensions = {name}});
    app.RunFullSequence({.layers = {kMiddle}, .extensions = {kExtension}});
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre("XR_ERROR_EXTENSION_NOT_PRESENT", "XR_SUCCESS"))
      << "no component has the extension of that name";
}

// An implicit layer has one extension, and the runtime has the similar one, whose name reaches the
// runtime.
void JudgeKnownExtensions(Case& c, const char* of_layer, const char* of_runtime) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{of_runtime}}));
  world.With(Providing(of_layer).Implicit());
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence({.extensions = {of_layer, of_runtime}});
  });
  EXPECT_SEEN(ListedExtensionNames(seen), IsSupersetOf({of_layer, of_runtime}))
      << "extensions with different names are not duplicates";
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "both extensions can be enabled";
  const auto made = seen.First(kDefaultRuntime, kCreate);
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  EXPECT_SEEN(made->List("extensions"), ElementsAre(of_runtime))
      << "the runtime's extension is enabled there";
}

REGISTER_CASES {
  for (const Similar& similar : kSimilarExtensions) {
    for (const bool in_layer : {false, true}) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_LOADER_13},
          fmt::format("unknown_extension_name_{}_beside_{}", similar.how,
                      in_layer ? "a_layer" : "the_runtime"),
          [&similar, in_layer](Case& c) { JudgeUnknownExtension(c, similar.name, in_layer); });
      const char* of_layer = in_layer ? similar.name : kExtension;
      const char* of_runtime = in_layer ? kExtension : similar.name;
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_CHAIN_9, policy::LS_XR_LOADER_8},
          fmt::format("extension_name_{}_of_{}", similar.how, in_layer ? "a_layer" : "the_runtime"),
          [=](Case& c) { JudgeKnownExtensions(c, of_layer, of_runtime); });
    }
  }
}

// Names of layers may be longer than those of extensions.
enum class Enabled { kByApplication, kByEnvironment, kByPresence };

void JudgeLongName(Case& c, size_t size, Enabled enabled) {
  const std::string start = "XR_APILAYER_LS_";
  const std::string name = start + std::string(size - start.size(), 'n');
  ApiLayer layer = ApiLayer(name).Who("long").ManifestFile("long.json");
  layer.Extensions({{"XR_LS_one"}});
  if (enabled == Enabled::kByPresence) layer.Implicit().DisabledBy("LS_OFF");
  OpenXrWorld world(c.subject());
  // One with the same beginning is not enabled.
  world.With(layer).With(ApiLayer(name.substr(0, 100)).Who("short").ManifestFile("short.json"));
  if (enabled == Enabled::kByEnvironment) world.Env(kEnabling, name);
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateExtensions(name.c_str());
    app.RunFullSequence({.layers = enabled == Enabled::kByApplication
                                       ? std::vector<std::string>{name}
                                       : std::vector<std::string>()});
  });
  // An implicit layer need not be listed: LS_XR_LAYER_DISCOVERY_12.r1.
  if (enabled != Enabled::kByPresence) {
    EXPECT_SEEN(ListedExtensionNames(seen), ElementsAre("XR_LS_one"))
        << "the extensions of a layer are listed by its whole name";
  }
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre("long"))
      << "a layer is enabled by its whole name, whatever enables it";
}

REGISTER_CASES {
  for (const size_t size : {128, 255}) {
    for (const auto& [how, enabled] : {std::pair{"application", Enabled::kByApplication},
                                       std::pair{"environment", Enabled::kByEnvironment},
                                       std::pair{"presence", Enabled::kByPresence}}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_4},
                   fmt::format("name_of_{}_characters_enabled_by_{}", size, how),
                   [size, enabled = enabled](Case& c) { JudgeLongName(c, size, enabled); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::similar_names
