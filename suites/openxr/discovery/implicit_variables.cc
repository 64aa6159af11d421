// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/environment.h"
#include "suites/openxr/layers.h"

// application, "Implicit vs Explicit API Layers": several implicit layers, of which one has
// variables that are set, wherever it is in the order of files; and values of these variables.
namespace loadstone::suites::implicit_variables {
namespace {

constexpr size_t kCount = 3;

// How the judged layer is turned off.
enum class Off { kByDisable, kByNoEnable, kByBoth };

struct Way {
  const char* name;
  policy::Id policy;
  Off off;
};

const Way kWays[] = {{"its_disable_variable", policy::LS_XR_ACTIVATION_2, Off::kByDisable},
                     {"no_enable_variable", policy::LS_XR_ACTIVATION_3, Off::kByNoEnable},
                     {"both_variables", policy::LS_XR_ACTIVATION_4, Off::kByBoth}};

std::string OnVariable(const std::string& name) { return "LS_ON_" + name; }

// Runs an application on a machine on which all implicit layers but the one at `judged` are on, and
// each has an enable variable that is set.
Observation RunWithOneOff(Case& c, size_t judged, Off off) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    const ApiLayer layer = ApiLayer(names[i]).Implicit().EnabledBy(OnVariable(names[i]));
    world.With(layer);
    if (i != judged || off != Off::kByNoEnable) world.Env(OnVariable(names[i]), "1");
    if (i == judged && off != Off::kByNoEnable) world.Env(layer.DisableVariable(), "1");
  }
  return Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence();
    app.RunFullSequence();
  });
}

REGISTER_CASES {
  const char* const positions[kCount] = {"first", "second", "third"};
  for (size_t judged = 0; judged < kCount; ++judged) {
    for (const Way& way : kWays) {
      RegisterCase(Api::kOpenXr, {way.policy},
                   fmt::format("{}_of_three_is_off_by_{}", positions[judged], way.name),
                   [judged, &way](Case& c) {
                     const Observation seen = RunWithOneOff(c, judged, way.off);
                     std::vector<std::string> expected;
                     for (int instance = 0; instance < 2; ++instance) {
                       for (size_t i = 0; i < kCount; ++i) {
                         if (i != judged) expected.push_back(LayerNames(kCount)[i]);
                       }
                     }
                     EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(expected))
                         << "the variables of one implicit layer turn off this one alone, for "
                            "each instance";
                   });
    }
  }
}

// Values that mean nothing: only the presence of a variable counts (LS_XR_ACTIVATION_2.r1,
// LS_XR_ACTIVATION_3.r1).
struct Value {
  const char* name;
  std::string value;
};

std::vector<Value> Values() {
  return {{"no", "no"},
          {"a_blank", " "},
          {"an_equals_sign", "="},
          {"minus_1", "-1"},
          {"conversions_of_printf", "%s%n%d"},
          {"a_list", "0:1:"},
          {"5000_characters", std::string(5000, 'v')}};
}

// Two layers, the second of which has the variable.
void JudgeValue(Case& c, const std::string& value, bool enables) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(2);
  ApiLayer judged = ApiLayer(names[1]).Implicit().DisabledBy("LS_OFF");
  if (enables) judged.EnabledBy("LS_ON");
  world.With(ApiLayer(names[0]).Implicit()).With(judged);
  world.Env(enables ? "LS_ON" : "LS_OFF", value);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen),
              UnorderedElementsAreArray(enables ? names : std::vector<std::string>{names[0]}))
      << "a variable that is present " << (enables ? "enables" : "disables")
      << " the layer, whatever its value";
}

REGISTER_CASES {
  static const std::vector<Value> kValues = Values();
  for (const Value& value : kValues) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_ACTIVATION_2},
                 fmt::format("disabled_by_the_value_{}", value.name),
                 [&value](Case& c) { JudgeValue(c, value.value, false); });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_ACTIVATION_3},
                 fmt::format("enabled_by_the_value_{}", value.name),
                 [&value](Case& c) { JudgeValue(c, value.value, true); });
  }
}

