// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/case/unjudged.h"
#include "harness/world/platform.h"
#include "suites/suites.h"
#include "suites/vulkan/activation/environment_names.h"
#include "suites/vulkan/elevations.h"
#include "suites/vulkan/pre_instance/pre_instance.h"

// LoaderLayerInterface, "Exception for Elevated Privileges", and LoaderInterfaceArchitecture,
// "Elevated Privilege Caveats": an application with elevated privileges gets no layer from a path
// that the user controls. Each path is tested without elevation, when it must work, and elevated,
// with a decoy in it. XDG_CONFIG_DIRS and XDG_DATA_DIRS are not among them: LLP_LOADER_13.r1,
// LS_VK_DISCOVERY_2.r3, LS_VK_DISCOVERY_4.r3.
namespace loadstone::suites::elevated {
namespace {

constexpr char kDecoy[] = "VK_LAYER_LS_decoy";
constexpr char kSystem[] = "VK_LAYER_LS_system";
constexpr char kUserFolder[] = "/home/user/layers";

struct UserPath {
  const char* name;
  bool implicit;
  std::string variable;  // empty: the path needs no variable
  std::string value;
  std::string folder;                // the folder of the decoy's manifest
  std::vector<policy::Id> policies;  // in addition to LLP_LOADER_13
};

std::vector<UserPath> UserPaths() {
  const std::string home = "/home/user";
  const std::string user = kUserFolder;
  using policy::LS_VK_DISCOVERY_1;
  using policy::LS_VK_DISCOVERY_3;
  using policy::LS_VK_DISCOVERY_7;
  using policy::LS_VK_DISCOVERY_8;
  return {
      {"layer_path", false, "VK_LAYER_PATH", user, user, {}},
      {"add_layer_path", false, "VK_ADD_LAYER_PATH", user, user, {LS_VK_DISCOVERY_7}},
      {"implicit_layer_path", true, "VK_IMPLICIT_LAYER_PATH", user, user, {LS_VK_DISCOVERY_8}},
      {"add_implicit_layer_path",
       true,
       "VK_ADD_IMPLICIT_LAYER_PATH",
       user,
       user,
       {LS_VK_DISCOVERY_8}},
      {"xdg_config_home_explicit",
       false,
       "XDG_CONFIG_HOME",
       user,
       ExplicitFolder(user),
       {LS_VK_DISCOVERY_1}},
      {"xdg_config_home_implicit",
       true,
       "XDG_CONFIG_HOME",
       user,
       ImplicitFolder(user),
       {LS_VK_DISCOVERY_1}},
      {"xdg_data_home_explicit",
       false,
       "XDG_DATA_HOME",
       user,
       ExplicitFolder(user),
       {LS_VK_DISCOVERY_3}},
      {"xdg_data_home_implicit",
       true,
       "XDG_DATA_HOME",
       user,
       ImplicitFolder(user),
       {LS_VK_DISCOVERY_3}},
      {"home_config_explicit",
       false,
       "",
       "",
       ExplicitFolder(home + "/.config"),
       {LS_VK_DISCOVERY_1}},
      {"home_config_implicit",
       true,
       "",
       "",
       ImplicitFolder(home + "/.config"),
       {LS_VK_DISCOVERY_1}},
      {"home_data_explicit",
       false,
       "",
       "",
       ExplicitFolder(home + "/.local/share"),
       {LS_VK_DISCOVERY_3}},
      {"home_data_implicit",
       true,
       "",
       "",
       ImplicitFolder(home + "/.local/share"),
       {LS_VK_DISCOVERY_3}},
  };
}

// Whether the subject's platform has this path.
bool HasPath(const Subject& subject, const UserPath& path) {
  return path.variable.starts_with("VK_") || !IsWindows(subject);
}

// Both layers are enabled if they are found: implicit ones by default, explicit ones by the
// environment.
Observation Look(Case& c, const UserPath& path, Elevation elevation) {
  Layer decoy = Layer(kDecoy).In(path.folder);
  if (path.implicit) decoy.Implicit();
  VulkanWorld world(c.subject());
  // The system layer has the other kind if the variable replaces the folders of a kind.
  world.With(Layer(kSystem).Implicit()).With(decoy);
  if (!path.implicit) world.Env("VK_INSTANCE_LAYERS", kDecoy);
  if (!path.variable.empty()) world.Env(path.variable, path.value);
  world.Elevated(elevation);
  return Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    RunWithEnvironmentFallback(app);
  });
}

// A loader that does not search the path at all violates another policy than that of elevation.
void JudgePlain(Case& c, const UserPath& path) {
  const Observation seen = Look(c, path, Elevation::kNone);
  if (seen.FinishedNormally() && !path.policies.empty()) {
    AttributeFailureTo(path.policies.front().text);
  }
  EXPECT_SEEN(InstanceChain(seen), Contains(kDecoy))
      << "a layer in this path is found by an application without special rights";
}

void JudgeElevated(Case& c, const UserPath& path, Elevation elevation) {
  const Observation seen = Look(c, path, elevation);
  EXPECT_SEEN(InstanceChain(seen), Contains(kSystem))
      << "a layer in a system folder is loaded by an elevated application";
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
      << "an elevated application must not load a layer from a path that the user controls";
}

