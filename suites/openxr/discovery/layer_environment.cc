// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "oracle/openxr/layers.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// application, "Implicit vs Explicit API Layers" and "Forced Loading of API Layers": which layers
// are enabled, and by what.
namespace loadstone::suites::layer_environment {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";
constexpr char kC[] = "XR_APILAYER_LS_c";
constexpr char kOther[] = "XR_APILAYER_LS_other";

// Runs an application that requests `wanted` and uses an instance.
Observation Use(Case& c, const OpenXrWorld& world, const std::vector<std::string>& wanted = {}) {
  return Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = wanted});
  });
}

// What is installed beside the layers of the lists, and not enabled.
enum class Beside { kNothing, kExplicitLayers, kDisabledImplicitLayers };
constexpr std::pair<Beside, const char*> kBeside[] = {
    {Beside::kNothing, "alone"},
    {Beside::kExplicitLayers, "beside_others"},
    {Beside::kDisabledImplicitLayers, "beside_disabled_implicit_layers"},
};

void Install(OpenXrWorld& world, Beside beside) {
  ApiLayer other(kOther);
  ApiLayer more("XR_APILAYER_LS_more");
  if (beside == Beside::kNothing) return;
  if (beside == Beside::kDisabledImplicitLayers) {
    world.Env(other.Implicit().DisableVariable(), "1");
    more.Implicit().EnabledBy("LS_MORE_ON");
  }
  world.With(other).With(more);
}

// Lists that enable some of three explicit layers, and the expected chain.
struct Lists {
  const char* name;
  policy::Id policy;
  std::vector<std::string> environment;
  std::vector<std::string> application;
  std::vector<std::string> chain;
};

std::vector<Lists> AllLists() {
  using policy::LS_XR_ACTIVATION_7;
  using policy::LS_XR_ACTIVATION_9;
  return {
      {"environment_enables_one", LS_XR_ACTIVATION_7, {kB}, {}, {kB}},
      {"environment_enables_all", LS_XR_ACTIVATION_7, {kC, kA, kB}, {}, {kC, kA, kB}},
      {"environment_and_application", LS_XR_ACTIVATION_7, {kC}, {kA}, {kC, kA}},
      {"environment_names_a_layer_twice", LS_XR_ACTIVATION_9, {kA, kA}, {}, {kA}},
      {"environment_repeats_the_first", LS_XR_ACTIVATION_9, {kA, kB, kA}, {}, {kA, kB}},
      {"application_names_a_layer_twice", LS_XR_ACTIVATION_9, {}, {kA, kA}, {kA}},
      {"application_repeats_the_first", LS_XR_ACTIVATION_9, {}, {kA, kB, kA}, {kA, kB}},
      {"both_name_a_layer", LS_XR_ACTIVATION_9, {kA}, {kA}, {kA}},
      {"both_name_all_in_other_orders",
       LS_XR_ACTIVATION_9,
       {kA, kB, kC},
       {kC, kB, kA},
       {kA, kB, kC}},
      {"application_repeats_the_last_of_the_environment",
       LS_XR_ACTIVATION_9,
       {kA, kB},
       {kB, kC},
       {kA, kB, kC}},
      {"application_repeats_the_first_of_the_environment",
       LS_XR_ACTIVATION_9,
       {kA, kB},
       {kA},
       {kA, kB}},
      {"application_ends_with_the_first_of_the_environment",
       LS_XR_ACTIVATION_9,
       {kA, kB},
       {kC, kA},
       {kA, kB, kC}},
      {"environment_repeats_100_times",
       LS_XR_ACTIVATION_9,
       std::vector<std::string>(100, kA),
       {},
       {kA}},
      {"application_repeats_100_times",
       LS_XR_ACTIVATION_9,
       {},
       std::vector<std::string>(100, kA),
       {kA}},
  };
}

REGISTER_CASES {
  for (const Lists& lists : AllLists()) {
    for (const auto& [beside, suffix] : kBeside) {
      const size_t named = lists.environment.size() + lists.application.size();
      if (beside == Beside::kDisabledImplicitLayers && named != lists.chain.size()) continue;
      RegisterCase(Api::kOpenXr, {lists.policy}, fmt::format("{}_{}", lists.name, suffix),
                   [lists, beside = beside](Case& c) {
                     OpenXrWorld world(c.subject());
                     for (const std::string& name : lists.chain) world.With(ApiLayer(name));
                     Install(world, beside);
                     if (!lists.environment.empty()) {
                       world.Env("XR_ENABLE_API_LAYERS", JoinNames(lists.environment));
                     }
                     const Observation seen = Use(c, world, lists.application);
                     EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
                         << "every layer that is named is present";
                     EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(lists.chain))
                         << "the layers of the environment are above those of the application, "
                            "each once, at its first place";
                   });
    }
  }
}

