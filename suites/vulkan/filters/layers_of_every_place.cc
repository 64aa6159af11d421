// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/case/unjudged.h"
#include "harness/probe/environment.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/discovery/path_variables.h"
#include "suites/vulkan/filters/filters.h"
#include "suites/vulkan/loads.h"

// LoaderLayerInterface, "Layer Filtering", and LoaderApplicationInterface, "Forcing Layers to be
// Enabled on Windows, Linux and macOS": the variables are compared with the known layers, which are
// those of the default search paths and of the four variables for other places. So is the blacklist
// of the override layer ("Override Meta-Layer").
namespace loadstone::suites::layers_of_every_place {
namespace {

constexpr char kChosen[] = "VK_LAYER_LS_chosen";
constexpr char kOther[] = "VK_LAYER_LS_other";
constexpr char kNames[] = "VK_INSTANCE_LAYERS";

// A folder with the two layers and the variable that names it, or that names a folder above it.
struct Place {
  std::string name;
  LayerKind kind;
  std::string variable;  // empty: a folder below HOME
  std::string value;
  std::string folder;
  std::vector<policy::Id> policies;
};

std::vector<Place> AllPlaces() {
  std::vector<Place> places;
  for (const PathVariable& variable : PathVariables()) {
    places.push_back({variable.word, variable.kind, variable.name, "/paths/listed", "/paths/listed",
                      variable.policies});
  }
  for (const LayerKind kind : kLayerKinds) {
    const auto add = [&](const char* name, const char* variable, const std::string& root,
                         policy::Id id) {
      places.push_back({fmt::format("{}_{}", name, KindName(kind)),
                        kind,
                        variable,
                        variable[0] == '\0' ? "" : root,
                        KindFolder(kind, root),
                        {id}});
    };
    add("xdg_config_home", "XDG_CONFIG_HOME", "/set/one", policy::LS_VK_DISCOVERY_1);
    add("xdg_data_home", "XDG_DATA_HOME", "/set/one", policy::LS_VK_DISCOVERY_3);
    add("data_of_home", "", "/home/user/.local/share", policy::LS_VK_DISCOVERY_3);
    add("etc_xdg", "", "/etc/xdg", policy::LS_VK_DISCOVERY_18);
  }
  return places;
}

struct Rule {
  const char* name;
  policy::Id owner;
  LayerKind kind;
  const char* disable;      // VK_LOADER_LAYERS_DISABLE; null: not set
  const char* variable;     // another one, which names kChosen; null: none
  bool needs_own_variable;  // the layers are implicit ones, and off by themselves
  std::vector<std::string> asked;
  std::vector<std::string> chain;
};

const Rule kRules[] = {
    {"enabled",
     policy::LS_VK_FILTER_1,
     LayerKind::kExplicit,
     nullptr,
     kEnableFilter,
     false,
     {},
     {kChosen}},
    {"enabled",
     policy::LS_VK_FILTER_1,
     LayerKind::kImplicit,
     nullptr,
     kEnableFilter,
     true,
     {},
     {kChosen}},
    {"disabled",
     policy::LS_VK_FILTER_2,
     LayerKind::kImplicit,
     "*_chosen",
     nullptr,
     false,
     {},
     {kOther}},
    {"of_its_kind_disabled",
     policy::LS_VK_FILTER_2,
     LayerKind::kImplicit,
     "~implicit~",
     nullptr,
     false,
     {},
     {}},
    {"allowed",
     policy::LS_VK_FILTER_3,
     LayerKind::kExplicit,
     "~all~",
     kAllowFilter,
     false,
     {kChosen},
     {kChosen}},
    {"allowed",
     policy::LS_VK_FILTER_3,
     LayerKind::kImplicit,
     "~all~",
     kAllowFilter,
     false,
     {},
     {kChosen}},
    {"enabled_again",
     policy::LS_VK_FILTER_4,
     LayerKind::kExplicit,
     "~all~",
     kEnableFilter,
     false,
     {},
     {kChosen}},
    {"enabled_again",
     policy::LS_VK_FILTER_4,
     LayerKind::kImplicit,
     "~all~",
     kEnableFilter,
     false,
     {},
     {kChosen}},
    {"named",
     policy::LS_VK_ACTIVATION_4,
     LayerKind::kExplicit,
     nullptr,
     kNames,
     false,
     {},
     {kChosen}},
};

// Uses instances with the layers of each of `requests`, and lists the layers without any filter.
Observation Run(Case& c, const VulkanWorld& world,
                const std::vector<std::vector<std::string>>& requests) {
  return Observe(c, world, [&](VulkanApp& app) {
    for (const std::vector<std::string>& layers : requests) {
      app.RunFullSequence({.layers = layers});
    }
    for (const char* variable : {kDisableFilter, kEnableFilter, kAllowFilter}) {
      UnsetVariable(variable);
    }
    app.EnumerateLayers();
  });
}

// Attributes a failure to the policy that says that the layers of the place are found, if the
// loader does not even list them. An application that did not finish has no list.
void AttributeToPlace(const Observation& seen, const Place& place) {
  if (!seen.FinishedNormally()) return;
  const std::vector<std::string> listed = EnumeratedLayers(seen);
  if (std::find(listed.begin(), listed.end(), kOther) != listed.end()) return;
  AttributeFailureTo(place.policies.front().text);
}

void Judge(Case& c, const Place& place, const Rule& rule) {
  VulkanWorld world(c.subject());
  if (!place.variable.empty()) world.Env(place.variable, place.value);
  for (const char* name : {kChosen, kOther}) {
    Layer layer = KindLayer(place.kind, name).In(place.folder);
    if (rule.needs_own_variable) layer.EnabledBy("LS_ON", "1");
    world.With(layer);
  }
  if (rule.disable != nullptr) world.Env(kDisableFilter, rule.disable);
  if (rule.variable != nullptr) world.Env(rule.variable, kChosen);
  const Observation seen = Run(c, world, {rule.asked});
  AttributeToPlace(seen, place);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(rule.chain))
      << "the variables apply to the layers whose manifests are in " << place.folder;
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
}

// An application that requests a disabled layer: success without it, or
// VK_ERROR_LAYER_NOT_PRESENT (LS_VK_FILTER_2.r1).
void JudgeRequested(Case& c, const Place& place, const char* disable) {
  VulkanWorld world(c.subject());
  if (!place.variable.empty()) world.Env(place.variable, place.value);
  for (const char* name : {kChosen, kOther}) world.With(Layer(name).In(place.folder));
  world.Env(kDisableFilter, disable);
  const Observation seen = Run(c, world, {{kChosen}, {kOther}});
  AttributeToPlace(seen, place);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOther))
      << "the variables apply to the layers whose manifests are in " << place.folder;
}

