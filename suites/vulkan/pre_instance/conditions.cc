// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/case/unjudged.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/discovery/path_variables.h"
#include "suites/vulkan/loads.h"
#include "suites/vulkan/pre_instance/pre_instance.h"

// LoaderLayerInterface, "Pre-Instance Functions": the conditions under which a layer intercepts
// such functions, and that its library is unloaded after each call.
namespace loadstone::suites::conditions {
namespace {

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kLayer[] = "VK_LAYER_LS_layer";

// In a world that also has a valid implicit layer: expects that `expected` intercept each function.
// Where that layer should and does not, the conditions of the other one are not what is broken: it
// is only judged whether others intercept the function.
void ExpectIntercepting(const Observation& seen, const std::vector<std::string>& expected,
                        const char* why) {
  const bool has_good = std::find(expected.begin(), expected.end(), kGood) != expected.end();
  const PreInstanceFunction* passed_over = nullptr;
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    const std::vector<std::string> intercepting = Intercepting(seen, function.symbol);
    if (has_good && !seen.First(kGood, function.symbol).has_value()) {
      passed_over = &function;
      for (const std::string& who : intercepting) {
        EXPECT_SEEN(expected, Contains(who)) << why;
      }
      continue;
    }
    EXPECT_SEEN(intercepting, UnorderedElementsAreArray(expected)) << why;
  }
  if (passed_over == nullptr || testing::Test::HasFailure()) return;
  AttributeFailureTo(policy::LS_VK_PREINSTANCE_1.text);
  EXPECT_HOLDS(false) << "a valid implicit layer intercepts " << passed_over->vulkan;
}

constexpr char kOnlyImplicit[] = "only implicit layers intercept functions before an instance";

VULKAN_CASE(LS_VK_PREINSTANCE_3, explicit_layer, policy::LS_VK_PREINSTANCE_1) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit()).With(PreInstanceLayer(kLayer));
  ExpectIntercepting(RunPreInstance(c, world), {kGood}, kOnlyImplicit);
}

VULKAN_CASE(LS_VK_PREINSTANCE_3, explicit_layer_of_the_environment, policy::LS_VK_PREINSTANCE_1) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit()).With(PreInstanceLayer(kLayer));
  ExpectIntercepting(RunPreInstance(c, world.Env("VK_INSTANCE_LAYERS", kLayer)), {kGood},
                     kOnlyImplicit);
}

VULKAN_CASE(LS_VK_PREINSTANCE_3, explicit_layer_of_an_enable_filter, policy::LS_VK_FILTER_1,
            policy::LS_VK_PREINSTANCE_1) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit()).With(PreInstanceLayer(kLayer));
  ExpectIntercepting(RunPreInstance(c, world.Env("VK_LOADER_LAYERS_ENABLE", kLayer)), {kGood},
                     kOnlyImplicit);
}

VULKAN_CASE(LS_VK_PREINSTANCE_3, explicit_layer_with_the_members_of_an_implicit_one,
            policy::LS_VK_PREINSTANCE_1) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit())
      .With(PreInstanceLayer(kLayer).Manifest(R"({"disable_environment": {"LS_OFF": "1"}})"));
  ExpectIntercepting(RunPreInstance(c, world), {kGood}, kOnlyImplicit);
}

VULKAN_CASE(LS_VK_PREINSTANCE_3, explicit_layer_of_the_application, policy::LS_VK_PREINSTANCE_1) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit()).With(PreInstanceLayer(kLayer));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance({.layers = {kLayer}});
    for (const PreInstanceFunction& function : kPreInstanceFunctions) function.call(app);
    if (app.instance() != VK_NULL_HANDLE) app.DestroyInstance();
  });
  // A loader need not list an explicit layer with such functions: no sentence says what it is then.
  const std::vector<std::string> listed = EnumeratedLayers(seen);
  if (std::find(listed.begin(), listed.end(), kLayer) != listed.end()) {
    EXPECT_SEEN(InstanceChain(seen), Contains(kLayer)) << "the application's layer is enabled";
  }
  ExpectIntercepting(seen, {kGood}, kOnlyImplicit);
}

void ExpectNotIntercepting(const Observation& seen) {
  ExpectIntercepting(seen, {kGood}, "an implicit layer that is off intercepts no function");
}