OPENXR_CASE(LS_XR_ACTIVATION_8, names_are_compared_whole) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA)).With(ApiLayer(std::string(kA) + "b")).With(ApiLayer(kB));
  world.Env("XR_ENABLE_API_LAYERS", kA);
  const Observation seen = Use(c, world);
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA)) << "only the layer of that name is enabled";
}

OPENXR_CASE(LS_XR_ACTIVATION_7, path_and_enabling_together) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).In("/layers")).With(ApiLayer(kB));
  world.Env("XR_API_LAYER_PATH", "/layers").Env("XR_ENABLE_API_LAYERS", kA);
  const Observation seen = Use(c, world);
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA)) << "the layer of the folder is enabled";
}

OPENXR_CASE(LS_XR_ACTIVATION_7, set_but_empty) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA)).With(ApiLayer(kOther).Implicit()).Env("XR_ENABLE_API_LAYERS", "");
  const Observation seen = Use(c, world);
  EXPECT_SEEN(ApiLayerChain(seen), Not(Contains(kA))) << "nothing enables the explicit layer";
  if (XrResultOf(seen, "xrCreateInstance") == "XR_SUCCESS") {
    EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kOther)) << "implicit layers are enabled";
  }
}

// Elements that name no layer: they may be an error or be ignored, but the valid elements keep
// their order.
REGISTER_CASES {
  for (const auto& [name, value] :
       {std::pair{"unknown_element", "XR_APILAYER_LS_a:XR_APILAYER_LS_none:XR_APILAYER_LS_b"},
        std::pair{"empty_elements", ":XR_APILAYER_LS_a::XR_APILAYER_LS_b:"},
        std::pair{"blank_element", "XR_APILAYER_LS_a: :XR_APILAYER_LS_b"}}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_ACTIVATION_8}, name,
                 [value = std::string(value)](Case& c) {
                   OpenXrWorld world(c.subject());
                   world.With(ApiLayer(kA)).With(ApiLayer(kB));
                   world.Env("XR_ENABLE_API_LAYERS", value);
                   const Observation seen = Use(c, world);
                   if (XrResultOf(seen, "xrCreateInstance") == "XR_SUCCESS") {
                     EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA, kB))
                         << "an element that is ignored must not remove other elements"
                         << reading::LS_XR_ACTIVATION_8_r1;
                   } else {
                     EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
                         << "the application must get an answer";
                   }
                 });
  }
}

// The value is the name of a layer that does not exist.
OPENXR_CASE(LS_XR_ACTIVATION_8, semicolon_between_names) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA)).With(ApiLayer(kB));
  world.Env("XR_ENABLE_API_LAYERS", "XR_APILAYER_LS_a;XR_APILAYER_LS_b");
  const Observation seen = Use(c, world);
  EXPECT_SEEN(ApiLayerChain(seen), IsEmpty()) << "only the colon separates the names";
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), AnyOf(Eq("XR_SUCCESS"), IsXrError()))
      << "an unknown element is an error or ignored" << reading::LS_XR_ACTIVATION_8_r1;
}

OPENXR_CASE(LS_XR_ACTIVATION_1, enabled_by_being_there) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Implicit()).With(ApiLayer(kB));
  const Observation seen = Use(c, world);
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA))
      << "an implicit layer is enabled by its presence, and an explicit layer is not";
}

OPENXR_CASE(LS_XR_ACTIVATION_1, beside_explicit_layers) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Implicit()).With(ApiLayer(kB)).With(ApiLayer(kC));
  const Observation seen = Use(c, world, {kC});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA, kC))
      << "the implicit layer and the one that the application names are enabled";
}

OPENXR_CASE(LS_XR_ACTIVATION_1, several) {
  OpenXrWorld world(c.subject());
  for (const char* name : {kA, kB, kC}) world.With(ApiLayer(name).Implicit());
  const Observation seen = Use(c, world);
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kA, kB, kC))
      << "every implicit layer is enabled by its presence";
}

