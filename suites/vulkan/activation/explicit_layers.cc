// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/filters/filters.h"

// LoaderLayerInterface, "Versioning and Activation Interactions" and "Layer Discovery": explicit
// layers, including all in VK_LAYER_PATH, are enabled only on request.
namespace loadstone::suites::explicit_layers {
namespace {

constexpr char kAlways[] = "VK_LAYER_LS_always";
constexpr char kQuiet[] = "VK_LAYER_LS_quiet";
constexpr char kNobody[] = "a layer that is not implicit is enabled only if it is named";

// A layer with all members of an implicit one, in a folder of VK_LAYER_PATH.
VulkanWorld WorldOfPath(const Subject& subject, const Layer& layer) {
  VulkanWorld world(subject);
  world.With(Layer(kAlways).Implicit()).With(Layer(layer).Implicit().In("/chosen"));
  return world.Env("VK_LAYER_PATH", "/chosen");
}

constexpr char kTreatedAsExplicit[] =
    "a layer that VK_LAYER_PATH finds is explicit, whatever its manifest contains";

VULKAN_CASE(LS_VK_ACTIVATION_2, disable_variable_in_manifest) {
  const Observation seen = RunAsking(c, WorldOfPath(c.subject(), Layer(kQuiet)));
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAlways)) << kTreatedAsExplicit;
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kAlways)) << kTreatedAsExplicit;
}

VULKAN_CASE(LS_VK_ACTIVATION_2, enable_variable_set) {
  VulkanWorld world = WorldOfPath(c.subject(), Layer(kQuiet).EnabledBy("LS_QUIET", "1"));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world.Env("LS_QUIET", "1"))), ElementsAre(kAlways))
      << kTreatedAsExplicit;
}

VULKAN_CASE(LS_VK_ACTIVATION_2, several_folders) {
  VulkanWorld world = WorldOfPath(c.subject(), Layer(kQuiet));
  world.With(Layer("VK_LAYER_LS_quiet_2").Implicit().In("/chosen too"))
      .Env("VK_LAYER_PATH", "/chosen:/chosen too");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAlways)) << kTreatedAsExplicit;
}

VULKAN_CASE(LS_VK_ACTIVATION_2, folder_for_implicit_layers) {
  VulkanWorld world(c.subject());
  world.With(Layer(kAlways).Implicit()).With(Layer(kQuiet).Implicit().In(ImplicitFolder("/data")));
  world.Env("VK_LAYER_PATH", ImplicitFolder("/data"));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAlways)) << kTreatedAsExplicit;
}

VULKAN_CASE(LS_VK_ACTIVATION_2, application_asks_for_it) {
  const Observation seen = RunAsking(c, WorldOfPath(c.subject(), Layer(kQuiet)), {kQuiet});
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kAlways, kQuiet))
      << "an explicit layer is enabled for an application that requests it";
}

// The variables of a manifest are only for implicit layers (Layer Manifest File Format), so they
// turn no explicit layer off that the application requests.
struct OwnVariables {
  const char* name;
  bool disabled;   // the variable of disable_environment is set
  bool needs_one;  // the manifest has enable_environment, whose variable is not set
};

constexpr OwnVariables kOwnVariables[] = {
    {"disable_variable_set", true, false},
    {"enable_variable_unset", false, true},
    {"disable_variable_set_and_enable_variable_unset", true, true},
};

void JudgeOwnVariables(Case& c, const OwnVariables& row) {
  Layer layer(kQuiet);
  layer.Manifest(R"({"disable_environment": {"LS_NO_QUIET": "1"}})");
  if (row.needs_one) layer.Manifest(R"({"enable_environment": {"LS_QUIET": "1"}})");
  VulkanWorld world(c.subject());
  world.With(Layer(kAlways).Implicit()).With(layer.In("/chosen")).Env("VK_LAYER_PATH", "/chosen");
  if (row.disabled) world.Env("LS_NO_QUIET", "1");
  const Observation seen = RunAsking(c, world, {kQuiet});
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kAlways, kQuiet))
      << "the variables in its manifest turn no explicit layer off";
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kAlways, kQuiet))
      << "the variables in its manifest turn no explicit layer off";
}

REGISTER_CASES {
  for (const OwnVariables& row : kOwnVariables) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ACTIVATION_2},
                 fmt::format("requested_with_{}", row.name),
                 [&row](Case& c) { JudgeOwnVariables(c, row); });
  }
}

// ~implicit~ and ~explicit~ are about what a layer is, not about what its manifest contains.
VULKAN_CASE(LS_VK_ACTIVATION_2, all_implicit_layers_disabled, policy::LS_VK_FILTER_2) {
  VulkanWorld world = WorldOfPath(c.subject(), Layer(kQuiet));
  world.Env(kDisableFilter, "~implicit~");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kQuiet})), ElementsAre(kQuiet))
      << kTreatedAsExplicit;
}

VULKAN_CASE(LS_VK_ACTIVATION_2, all_explicit_layers_disabled, policy::LS_VK_FILTER_2) {
  VulkanWorld world = WorldOfPath(c.subject(), Layer(kQuiet));
  world.Env(kDisableFilter, "~explicit~");
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kQuiet}});
    if (!app.created()) app.RunFullSequence();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAlways))
      << kTreatedAsExplicit << reading::LS_VK_FILTER_2_r1;
}

