// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/drivers/drivers.h"

// LoaderLayerInterface, "Fuchsia Layer Discovery", and LoaderDriverInterface, "Driver Discovery on
// Fuchsia": as on Linux, except that XDG_DATA_DIRS has no fallback. Gapii Packaging on Fuchsia,
// "Packaging of VkLayer_override.json": the application's package has implicit layers.
namespace loadstone::suites::fuchsia_folders {
namespace {

constexpr char kFirm[] = "VK_LAYER_LS_firm";
constexpr char kDecoy[] = "VK_LAYER_LS_decoy";
constexpr char kOfVariable[] = "of_the_variable";
constexpr char kPackageData[] = "/pkg/data";
// The fallbacks of XDG_DATA_DIRS on Linux.
constexpr const char* kFallbacks[] = {"/usr/local/share", "/usr/share"};

// The last component of a path, for case names.
std::string NameOf(const std::string& fallback) {
  return fallback == "/usr/share" ? "usr_share" : "usr_local_share";
}

// The other variables of the standard are set, so that only XDG_DATA_DIRS could have a fallback.
VulkanWorld WorldWithoutDataDirs(const Subject& subject) {
  VulkanWorld world(subject);
  world.WithoutDriver()
      .Env("XDG_CONFIG_HOME", "/config/home")
      .Env("XDG_CONFIG_DIRS", "/config/dirs")
      .Env("XDG_DATA_HOME", "/data/home")
      .With(NamedDriver(kOfVariable).In(DriverFolder("/config/dirs")));
  return world;
}

// `data_dirs` is the value of XDG_DATA_DIRS, or null.
void JudgeLayer(Case& c, LayerKind kind, const std::string& fallback, const char* data_dirs) {
  VulkanWorld world = WorldWithoutDataDirs(c.subject());
  if (data_dirs != nullptr) world.Env("XDG_DATA_DIRS", data_dirs);
  world.With(KindLayer(kind, kDecoy).In(KindFolder(kind, fallback)))
      .With(KindLayer(kind, kFirm).In(KindFolder(kind, "/data/home")));
  const Observation seen = RunWithLayers(c, world, kind, {kFirm});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kFirm))
      << fallback << " does not replace XDG_DATA_DIRS";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kFirm))
      << fallback << " does not replace XDG_DATA_DIRS";
}

void JudgeDriver(Case& c, const std::string& fallback, const char* data_dirs) {
  VulkanWorld world = WorldWithoutDataDirs(c.subject());
  if (data_dirs != nullptr) world.Env("XDG_DATA_DIRS", data_dirs);
  world.With(NamedDriver("decoy").In(DriverFolder(fallback)));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfVariable))
      << fallback << " does not replace XDG_DATA_DIRS";
}

// Fallbacks are not allowed, so that an empty variable has none either.
constexpr std::pair<const char*, const char*> kDataDirs[] = {{"", nullptr}, {"_if_empty", ""}};

REGISTER_CASES {
  for (const std::string fallback : kFallbacks) {
    for (const auto& [suffix, data_dirs] : kDataDirs) {
      const std::string name = NameOf(fallback) + suffix;
      for (const LayerKind kind : kLayerKinds) {
        RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_15},
                     fmt::format("{}_not_in_{}", KindName(kind), name),
                     [=](Case& c) { JudgeLayer(c, kind, fallback, data_dirs); });
      }
      RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_12}, "not_in_" + name,
                   [=](Case& c) { JudgeDriver(c, fallback, data_dirs); });
    }
  }
}

constexpr DriverPlace kPlaces[] = {
    {"xdg_config_home", "XDG_CONFIG_HOME", "/set/one", "/set/one"},
    {"first_of_xdg_config_dirs", "XDG_CONFIG_DIRS", "/set/one:/set/two", "/set/one"},
    {"last_of_xdg_config_dirs", "XDG_CONFIG_DIRS", "/set/one:/set/two", "/set/two"},
    {"xdg_data_home", "XDG_DATA_HOME", "/set/one", "/set/one"},
    {"first_of_xdg_data_dirs", "XDG_DATA_DIRS", "/set/one:/set/two", "/set/one"},
    {"last_of_xdg_data_dirs", "XDG_DATA_DIRS", "/set/one:/set/two", "/set/two"},
    {"usr_share_of_xdg_data_dirs", "XDG_DATA_DIRS", "/usr/share", "/usr/share"},
};