OPENXR_CASE(LS_XR_ACTIVATION_12, without_a_disable_variable) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Implicit().NotDisablable()).With(ApiLayer(kOther).Implicit());
  const Observation seen = Use(c, world);
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
      << "a layer without disable_environment must not make instance creation fail";
  EXPECT_SEEN(ApiLayerChain(seen), AnyOf(ElementsAre(kOther), UnorderedElementsAre(kA, kOther)))
      << "the layer next to it is enabled" << reading::LS_XR_ACTIVATION_12_r1;
}

constexpr char kOn[] = "LS_TURN_ON";
constexpr char kOff[] = "LS_TURN_OFF";

// An implicit layer with two variables, some of which are set.
struct Variables {
  const char* name;
  policy::Id policy;
  bool has_enable;
  std::vector<std::pair<std::string, std::string>> environment;
  const char* why;
};

// The value of a variable does not matter: LS_XR_ACTIVATION_2.r1, LS_XR_ACTIVATION_3.r1.
std::vector<Variables> AllVariables() {
  using policy::LS_XR_ACTIVATION_2;
  using policy::LS_XR_ACTIVATION_3;
  using policy::LS_XR_ACTIVATION_4;
  const char* off = "a disable variable that is present disables the layer, whatever its value";
  const char* on = "an enable variable that is present enables the layer, whatever its value";
  return {
      {"disable_variable_is_1", LS_XR_ACTIVATION_2, false, {{kOff, "1"}}, off},
      {"disable_variable_is_0", LS_XR_ACTIVATION_2, false, {{kOff, "0"}}, off},
      {"disable_variable_is_false", LS_XR_ACTIVATION_2, false, {{kOff, "false"}}, off},
      {"disable_variable_is_empty", LS_XR_ACTIVATION_2, false, {{kOff, ""}}, off},
      {"disable_variable_is_unset", LS_XR_ACTIVATION_2, false, {}, "nothing disables the layer"},
      {"disable_variable_of_another_name",
       LS_XR_ACTIVATION_2,
       false,
       {{"LS_TURN_OF", "1"}, {"LS_TURN_OFF_", "1"}, {"ls_turn_off", "1"}},
       "nothing disables the layer"},
      {"enable_variable_is_unset",
       LS_XR_ACTIVATION_3,
       true,
       {},
       "without its enable variable the layer is disabled"},
      {"enable_variable_is_1", LS_XR_ACTIVATION_3, true, {{kOn, "1"}}, on},
      {"enable_variable_is_0", LS_XR_ACTIVATION_3, true, {{kOn, "0"}}, on},
      {"enable_variable_is_empty", LS_XR_ACTIVATION_3, true, {{kOn, ""}}, on},
      {"both_variables",
       LS_XR_ACTIVATION_4,
       true,
       {{kOn, "1"}, {kOff, "1"}},
       "when both variables are present, the layer is disabled"},
      {"both_variables_with_value_0",
       LS_XR_ACTIVATION_4,
       true,
       {{kOn, "1"}, {kOff, "0"}},
       "when both variables are present, the layer is disabled"},
      {"only_the_disable_variable", LS_XR_ACTIVATION_3, true, {{kOff, "1"}}, off},
  };
}

// Whether the environment of the row leaves the layer enabled.
bool IsOn(const Variables& variables) {
  const auto has = [&](const char* name) {
    return std::any_of(variables.environment.begin(), variables.environment.end(),
                       [&](const auto& entry) { return entry.first == name; });
  };
  return oracle::openxr::IsImplicitLayerOn(
      {.has_enable = variables.has_enable, .enable = has(kOn), .disable = has(kOff)});
}

REGISTER_CASES {
  for (const Variables& variables : AllVariables()) {
    RegisterCase(Api::kOpenXr, {variables.policy}, variables.name, [variables](Case& c) {
      OpenXrWorld world(c.subject());
      ApiLayer layer = ApiLayer(kA).Implicit().DisabledBy(kOff);
      if (variables.has_enable) layer.EnabledBy(kOn);
      world.With(layer).With(ApiLayer(kOther).Implicit());
      for (const auto& [name, value] : variables.environment) world.Env(name, value);
      const Observation seen = Use(c, world);
      const std::vector<std::string> expected =
          IsOn(variables) ? std::vector<std::string>{kA, kOther} : std::vector<std::string>{kOther};
      EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(expected)) << variables.why;
    });
  }
}

