// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/filters/filters.h"
#include "suites/vulkan/pre_instance/pre_instance.h"

// LoaderLayerInterface, "Layer Discovery" and "Layer Filtering": what is listed and asked before
// there is an instance. A layer that no filter disables, or that another variable enables again, is
// listed once. A disabled layer is listed or not: LS_VK_FILTER_2.r1.
namespace loadstone::suites::shown {
namespace {

constexpr char kNames[] = "VK_INSTANCE_LAYERS";

// The value of VK_LOADER_LAYERS_DISABLE, a variable that enables layers again, and the layers that
// are disabled in the end.
struct Row {
  const char* name;
  const char* disable;
  const char* by;  // null: none
  const char* value;
  std::vector<std::string> disabled;
};

std::vector<Row> AllRows() {
  return {
      {"implicit_disabled", "~implicit~", nullptr, nullptr, {kImplicitA, kImplicitB}},
      {"explicit_disabled", "~explicit~", nullptr, nullptr, {kExplicitA, kExplicitB}},
      {"all_disabled_by_a_suffix", "*_a", nullptr, nullptr, {kImplicitA, kExplicitA}},
      {"one_disabled_by_its_name", kExplicitB, nullptr, nullptr, {kExplicitB}},
      {"unknown_one_disabled", "VK_LAYER_LS_missing", nullptr, nullptr, {}},
      {"explicit_enabled", "", kEnableFilter, kExplicitA, {}},
      {"everything_enabled", "", kEnableFilter, "VK_LAYER_LS_*", {}},
      {"explicit_enabled_again",
       "~all~",
       kEnableFilter,
       kExplicitB,
       {kImplicitA, kImplicitB, kExplicitA}},
      {"implicit_enabled_again", "~implicit~", kEnableFilter, "*_implicit_b", {kImplicitA}},
      // VK_INSTANCE_LAYERS enables the layer, but nothing says that it is then listed.
      {"explicit_named_again",
       "~all~",
       kNames,
       kExplicitA,
       {kImplicitA, kImplicitB, kExplicitA, kExplicitB}},
      {"all_enabled_again", "VK_LAYER_LS_*", kEnableFilter, "VK_LAYER_LS_*", {}},
      {"some_allowed", "~all~", kAllowFilter, "*_a", {kImplicitB, kExplicitB}},
  };
}

std::vector<std::string> AllLayers() { return {kImplicitA, kImplicitB, kExplicitA, kExplicitB}; }

bool IsAmong(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::vector<policy::Id> Cited(policy::Id owner, const Row& row) {
  std::vector<policy::Id> cited = {owner, policy::LS_VK_FILTER_2};
  if (row.by == kEnableFilter) cited.push_back(policy::LS_VK_FILTER_1);
  if (row.by == kAllowFilter) cited.push_back(policy::LS_VK_FILTER_3);
  if (row.by != nullptr && row.disable[0] != '\0') cited.push_back(policy::LS_VK_FILTER_4);
  return cited;
}

void Set(VulkanWorld& world, const Row& row) {
  if (row.disable[0] != '\0') world.Env(kDisableFilter, row.disable);
  if (row.by != nullptr) world.Env(row.by, row.value);
}

// Before, with and after an instance.
void JudgeShown(Case& c, const Row& row) {
  VulkanWorld world = WorldOfFour(c.subject());
  Set(world, row);
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.CreateInstance();
    app.EnumerateLayers();
    app.DestroyInstance();
    app.EnumerateLayers();
  });
  std::vector<std::string> enabled = AllLayers();
  std::erase_if(enabled, [&](const std::string& name) { return IsAmong(row.disabled, name); });
  int answers = 0;
  for (const Event& event : seen.Select(kAppName, "vkEnumerateInstanceLayerProperties")) {
    if (event.phase() != "leave") continue;
    ++answers;
    std::vector<std::string> names = event.List("names");
    for (const std::string& name : row.disabled) {
      const auto found = std::find(names.begin(), names.end(), name);
      if (found != names.end()) names.erase(found);
    }
    EXPECT_SEEN(names, UnorderedElementsAreArray(enabled))
        << "the layers that no filter disables must be reported once each, and of the disabled "
           "ones each once or not at all";
  }
  EXPECT_SEEN(answers, 3) << "all three enumerations return";
}

// The functions that an implicit layer intercepts before there is an instance, with the variables
// of a row: they are called if the layer is not disabled.
void JudgeIntercepting(Case& c, const Row& row) {
  VulkanWorld world(c.subject());
  std::vector<std::string> enabled;
  for (const char* name : {kImplicitA, kImplicitB}) {
    world.With(PreInstanceLayer(name).Implicit());
    if (!IsAmong(row.disabled, name)) enabled.emplace_back(name);
  }
  world.With(Layer(kExplicitA)).With(Layer(kExplicitB));
  Set(world, row);
  const Observation seen = RunPreInstance(c, world);
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(ResultOf(seen, function.vulkan), "VK_SUCCESS") << "the loader answers the call";
    EXPECT_SEEN(Intercepting(seen, function.symbol), UnorderedElementsAreArray(enabled))
        << "the implicit layers that no filter disables intercept the function, and the disabled "
           "ones are not called";
  }
}

REGISTER_CASES {
  for (const Row& row : AllRows()) {
    if (row.disabled.size() < AllLayers().size()) {
      RegisterCase(Api::kVulkan, Cited(policy::LS_VK_DISCOVERY_19, row),
                   fmt::format("filters_{}", row.name), [row](Case& c) { JudgeShown(c, row); });
    }
    RegisterCase(Api::kVulkan, Cited(policy::LS_VK_PREINSTANCE_1, row),
                 fmt::format("filters_{}", row.name),
                 [row](Case& c) { JudgeIntercepting(c, row); });
  }
  // Layers that VK_INSTANCE_LAYERS enables are treated like those of VK_LOADER_LAYERS_ENABLE.
  const Row named = {"implicit_named_again", "~implicit~", kNames, kImplicitB, {kImplicitA}};
  RegisterCase(
      Api::kVulkan, {policy::LS_VK_FILTER_4, policy::LS_VK_FILTER_2, policy::LS_VK_PREINSTANCE_1},
      "environment_implicit_before_an_instance", [named](Case& c) { JudgeIntercepting(c, named); });
}

}  // namespace
}  // namespace loadstone::suites::shown