void JudgeDisabled(Case& c, VulkanWorld world) {
  const Observation seen = RunPreInstance(c, world.With(PreInstanceLayer(kGood).Implicit()));
  EXPECT_HOLDS(!IsLoadedForUse(seen, kLayer))
      << "an implicit layer that is disabled is not loaded" << reading::LS_VK_MANIFEST_17_r2;
  ExpectNotIntercepting(seen);
}

VULKAN_CASE(LLP_LOADER_7, pre_instance_layer_with_its_disable_variable_set,
            policy::LS_VK_PREINSTANCE_1) {
  const Layer layer = PreInstanceLayer(kLayer).Implicit();
  JudgeDisabled(c, VulkanWorld(c.subject()).With(layer).Env(layer.DisableVariable(), "1"));
}

VULKAN_CASE(LLP_LOADER_7, pre_instance_layer_on_the_blacklist, policy::LLP_LOADER_12,
            policy::LS_VK_PREINSTANCE_1) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kLayer).Implicit())
      .With(Layer("VK_LAYER_LS_component"))
      .With(Layer::Override({"VK_LAYER_LS_component"}).Blacklist({kLayer}));
  JudgeDisabled(c, world);
}

VULKAN_CASE(LLP_LOADER_7, pre_instance_layer_with_both_variables_set, policy::LS_VK_PREINSTANCE_1) {
  const Layer layer = PreInstanceLayer(kLayer).Implicit().EnabledBy("LS_ON", "1");
  VulkanWorld world(c.subject());
  world.With(layer).Env("LS_ON", "1").Env(layer.DisableVariable(), "1");
  JudgeDisabled(c, world);
}

VULKAN_CASE(LLP_LOADER_6, pre_instance_layer_with_its_enable_variable_unset,
            policy::LS_VK_PREINSTANCE_1) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit())
      .With(PreInstanceLayer(kLayer).Implicit().EnabledBy("LS_ON", "1"));
  ExpectNotIntercepting(RunPreInstance(c, world));
}

VULKAN_CASE(LLP_LOADER_6, pre_instance_layer_with_its_enable_variable_set,
            policy::LS_VK_PREINSTANCE_1) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit())
      .With(PreInstanceLayer(kLayer).Implicit().EnabledBy("LS_ON", "1"))
      .Env("LS_ON", "1");
  ExpectIntercepting(RunPreInstance(c, world), {kGood, kLayer},
                     "an implicit layer whose variable turns it on intercepts functions");
}

// An implicit layer that is a component of an implicit meta-layer or of the override layer as well.
void JudgeComponent(Case& c, const Layer& meta) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit()).With(PreInstanceLayer(kLayer).Implicit());
  const Observation seen = RunPreInstance(c, world.With(meta));
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    if (!seen.First(kGood, function.symbol).has_value()) continue;
    EXPECT_SEEN(seen.Select(kLayer, function.symbol).size(),
                seen.Select(kGood, function.symbol).size())
        << "a layer that is also a component is in the chain once, as the other one is";
  }
  ExpectIntercepting(seen, {kGood, kLayer}, "implicit layers intercept functions");
}

VULKAN_CASE(LLP_LOADER_3, pre_instance_layer_that_a_meta_layer_contains,
            policy::LS_VK_PREINSTANCE_1) {
  JudgeComponent(c, Layer::Meta("VK_LAYER_LS_meta", {kLayer}).Implicit());
}

VULKAN_CASE(LLP_LOADER_3, pre_instance_layer_that_the_override_layer_contains,
            policy::LS_VK_PREINSTANCE_1) {
  JudgeComponent(c, Layer::Override({kLayer}));
}

// Layers that no loader loads are not called before there is an instance either.
constexpr char kUnusable[] = "a layer that is not loaded intercepts no function";

void JudgeUnusable(Case& c, const Layer& layer) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit()).With(layer);
  ExpectIntercepting(RunPreInstance(c, world), {kGood}, kUnusable);
}

VULKAN_CASE(LLP_LAYER_9, pre_instance_layer_without_disable_environment,
            policy::LS_VK_PREINSTANCE_1) {
  JudgeUnusable(c, PreInstanceLayer(kLayer).Implicit().NotDisablable());
}

VULKAN_CASE(LLP_LOADER_4, pre_instance_layer_of_major_version_2, policy::LS_VK_PREINSTANCE_1) {
  JudgeUnusable(c, PreInstanceLayer(kLayer).Implicit().Api("2.0.0"));
}