std::vector<policy::Id> PoliciesOf(const UserPath& path) {
  std::vector<policy::Id> policies = {policy::LLP_LOADER_13};
  policies.insert(policies.end(), path.policies.begin(), path.policies.end());
  return policies;
}

REGISTER_CASES {
  for (const UserPath& path : UserPaths()) {
    RegisterCase(Api::kVulkan, PoliciesOf(path), std::string("plain_") + path.name,
                 [path](Case& c) { JudgePlain(c, path); });
    for (const auto& [prefix, elevation] : kElevations) {
      RegisterCase(Api::kVulkan, PoliciesOf(path), fmt::format("{}_{}", prefix, path.name),
                   [path, elevation = elevation](Case& c) { JudgeElevated(c, path, elevation); });
    }
  }
}

VULKAN_CASE(LLP_LOADER_13, elevated_all_paths_at_once) {
  VulkanWorld world(c.subject());
  world.With(Layer(kSystem).Implicit()).Elevated();
  std::vector<std::string> decoys;
  for (const UserPath& path : UserPaths()) {
    if (!HasPath(c.subject(), path)) continue;
    Layer decoy = Layer(std::string("VK_LAYER_LS_") + path.name).In(path.folder);
    if (path.implicit) decoy.Implicit();
    world.With(decoy);
    if (!path.variable.empty()) world.Env(path.variable, path.value);
    decoys.push_back(decoy.name());
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kSystem))
      << "an elevated application gets the system's layers and none from the user's paths";
  for (const std::string& decoy : decoys) {
    EXPECT_SEEN(EnumeratedLayers(seen), Not(Contains(decoy)))
        << "a layer from a path that the user controls must not be offered to an elevated "
           "application";
  }
}

VULKAN_CASE(LLP_LOADER_13, elevated_application_gets_explicit_system_layers) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer(kSystem)).Elevated(),
              [](VulkanApp& app) { app.RunFullSequence({.layers = {kSystem}}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kSystem))
      << "an elevated application can use an explicit layer of a system folder";
}

// The table of the variables names no restriction for VK_INSTANCE_LAYERS, which names layers and
// not their places.
REGISTER_CASES {
  for (const auto& [prefix, elevation] : kElevations) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ACTIVATION_4, policy::LLP_LOADER_13},
                 fmt::format("{}_application", prefix), [elevation = elevation](Case& c) {
                   VulkanWorld world(c.subject());
                   world.With(Layer(kSystem)).Env("VK_INSTANCE_LAYERS", kSystem);
                   const Observation seen = Observe(c, world.Elevated(elevation),
                                                    [](VulkanApp& app) { app.RunFullSequence(); });
                   EXPECT_SEEN(InstanceChain(seen), ElementsAre(kSystem))
                       << "VK_INSTANCE_LAYERS enables a layer of the system for an elevated "
                          "application, too";
                 });
  }
}

// The variable is ignored, so it replaces no folder of the system either.
REGISTER_CASES {
  for (const UserPath& path : UserPaths()) {
    if (path.implicit) continue;
    RegisterCase(
        Api::kVulkan, PoliciesOf(path), fmt::format("elevated_{}_leaves_system_layers", path.name),
        [path](Case& c) {
          VulkanWorld world(c.subject());
          world.With(Layer(kSystem)).With(Layer(kDecoy).In(path.folder)).Elevated();
          if (!path.variable.empty()) world.Env(path.variable, path.value);
          const Observation seen = Observe(c, world, [](VulkanApp& app) {
            app.EnumerateLayers();
            app.RunFullSequence({.layers = {kSystem}});
          });
          EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kSystem))
              << "an elevated application is offered the explicit layers of the system folders, "
                 "and none from a path that the user controls";
          EXPECT_SEEN(InstanceChain(seen), ElementsAre(kSystem))
              << "an elevated application can use an explicit layer of a system folder";
        });
  }
}

// Functions that an application calls before there is an instance call no such layer either.
REGISTER_CASES {
  for (const UserPath& path : UserPaths()) {
    if (!path.implicit) continue;
    RegisterCase(Api::kVulkan, PoliciesOf(path),
                 fmt::format("elevated_{}_before_an_instance", path.name), [path](Case& c) {
                   VulkanWorld world(c.subject());
                   world.With(PreInstanceLayer(kDecoy).Implicit().In(path.folder)).Elevated();
                   if (!path.variable.empty()) world.Env(path.variable, path.value);
                   const Observation seen = RunPreInstance(c, world);
                   EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceVersion"), Not("no answer"))
                       << "an elevated application can call functions before there is an instance";
                   EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
                       << "no function loads a layer from a path that the user controls";
                 });
  }
}

VULKAN_CASE(LLP_LOADER_13, elevated_override_manifest_of_the_user) {
  const std::string place = IsWindows(c.subject()) ? c.subject().folders.implicit_layers.back()
                                                   : ImplicitFolder("/home/user/.local/share");
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer(kSystem).Implicit())
                                       .With(Layer("VK_LAYER_LS_component"))
                                       .With(Layer::Override({"VK_LAYER_LS_component"}).In(place))
                                       .Elevated(),
                                   [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kSystem))
      << "an override layer in a folder that the user controls does not apply to an elevated "
         "application";
}

}  // namespace
}  // namespace loadstone::suites::elevated