OPENXR_CASE(LS_XR_ACTIVATION_2, explicit_layers_have_no_variables) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Manifest(R"({"disable_environment": "LS_TURN_OFF"})"));
  world.Env(kOff, "1");
  const Observation seen = Use(c, world, {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA))
      << "disable_environment is a member of implicit layers only";
}

constexpr char kEnabledBySwitch[] = R"({"enable_environment": "LS_TURN_ON"})";

OPENXR_CASE(LS_XR_ACTIVATION_6, enable_variable_of_an_explicit_layer_is_unset) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Manifest(kEnabledBySwitch));
  const Observation seen = Use(c, world, {kA});
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
      << "the layer that is named is present";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA))
      << "enable_environment is a member of implicit layers only";
}

OPENXR_CASE(LS_XR_ACTIVATION_5, enable_variable_of_an_explicit_layer_is_set) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Manifest(kEnabledBySwitch)).With(ApiLayer(kOther).Implicit());
  world.Env(kOn, "1");
  const Observation seen = Use(c, world);
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kOther))
      << "an explicit layer is enabled by its name, and not by a variable of its manifest";
}

OPENXR_CASE(LS_XR_ACTIVATION_2, disabled_layer_is_not_loaded) {
  OpenXrWorld world(c.subject());
  const ApiLayer layer = ApiLayer(kA).Implicit();
  world.With(layer).With(ApiLayer(kOther).Implicit()).Env(layer.DisableVariable(), "1");
  const Observation seen = Use(c, world);
  EXPECT_SEEN(Loaded(seen), Not(Contains(kA))) << "the library of a disabled layer stays unloaded";
  EXPECT_SEEN(Loaded(seen), Contains(kOther)) << "the other implicit layer is enabled";
}

// An implicit layer that is also requested, by each possible way, with an explicit layer or alone.
REGISTER_CASES {
  for (const bool by_application : {false, true}) {
    for (const bool beside_explicit : {false, true}) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_ACTIVATION_10},
          fmt::format("implicit_layer_named_by_{}_{}",
                      by_application ? "application" : "environment",
                      beside_explicit ? "beside_explicit" : "alone"),
          [by_application, beside_explicit](Case& c) {
            OpenXrWorld world(c.subject());
            world.With(ApiLayer(kA).Implicit());
            if (beside_explicit) world.With(ApiLayer(kB));
            if (!by_application) world.Env("XR_ENABLE_API_LAYERS", kA);
            const Observation seen =
                Use(c, world,
                    by_application ? std::vector<std::string>{kA} : std::vector<std::string>());
            if (XrResultOf(seen, "xrCreateInstance") == "XR_SUCCESS") {
              EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA))
                  << "naming a layer that is enabled already has no effect"
                  << reading::LS_XR_ACTIVATION_10_r1;
            } else if (!by_application) {
              EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
                  << "an unknown element of the variable is ignored, or an error"
                  << reading::LS_XR_ACTIVATION_10_r3;
            } else {
              EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_ERROR_API_LAYER_NOT_PRESENT")
                  << "an implicit layer that cannot be named is not present"
                  << reading::LS_XR_ACTIVATION_10_r2;
            }
          });
    }
  }
}

// An implicit layer, and an explicit one of the same name in another manifest. The application
// enables that name and a later layer. Which of the two is used is left open.
OPENXR_CASE(LS_XR_ACTIVATION_10, implicit_layer_with_an_explicit_manifest_too) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Implicit().ManifestFile("implicit.json"));
  world.With(ApiLayer(kA).ManifestFile("explicit.json").Who("the_explicit_one"));
  world.With(ApiLayer(kB));
  const Observation seen = Use(c, world, {kA, kB});
  if (XrResultOf(seen, "xrCreateInstance") != "XR_SUCCESS") {
    EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_ERROR_API_LAYER_NOT_PRESENT")
        << "an implicit layer that cannot be named is not present"
        << reading::LS_XR_ACTIVATION_10_r2;
    return;
  }
  EXPECT_SEEN(ApiLayerChain(seen), AnyOf(ElementsAre(kA, kB), ElementsAre("the_explicit_one", kB)))
      << "naming a layer that is enabled already has no effect" << reading::LS_XR_ACTIVATION_10_r1;
}

}  // namespace
}  // namespace loadstone::suites::layer_environment
