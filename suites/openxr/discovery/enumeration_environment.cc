// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/probe/app_trace.h"
#include "suites/openxr/layers.h"

// application, "Application Usage of Extensions": the extensions that are listed without a layer
// name while XR_ENABLE_API_LAYERS names layers. The extensions of these layers may be listed or
// not; those of the runtime and of implicit layers that are on must be, and others must not.
namespace loadstone::suites::enumeration_environment {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";
constexpr char kC[] = "XR_APILAYER_LS_c";
constexpr char kOn[] = "XR_APILAYER_LS_on";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";

// Every layer has an extension of its own, one that all layers have, and one that the runtime has
// too.
OpenXrWorld Machine(Case& c, const std::string& named) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_r1"}, {"XR_LS_r2", 4}}));
  world.With(ApiLayer(kA).Extensions({{"XR_LS_a1"}, {"XR_LS_all", 2}, {"XR_LS_r2", 5}}));
  world.With(ApiLayer(kB).Extensions({{"XR_LS_all", 3}, {"XR_LS_r1"}, {"XR_LS_b1"}}));
  world.With(ApiLayer(kC).Extensions({{"XR_LS_c1"}, {"XR_LS_all", 6}}));
  world.With(ApiLayer(kOn).Implicit().Extensions({{"XR_LS_on"}}));
  if (!named.empty()) world.Env("XR_ENABLE_API_LAYERS", named);
  return world;
}

// The layers that XR_ENABLE_API_LAYERS names, and those of their extensions that may be listed.
struct Named {
  const char* name;
  std::string value;
  std::set<std::string> allowed;
  bool error_allowed = false;  // an element names no layer
};

void JudgeNamed(Case& c, const Named& named) {
  const Observation seen =
      Observe(c, Machine(c, named.value), [](OpenXrApp& app) { app.EnumerateExtensions(); });
  const std::string result = XrResultOf(seen, kExtensions);
  if (named.error_allowed && result != "XR_SUCCESS") {
    EXPECT_SEEN(result, IsXrError()) << "the application must get an answer";
    return;
  }
  EXPECT_SEEN(result, "XR_SUCCESS") << "the runtime is found";
  const std::vector<std::string> listed = ListedExtensionNames(seen);
  EXPECT_SEEN(listed, IsSupersetOf({"XR_LS_r1", "XR_LS_r2", "XR_LS_on"}))
      << "the extensions of the runtime and of implicit layers are listed";
  std::map<std::string, int> count;
  for (const std::string& name : listed) ++count[name];
  std::vector<std::string> twice;
  std::vector<std::string> strange;
  for (const auto& [name, times] : count) {
    if (times > 1) twice.push_back(name);
    const bool known = name == "XR_LS_r1" || name == "XR_LS_r2" || name == "XR_LS_on" ||
                       named.allowed.contains(name);
    // Extensions that the loader itself implements are not judged.
    if (name.starts_with("XR_LS_") && !known) strange.push_back(name);
  }
  EXPECT_SEEN(twice, IsEmpty()) << "duplicates are eliminated by the loader";
  EXPECT_SEEN(strange, IsEmpty()) << "no extension of a layer that is not enabled is listed";
}

REGISTER_CASES {
  // Outside of the function, every probe would construct it before main.
  static const std::string kAAndB = std::string(kA) + ":" + kB;
  static const Named kNamed[] = {
      {"nothing_enabled", "", {}},
      {"one_enabled_by_environment", kA, {"XR_LS_a1", "XR_LS_all"}},
      {"two_enabled_by_environment", kAAndB, {"XR_LS_a1", "XR_LS_all", "XR_LS_b1"}},
      {"three_enabled_by_environment",
       kAAndB + ":" + kC,
       {"XR_LS_a1", "XR_LS_all", "XR_LS_b1", "XR_LS_c1"}},
      {"environment_repeats_a_layer", kAAndB + ":" + kA, {"XR_LS_a1", "XR_LS_all", "XR_LS_b1"}},
      {"environment_names_an_implicit_layer",
       std::string(kOn) + ":" + kAAndB,
       {"XR_LS_a1", "XR_LS_all", "XR_LS_b1"}},
      {"environment_names_an_unknown_layer",
       std::string(kA) + ":XR_APILAYER_LS_none:" + kB,
       {"XR_LS_a1", "XR_LS_all", "XR_LS_b1"},
       true},
      {"environment_has_empty_elements",
       "::" + kAAndB + ":",
       {"XR_LS_a1", "XR_LS_all", "XR_LS_b1"},
       true},
  };
  for (const Named& named : kNamed) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_8}, named.name,
                 [&named](Case& c) { JudgeNamed(c, named); });
  }
}

// Variables of an implicit layer that has an extension of its own.
struct Switch {
  const char* name;
  bool has_enable;
  bool enable_is_set;
  bool disable_is_set;
};

constexpr Switch kSwitches[] = {
    {"enable_variable_set", true, true, false},
    {"enable_variable_unset", true, false, false},
    {"disable_variable_set", false, false, true},
    {"both_variables_set", true, true, true},
};

// With other implicit layers before and behind it, which are on.
void JudgeSwitch(Case& c, const Switch& state) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_r1"}}));
  world.With(ApiLayer(kA).Implicit().Extensions({{"XR_LS_a1"}, {"XR_LS_all"}}));
  ApiLayer judged(kB);
  judged.Implicit().DisabledBy("LS_OFF").Extensions({{"XR_LS_b1"}, {"XR_LS_all"}, {"XR_LS_b2"}});
  if (state.has_enable) judged.EnabledBy("LS_ON");
  world.With(judged);
  world.With(ApiLayer(kC).Implicit().Extensions({{"XR_LS_c1"}}));
  if (state.enable_is_set) world.Env("LS_ON", "1");
  if (state.disable_is_set) world.Env("LS_OFF", "1");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions(); });
  EXPECT_SEEN(XrResultOf(seen, kExtensions), "XR_SUCCESS") << "the runtime is found";
  std::vector<std::string> listed = ListedExtensionNames(seen);
  // Extensions that the loader itself implements are not judged.
  std::erase_if(listed, [](const std::string& name) { return !name.starts_with("XR_LS_"); });
  std::vector<std::string> expected = {"XR_LS_r1", "XR_LS_a1", "XR_LS_all", "XR_LS_c1"};
  if (state.enable_is_set && !state.disable_is_set) {
    expected.insert(expected.end(), {"XR_LS_b1", "XR_LS_b2"});
  }
  EXPECT_SEEN(listed, UnorderedElementsAreArray(expected))
      << "the extensions of the implicit layers that are on are listed, and no others";
}

REGISTER_CASES {
  for (const Switch& state : kSwitches) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_8},
                 fmt::format("implicit_layer_with_{}", state.name),
                 [&state](Case& c) { JudgeSwitch(c, state); });
  }
}

}  // namespace
}  // namespace loadstone::suites::enumeration_environment