REGISTER_CASES {
  for (const DriverPlace& place : kPlaces) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_12}, place.name,
                 [&place](Case& c) { JudgeDriverPlace(c, place); });
  }
}

VULKAN_CASE(LS_FUCHSIA_20, layer_of_the_package) {
  VulkanWorld world(c.subject());
  world.With(Layer(kFirm).Implicit().In(ImplicitFolder(kPackageData)));
  const Observation seen = RunWithLayers(c, world, LayerKind::kImplicit, {});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kFirm))
      << "an implicit layer of the application's package must be found";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kFirm))
      << "an implicit layer of the application's package must be loaded";
}

VULKAN_CASE(LS_FUCHSIA_20, beside_other_folders) {
  VulkanWorld world(c.subject());
  world.Env("XDG_CONFIG_HOME", "/config/home")
      .Env("XDG_DATA_DIRS", "/data")
      .With(Layer(kFirm).Implicit().In(ImplicitFolder(kPackageData)))
      .With(Layer("VK_LAYER_LS_config").Implicit().In(ImplicitFolder("/config/home")))
      .With(Layer("VK_LAYER_LS_data").Implicit().In(ImplicitFolder("/data")));
  const Observation seen = RunWithLayers(c, world, LayerKind::kImplicit, {});
  EXPECT_SEEN(InstanceChain(seen),
              UnorderedElementsAre(kFirm, "VK_LAYER_LS_config", "VK_LAYER_LS_data"))
      << "implicit layers of the package are loaded in addition to those of other folders";
}

// Variables that add places, or replace those of explicit layers.
constexpr std::pair<const char*, const char*> kOtherVariables[] = {
    {"beside_folders_of_explicit_layers", "VK_LAYER_PATH"},
    {"beside_more_folders_of_explicit_layers", "VK_ADD_LAYER_PATH"},
    {"beside_more_folders_of_implicit_layers", "VK_ADD_IMPLICIT_LAYER_PATH"},
};

REGISTER_CASES {
  for (const auto& [case_name, variable] : kOtherVariables) {
    RegisterCase(Api::kVulkan, {policy::LS_FUCHSIA_20}, case_name, [variable = variable](Case& c) {
      VulkanWorld world(c.subject());
      world.Env(variable, "/set").With(Layer(kFirm).Implicit().In(ImplicitFolder(kPackageData)));
      const Observation seen = RunWithLayers(c, world, LayerKind::kImplicit, {});
      EXPECT_SEEN(InstanceChain(seen), ElementsAre(kFirm))
          << variable << " hides no implicit layer of the package";
    });
  }
}

VULKAN_CASE(LS_FUCHSIA_20, two_layers_of_the_package) {
  constexpr char kSecond[] = "VK_LAYER_LS_second";
  VulkanWorld world(c.subject());
  for (const char* name : {kFirm, kSecond}) {
    world.With(Layer(name).Implicit().In(ImplicitFolder(kPackageData)));
  }
  const Observation seen = RunWithLayers(c, world, LayerKind::kImplicit, {});
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kFirm, kSecond))
      << "each implicit layer of the application's package must be loaded";
}

// The path at which tracing installs the manifest of the override layer.
VULKAN_CASE(LS_FUCHSIA_20, override_layer_of_the_package, policy::LS_VK_OVERRIDE_2) {
  constexpr char kGapii[] = "VK_LAYER_GOOGLE_gapii";
  constexpr char kGapiiFolder[] = "/gapii_pkg/data/vulkan/explicit_layer.d";
  VulkanWorld world(c.subject());
  world.With(Layer(kGapii).In(kGapiiFolder))
      .With(Layer::Override({kGapii})
                .AppKeys({})
                .OverridePaths({kGapiiFolder})
                .In(ImplicitFolder(kPackageData)));
  const Observation seen = RunWithLayers(c, world, LayerKind::kImplicit, {});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGapii))
      << "the override layer of the package adds its component";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kGapii))
      << "the override layer of the package adds its component";
}

}  // namespace
}  // namespace loadstone::suites::fuchsia_folders