// The library exports functions with the names of Vulkan's, which interface version 0 requires. The
// manifest names none of them for interception, or names the one of another function.
void JudgeUnnamed(Case& c, const Layer& layer) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit())
      .With(
          Layer(layer)
              .Implicit()
              .Binary("vulkan_layer_introspective")
              .Behaviour(
                  R"({"instance_extensions": [{"name": "VK_LS_of_an_export", "spec_version": 1}]})"));
  const Observation seen = RunPreInstance(c, world);
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(ResultOf(seen, function.vulkan), "VK_SUCCESS")
        << "an export that the manifest does not name is not called as a link of a chain";
    EXPECT_SEEN(Intercepting(seen, function.symbol), ElementsAre(kGood))
        << "the layer whose manifest names the function intercepts it";
  }
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kGood, kLayer))
      << "the application gets the loader's answer";
  for (const Event& event : seen.Select(kAppName, "vkEnumerateInstanceExtensionProperties")) {
    if (event.phase() != "leave") continue;
    EXPECT_SEEN(event.List("names"), Not(Contains("VK_LS_of_an_export")))
        << "the application gets the loader's answer";
  }
}

VULKAN_CASE(LS_VK_PREINSTANCE_1, exports_that_the_manifest_does_not_name) {
  JudgeUnnamed(c, Layer(kLayer));
}

VULKAN_CASE(LS_VK_PREINSTANCE_1, exports_beside_an_empty_list_of_functions) {
  JudgeUnnamed(c, Layer(kLayer).Manifest(R"({"pre_instance_functions": {}})"));
}

// The folders of implicit layers that the user's variables name.
struct Folders {
  const char* name;
  const char* value;
};

constexpr Folders kFolders[] = {{"one_folder", "/opt/own"},
                                {"second_folder", "/opt/empty:/opt/own"}};

void JudgeVariable(Case& c, const PathVariable& variable, const Folders& folders) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit())
      .With(PreInstanceLayer(kLayer).Implicit().In("/opt/own"))
      .Directory("/opt/empty")
      .Env(variable.name, folders.value);
  std::vector<std::string> expected = {kLayer};
  if (variable.adds) expected.emplace_back(kGood);
  ExpectIntercepting(RunPreInstance(c, world), expected,
                     "the implicit layers of the folders that the user's variable names, and no "
                     "others, intercept functions");
}

REGISTER_CASES {
  for (const Folders& folders : kFolders) {
    for (const PathVariable& variable : PathVariables()) {
      if (variable.kind != LayerKind::kImplicit) continue;
      std::vector<policy::Id> policies = variable.policies;
      policies.push_back(policy::LS_VK_PREINSTANCE_1);
      RegisterCase(Api::kVulkan, policies,
                   fmt::format("{}_pre_instance_layer_in_{}", variable.word, folders.name),
                   [variable, &folders](Case& c) { JudgeVariable(c, variable, folders); });
    }
  }
}

struct Format {
  const char* version;
  bool intercepts;
};

constexpr Format kFormats[] = {{"1.0.0", false}, {"1.0.1", false}, {"1.1.0", false},
                               {"1.1.1", false}, {"1.1.2", true},  {"1.2.0", true}};

REGISTER_CASES {
  for (const Format& format : kFormats) {
    std::string name = fmt::format("format_{}", format.version);
    std::replace(name.begin(), name.end(), '.', '_');
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_PREINSTANCE_4, policy::LS_VK_PREINSTANCE_1}, name,
        [&format](Case& c) {
          VulkanWorld world(c.subject());
          world.With(PreInstanceLayer(kGood).Implicit());
          world.With(PreInstanceLayer(kLayer).Implicit().FileFormat(format.version));
          const Observation seen = RunPreInstance(c, world);
          if (format.intercepts) {
            ExpectIntercepting(seen, {kGood, kLayer},
                               "a manifest of format 1.1.2 or later may name such functions");
          } else {
            ExpectIntercepting(seen, {kGood},
                               "a manifest of a format before 1.1.2 cannot name such functions");
          }
        });
  }
}

// The library is loaded and unloaded for each call: checks what is loaded between two calls of the
// application.
VULKAN_CASE(LS_VK_PREINSTANCE_5, three_calls) {
  VulkanWorld world(c.subject());
  const Observation seen = RunPreInstance(c, world.With(PreInstanceLayer(kLayer).Implicit()));
  bool loaded = false;
  int calls = 0;
  for (const Event& event : seen.events()) {
    if (event.who() == kLayer && event.what() == "load") loaded = true;
    if (event.who() == kLayer && event.what() == "unload") loaded = false;
    if (event.who() == "app" && event.phase() == "leave" && event.what() != "load") {
      ++calls;
      EXPECT_HOLDS(!loaded) << "the layer's library must be released at the end of "
                            << event.what();
    }
  }
  EXPECT_SEEN(calls, 3) << "all three calls of the application return";
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(Intercepting(seen, function.symbol), ElementsAre(kLayer))
        << "the layer intercepts each of them";
  }
}