// The blacklist of an override layer. Where a variable replaces the folders of a kind, the override
// layer or its component is in the folder of the variable.
void JudgeBlacklisted(Case& c, const Place& place) {
  constexpr char kComponent[] = "VK_LAYER_LS_component";
  VulkanWorld world(c.subject());
  if (!place.variable.empty()) world.Env(place.variable, place.value);
  for (const char* name : {kChosen, kOther}) {
    world.With(KindLayer(place.kind, name).In(place.folder));
  }
  Layer component(kComponent);
  if (place.variable == "VK_LAYER_PATH") component.In(place.folder);
  Layer override_layer = Layer::Override({kComponent}).Blacklist({kChosen});
  if (place.variable == "VK_IMPLICIT_LAYER_PATH") override_layer.In(place.folder);
  world.With(component).With(override_layer);
  const bool is_explicit = place.kind == LayerKind::kExplicit;
  const Observation seen = is_explicit ? Run(c, world, {{kChosen}, {kOther}}) : Run(c, world, {{}});
  AttributeToPlace(seen, place);
  EXPECT_SEEN(InstanceChain(seen), AllOf(Contains(kComponent), Contains(kOther)))
      << "other layers are enabled";
  EXPECT_HOLDS(!IsLoadedForUse(seen, kChosen))
      << "a layer on the blacklist of the override layer must not be loaded, wherever its manifest "
         "is"
      << reading::LS_VK_MANIFEST_17_r2;
}

REGISTER_CASES {
  for (const Place& place : AllPlaces()) {
    const auto policies = [&place](policy::Id owner) {
      std::vector<policy::Id> all = {owner};
      all.insert(all.end(), place.policies.begin(), place.policies.end());
      return all;
    };
    for (const Rule& rule : kRules) {
      if (rule.kind != place.kind) continue;
      RegisterCase(Api::kVulkan, policies(rule.owner),
                   fmt::format("layer_of_{}_{}", place.name, rule.name),
                   [place, &rule](Case& c) { Judge(c, place, rule); });
    }
    RegisterCase(Api::kVulkan, policies(policy::LLP_LOADER_12),
                 fmt::format("layer_of_{}_blacklisted", place.name),
                 [place](Case& c) { JudgeBlacklisted(c, place); });
    if (place.kind != LayerKind::kExplicit) continue;
    RegisterCase(Api::kVulkan, policies(policy::LS_VK_FILTER_2),
                 fmt::format("layer_of_{}_disabled", place.name),
                 [place](Case& c) { JudgeRequested(c, place, "*_chosen"); });
  }
}

}  // namespace
}  // namespace loadstone::suites::layers_of_every_place
