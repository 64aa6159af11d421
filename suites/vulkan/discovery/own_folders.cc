// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/macos/bundle.h"
#include "suites/vulkan/pre_instance/pre_instance.h"

// LoaderLayerInterface, "macOS Layer Discovery", and Gapii Packaging on Fuchsia, "Packaging of
// VkLayer_override.json": implicit layers that an application brings with it. What disables other
// implicit layers disables them ("Layer Filtering", "Override Meta-Layer"), and they intercept
// functions before there is an instance ("Pre-Instance Functions").
namespace loadstone::suites::own_folders {
namespace {

constexpr char kFirst[] = "VK_LAYER_LS_first";
constexpr char kSecond[] = "VK_LAYER_LS_second";
constexpr char kComponent[] = "VK_LAYER_LS_component";

// Where a system has them.
struct Place {
  const char* name;
  policy::Id searched;  // holds on this system alone
  std::string folder;
  std::string application;  // empty: any
};

const Place kPlaces[] = {
    {"bundle", policy::LS_VK_DISCOVERY_16, ImplicitFolder(Resources(kBundle)), ProgramOf(kBundle)},
    {"package", policy::LS_FUCHSIA_20, ImplicitFolder("/pkg/data"), ""},
};

// A machine with two layers in the place, and one in a folder of the system.
VulkanWorld WorldOf(const Subject& subject, const Place& place) {
  VulkanWorld world(subject);
  if (!place.application.empty()) world.Application(place.application);
  world.With(Layer(kFirst).Implicit().In(place.folder))
      .With(Layer(kSecond).Implicit().In(place.folder))
      .With(Layer(kComponent));
  return world;
}

Observation RunApplication(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) { app.RunFullSequence(); });
}

void JudgeFilter(Case& c, const Place& place, const char* filter,
                 const std::vector<std::string>& left) {
  VulkanWorld world = WorldOf(c.subject(), place);
  const Observation seen = RunApplication(c, world.Env("VK_LOADER_LAYERS_DISABLE", filter));
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(left))
      << "the filter disables layers of the " << place.name << ", too";
}

// The override layer is in the place as well, or in a folder of the system.
void JudgeBlacklist(Case& c, const Place& place, bool in_the_place) {
  VulkanWorld world = WorldOf(c.subject(), place);
  Layer override_layer = Layer::Override({kComponent}).Blacklist({kFirst});
  if (in_the_place) override_layer.In(place.folder);
  EXPECT_SEEN(InstanceChain(RunApplication(c, world.With(override_layer))),
              ElementsAre(kSecond, kComponent))
      << "a layer of the " << place.name
      << " that is on the blacklist of the override layer must not be loaded, and its component is "
         "loaded after all other implicit layers";
}

void JudgeInterception(Case& c, const Place& place, const PreInstanceFunction& function) {
  VulkanWorld world(c.subject());
  if (!place.application.empty()) world.Application(place.application);
  for (const char* name : {kFirst, kSecond}) {
    world.With(PreInstanceLayer(name).Implicit().In(place.folder));
  }
  EXPECT_SEEN(Intercepting(RunPreInstance(c, world), function.symbol),
              UnorderedElementsAre(kFirst, kSecond))
      << "layers of the " << place.name << " intercept " << function.vulkan;
}

void JudgeExtensions(Case& c, const Place& place) {
  constexpr char kExtension[] = "VK_LS_of_the_last_layer";
  VulkanWorld world(c.subject());
  if (!place.application.empty()) world.Application(place.application);
  world.With(Layer(kFirst).Implicit().In(place.folder))
      .With(Layer(kSecond)
                .Implicit()
                .In(place.folder)
                .Manifest(ManifestExtensions("instance_extensions", {kExtension})));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    AppEvent("listed").Add("yes", AreListed(app, {kExtension}));
  });
  const std::optional<Event> listed = seen.First(kAppName, "listed");
  ASSERT_HOLDS(listed.has_value()) << "the application gets the list of extensions";
  EXPECT_HOLDS(listed->Flag("yes"))
      << "the extensions of an implicit layer of the " << place.name << " are listed";
}

// Explicit layers, which only a bundle has, beside an override layer of the system without
// override_paths: one is its component, and the application or the environment names another one.
struct Named {
  const char* name;
  policy::Id owner;
  const char* variable;  // null: the application names it
};

constexpr Named kNamed[] = {
    {"layer_that_the_application_names", policy::LLP_LOADER_11, nullptr},
    {"layer_of_the_environment", policy::LS_VK_ACTIVATION_4, "VK_INSTANCE_LAYERS"},
    {"layer_of_the_enable_filter", policy::LS_VK_FILTER_1, "VK_LOADER_LAYERS_ENABLE"},
};

void JudgeBesideOverride(Case& c, const Named& named) {
  const std::string folder = ExplicitFolder(Resources(kBundle));
  VulkanWorld world = WorldOfBundle(c.subject());
  world.With(Layer(kFirst).In(folder))
      .With(Layer(kSecond).In(folder))
      .With(Layer(kComponent))
      .With(Layer::Override({kFirst, kComponent}));
  if (named.variable != nullptr) world.Env(named.variable, kSecond);
  const Observation seen = Observe(c, world, [&named](VulkanApp& app) {
    InstanceRequest request;
    if (named.variable == nullptr) request.layers = {kSecond};
    app.RunFullSequence(request);
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kFirst, kComponent, kSecond))
      << "explicit layers of the bundle are found beside an override layer, as its components and "
         "as others";
}

REGISTER_CASES {
  for (const Named& named : kNamed) {
    RegisterCase(Api::kVulkan, {named.owner, policy::LS_VK_DISCOVERY_16},
                 fmt::format("bundle_{}_beside_an_override_layer", named.name),
                 [&named](Case& c) { JudgeBesideOverride(c, named); });
  }
}

void Register(const Place& place) {
  const auto add = [&place](policy::Id owner, const std::string& name,
                            const std::function<void(Case&)>& body) {
    RegisterCase(Api::kVulkan, {owner, place.searched}, fmt::format("{}_{}", place.name, name),
                 body);
  };
  add(policy::LS_VK_FILTER_2, "layer_disabled",
      [&place](Case& c) { JudgeFilter(c, place, "*_second", {kFirst}); });
  add(policy::LS_VK_FILTER_2, "layers_of_their_kind_disabled",
      [&place](Case& c) { JudgeFilter(c, place, "~implicit~", {}); });
  add(policy::LLP_LOADER_12, "layer_on_the_blacklist_beside_it",
      [&place](Case& c) { JudgeBlacklist(c, place, true); });
  add(policy::LLP_LOADER_12, "layer_on_a_blacklist_of_the_system",
      [&place](Case& c) { JudgeBlacklist(c, place, false); });
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    add(policy::LS_VK_PREINSTANCE_1, fmt::format("layers_intercept_{}", function.name),
        [&place, &function](Case& c) { JudgeInterception(c, place, function); });
  }
  add(policy::LS_VK_EXTENSION_1, "layer_with_an_extension",
      [&place](Case& c) { JudgeExtensions(c, place); });
}

REGISTER_CASES {
  for (const Place& place : kPlaces) Register(place);
}

}  // namespace
}  // namespace loadstone::suites::own_folders