VULKAN_CASE(LS_VK_PREINSTANCE_5, two_layers) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kLayer).Implicit()).With(PreInstanceLayer(kGood).Implicit());
  const Observation seen = RunPreInstance(c, world);
  for (const char* who : {kLayer, kGood}) {
    EXPECT_SEEN(seen.Select(who, "unload").size(), seen.Select(who, "load").size())
        << "a library that a call loaded is released at its end";
    EXPECT_SEEN(seen.Select(who, "load").size(), Ge(3U))
        << "nothing that a layer stored in one call remains in the next one";
  }
}

// The library that the application's instance uses stays loaded.
VULKAN_CASE(LS_VK_PREINSTANCE_5, with_an_instance) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kLayer).Implicit());
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateVersion();
    app.CreateInstance();
    app.EnumerateVersion();
    app.UseInstance();
    app.DestroyInstance();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kLayer)) << "the layer is enabled";
  EXPECT_SEEN(ResultOf(seen, "vkEnumeratePhysicalDevices"), "VK_SUCCESS")
      << "a call after an intercepted pre-instance function leaves the instance usable";
  EXPECT_SEEN(seen.Select(kLayer, "load").size(), Ge(2U))
      << "the library that the first call loaded is not the one that the instance uses";
}

// A manifest names a symbol that the library does not have: the other layers of the chain are
// called.
void JudgeMissing(Case& c, const Layer& layer) {
  VulkanWorld world(c.subject());
  world.With(PreInstanceLayer(kGood).Implicit()).With(layer);
  const Observation seen = RunPreInstance(c, world);
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(ResultOf(seen, function.vulkan), Not("no answer"))
        << "a missing function does not terminate the application";
    if (ResultOf(seen, function.vulkan) != "VK_SUCCESS") continue;
    EXPECT_SEEN(Intercepting(seen, function.symbol), ElementsAre(kGood))
        << "the rest of the chain is called" << reading::LS_VK_PREINSTANCE_7_r1;
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "a layer whose function is called gets a next function to call";
  EXPECT_SEEN(seen.Select("app", "done"), Not(IsEmpty())) << "the application finishes";
}

VULKAN_CASE(LS_VK_PREINSTANCE_7, library_exports_none_of_them) {
  JudgeMissing(c, PreInstanceLayer(kLayer).Implicit().Binary("vulkan_layer"));
}

VULKAN_CASE(LS_VK_PREINSTANCE_7, library_exports_nothing) {
  JudgeMissing(c, PreInstanceLayer(kLayer).Implicit().Binary("vulkan_layer_none"));
}

VULKAN_CASE(LS_VK_PREINSTANCE_7, library_is_missing) {
  JudgeMissing(c,
               PreInstanceLayer(kLayer).Implicit().Manifest(R"({"library_path": "/no/one.so"})"));
}

VULKAN_CASE(LS_VK_PREINSTANCE_7, other_names) {
  JudgeMissing(c, PreInstanceLayer(kLayer, R"("vkEnumerateInstanceExtensionProperties": "lsNone",
      "vkEnumerateInstanceLayerProperties": "lsNone", "vkEnumerateInstanceVersion": "lsNone")")
                      .Implicit());
}

VULKAN_CASE(LS_VK_PREINSTANCE_7, empty_names) {
  JudgeMissing(c, PreInstanceLayer(kLayer, R"("vkEnumerateInstanceExtensionProperties": "",
      "vkEnumerateInstanceLayerProperties": "", "vkEnumerateInstanceVersion": "")")
                      .Implicit());
}

VULKAN_CASE(LS_VK_PREINSTANCE_7, enormous_names) {
  const std::string name(10000, 'f');
  JudgeMissing(
      c,
      PreInstanceLayer(
          kLayer,
          fmt::format(
              R"("vkEnumerateInstanceExtensionProperties": "{}", "vkEnumerateInstanceVersion": "{}")",
              name, name))
          .Implicit());
}

}  // namespace
}  // namespace loadstone::suites::conditions