VULKAN_CASE(LS_VK_ACTIVATION_2, pre_instance_functions_are_not_called) {
  VulkanWorld world(c.subject());
  Layer layer = Layer(kQuiet)
                    .Implicit()
                    .Binary("vulkan_layer_pre_instance")
                    .In("/chosen")
                    .Manifest(R"({"pre_instance_functions": {
                        "vkEnumerateInstanceVersion": "lsPreEnumerateInstanceVersion"}})");
  world.With(Layer(kAlways).Implicit()).With(layer).Env("VK_LAYER_PATH", "/chosen");
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateVersion();
    app.RunFullSequence();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAlways)) << kTreatedAsExplicit;
  EXPECT_SEEN(Called(seen), Not(Contains(kQuiet)))
      << "functions that are called before an instance exists are only for implicit layers";
}

VULKAN_CASE(LS_VK_ACTIVATION_3, nobody_names_it) {
  VulkanWorld world(c.subject());
  world.With(Layer(kAlways).Implicit()).With(Layer(kQuiet));
  const Observation seen = RunAsking(c, world);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kAlways)) << kNobody;
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kAlways)) << kNobody;
}

VULKAN_CASE(LS_VK_ACTIVATION_3, in_every_folder) {
  VulkanWorld world(c.subject());
  world.With(Layer(kAlways).Implicit());
  int number = 0;
  for (const std::string& folder : c.subject().folders.explicit_layers) {
    world.With(Layer(fmt::format("{}_{}", kQuiet, number++)).In(folder));
  }
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAlways)) << kNobody;
}

VULKAN_CASE(LS_VK_ACTIVATION_3, members_of_an_implicit_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer(kAlways).Implicit())
      .With(Layer(kQuiet).Manifest(R"({"disable_environment": {"LS_NO_QUIET": "1"},
                                       "enable_environment": {"LS_QUIET": "1"}})"))
      .Env("LS_QUIET", "1");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAlways)) << kNobody;
}

// The variables of such members turn no explicit layer on, wherever it was found. Whether they turn
// a requested one off is open: LS_VK_ACTIVATION_3.r1.
struct ExplicitPlace {
  const char* name;
  const char* variable;
  const char* value;
  std::string folder;
};

const std::vector<ExplicitPlace>& ExplicitPlaces() {
  static const auto* places = new std::vector<ExplicitPlace>{
      {"xdg_data_home", "XDG_DATA_HOME", "/chosen", ExplicitFolder("/chosen")},
      {"xdg_config_home", "XDG_CONFIG_HOME", "/chosen", ExplicitFolder("/chosen")},
      {"add_layer_path", "VK_ADD_LAYER_PATH", "/chosen", "/chosen"}};
  return *places;
}

void JudgePlace(Case& c, const ExplicitPlace& place, bool needs_one) {
  Layer layer(kQuiet);
  layer.Manifest(R"({"disable_environment": {"LS_NO_QUIET": "1"}})").In(place.folder);
  if (needs_one) layer.Manifest(R"({"enable_environment": {"LS_QUIET": "1"}})");
  VulkanWorld world(c.subject());
  world.With(Layer(kAlways).Implicit()).With(layer).Env(place.variable, place.value);
  if (needs_one) world.Env("LS_QUIET", "1");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAlways)) << kNobody;
}

REGISTER_CASES {
  for (const ExplicitPlace& place : ExplicitPlaces()) {
    for (const bool needs_one : {false, true}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_ACTIVATION_3},
                   fmt::format("{}_in_{}", needs_one ? "enable_variable_set" : "disable_variable",
                               place.name),
                   [&place, needs_one](Case& c) { JudgePlace(c, place, needs_one); });
    }
  }
}

VULKAN_CASE(LS_VK_ACTIVATION_3, another_layer_is_named) {
  VulkanWorld world(c.subject());
  world.With(Layer("VK_LAYER_LS_quiet_2")).With(Layer(kQuiet)).With(Layer("VK_LAYER_LS"));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kQuiet})), ElementsAre(kQuiet)) << kNobody;
}

VULKAN_CASE(LS_VK_ACTIVATION_3, component_of_a_meta_layer_that_nobody_names) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kQuiet})).With(Layer(kQuiet));
  world.With(Layer(kAlways).Implicit());
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAlways)) << kNobody;
}

VULKAN_CASE(LS_VK_ACTIVATION_3, component_of_a_meta_layer_that_the_application_names) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kQuiet})).With(Layer(kQuiet));
  world.With(Layer("VK_LAYER_LS_no_component"));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {"VK_LAYER_LS_meta"})), ElementsAre(kQuiet))
      << "an active meta-layer enables its components, and no other explicit layer";
}

VULKAN_CASE(LS_VK_ACTIVATION_3, second_instance_asks_for_nothing) {
  VulkanWorld world(c.subject());
  world.With(Layer(kQuiet));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kQuiet}});
    app.RunFullSequence();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kQuiet))
      << "a layer that is requested for the first instance is not enabled for the second";
  EXPECT_SEEN(DriversReached(seen), SizeIs(2)) << "both instances are created";
}

// What the application requested for an instance that it did not get. The layers of a device are
// those of the later instance.
VULKAN_CASE(LS_VK_ACTIVATION_3, instance_after_a_refused_one_asks_for_nothing) {
  VulkanWorld world(c.subject());
  world.With(Layer(kQuiet)).With(Layer(kAlways).Implicit());
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (int time = 0; time < 2; ++time) {
      app.CreateInstance({.layers = {kQuiet, "VK_LAYER_LS_missing"}});
      if (app.instance() != VK_NULL_HANDLE) app.DestroyInstance();
      app.RunFullSequence();
    }
  });
  EXPECT_SEEN(DeviceChain(seen), Not(Contains(kQuiet)))
      << "a layer that is requested for an instance that is refused is not enabled for the next";
  EXPECT_SEEN(DeviceChain(seen), SizeIs(2))
      << "both later instances have a device with the implicit layer";
}

}  // namespace
}  // namespace loadstone::suites::explicit_layers