// Two manifests with one name: the library of the first is missing, and the second is off by its
// own variables, so that neither is used.
REGISTER_CASES {
  for (const bool disables : {true, false}) {
    RegisterCase(
        Api::kOpenXr, {disables ? policy::LS_XR_ACTIVATION_2 : policy::LS_XR_ACTIVATION_3},
        disables ? "disabled_behind_a_broken_layer_of_its_name"
                 : "not_enabled_behind_a_broken_layer_of_its_name",
        [disables](Case& c) {
          OpenXrWorld world(c.subject());
          const std::string name = LayerNames(1)[0];
          ApiLayer off = ApiLayer(name).Implicit().Who("off").DisabledBy("LS_OFF");
          off.In(FolderOfUser(world, c.subject(), true));
          if (disables) {
            world.Env("LS_OFF", "1");
          } else {
            off.EnabledBy("LS_ON");
          }
          world.With(off).With(
              ApiLayer(name).Implicit().Who("broken").LibraryPath("/opt/loadstone/libmissing.so"));
          const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
          EXPECT_SEEN(ApiLayerChain(seen), IsEmpty())
              << "the variables of a layer count also where another layer of its name "
                 "cannot be loaded";
        });
  }
}

// The application loads the loader, and sets the variable before its first call of OpenXR.
OPENXR_CASE(LS_XR_ACTIVATION_2, variable_that_the_application_sets) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(2);
  world.With(ApiLayer(names[0]).Implicit().DisabledBy("LS_OFF"));
  world.With(ApiLayer(names[1]).Implicit());
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    SetVariable("LS_OFF", "1");
    app.EnumerateExtensions();
    app.RunFullSequence();
  });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(names[1]))
      << "an application can set the variable before it calls functions of OpenXR";
}

// Layers that share a variable.
OPENXR_CASE(LS_XR_ACTIVATION_2, one_variable_disables_two_layers) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(3);
  world.With(ApiLayer(names[0]).Implicit().DisabledBy("LS_OFF"));
  world.With(ApiLayer(names[1]).Implicit());
  world.With(ApiLayer(names[2]).Implicit().DisabledBy("LS_OFF"));
  world.Env("LS_OFF", "1");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(names[1]))
      << "a variable disables each layer that has it in disable_environment";
}

OPENXR_CASE(LS_XR_ACTIVATION_1, disable_variable_of_two_layers_that_is_not_set) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(3);
  world.With(ApiLayer(names[0]).Implicit().DisabledBy("LS_OFF"));
  world.With(ApiLayer(names[1]).Implicit());
  world.With(ApiLayer(names[2]).Implicit().DisabledBy("LS_OFF"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(names))
      << "each implicit layer is enabled, whichever variable would disable it";
}

OPENXR_CASE(LS_XR_ACTIVATION_3, one_variable_enables_two_layers) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(3);
  world.With(ApiLayer(names[0]).Implicit().EnabledBy("LS_ON"));
  world.With(ApiLayer(names[1]).Implicit().EnabledBy("LS_OTHER"));
  world.With(ApiLayer(names[2]).Implicit().EnabledBy("LS_ON"));
  world.Env("LS_ON", "1");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(names[0], names[2]))
      << "a variable enables each layer that has it in enable_environment";
}

OPENXR_CASE(LS_XR_ACTIVATION_4, variable_that_enables_one_and_disables_another) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(2);
  world.With(ApiLayer(names[0]).Implicit().DisabledBy("LS_SWITCH"));
  world.With(ApiLayer(names[1]).Implicit().EnabledBy("LS_SWITCH"));
  world.Env("LS_SWITCH", "1");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(names[1]))
      << "a variable means for each layer what the layer's manifest says";
}

}  // namespace
}  // namespace loadstone::suites::implicit_variables
