// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/activation/environment_names.h"
#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/elevations.h"
#include "suites/vulkan/macos/bundle.h"

// LoaderInterfaceArchitecture, "Elevated Privilege Caveats": an elevated application in a bundle
// that has drivers or layers gets none from a path that the user controls. Whether it gets those of
// its bundle is open, so the system has a driver, too.
namespace loadstone::suites::elevated_bundles {
namespace {

constexpr char kDecoy[] = "decoy";
constexpr char kDecoyLayer[] = "VK_LAYER_LS_decoy";
constexpr char kOfBundle[] = "of_the_bundle";
constexpr char kUserFolder[] = "/home/user/files";

// A path of the user: the root of its folders, or a folder that a variable names by itself.
struct UserPath {
  const char* name;
  const char* variable;  // empty: the path needs none
  const char* root;      // null: the variable names the folder, or the manifest
};

constexpr UserPath kFolders[] = {
    {"xdg_config_home", "XDG_CONFIG_HOME", kUserFolder},
    {"xdg_data_home", "XDG_DATA_HOME", kUserFolder},
    {"config_of_home", "", "/home/user/.config"},
    {"data_of_home", "", "/home/user/.local/share"},
};

constexpr UserPath kDriverVariables[] = {
    {"driver_files", "VK_DRIVER_FILES", nullptr},
    {"icd_filenames", "VK_ICD_FILENAMES", nullptr},
    {"add_driver_files", "VK_ADD_DRIVER_FILES", nullptr},
};

constexpr UserPath kExplicitVariables[] = {
    {"layer_path", "VK_LAYER_PATH", nullptr},
    {"add_layer_path", "VK_ADD_LAYER_PATH", nullptr},
};

constexpr UserPath kImplicitVariables[] = {
    {"implicit_layer_path", "VK_IMPLICIT_LAYER_PATH", nullptr},
    {"add_implicit_layer_path", "VK_ADD_IMPLICIT_LAYER_PATH", nullptr},
};

// A bundle with a layer, on a system with a driver.
VulkanWorld WorldOfElevated(const Subject& subject, Elevation elevation) {
  VulkanWorld world = WorldOfBundle(subject);
  world.WithoutDriver()
      .With(NamedDriver(kDefaultDriver).In(DriverFolder("/etc/xdg")))
      .With(Layer("VK_LAYER_LS_of_the_bundle").In(ExplicitFolder(Resources(kBundle))))
      .Elevated(elevation);
  return world;
}

void ExpectNothingOfTheUser(const Observation& seen) {
  EXPECT_SEEN(DriversReached(seen), AllOf(Not(IsEmpty()), Each(AnyOf(kDefaultDriver, kOfBundle))))
      << "an elevated application gets drivers of the system or of its bundle";
  EXPECT_SEEN(Loaded(seen), AllOf(Not(Contains(kDecoy)), Not(Contains(kDecoyLayer))))
      << "an elevated application must load nothing from a path that the user controls";
}

void JudgeDriver(Case& c, const UserPath& path, Elevation elevation) {
  VulkanWorld world = WorldOfElevated(c.subject(), elevation);
  const std::string folder = path.root == nullptr ? kUserFolder : DriverFolder(path.root);
  world.With(NamedDriver(kDecoy).In(folder));
  // Drivers of the bundle may be used instead of those in other folders.
  if (path.root == nullptr) world.With(NamedDriver(kOfBundle).In(DriverFolder(Resources(kBundle))));
  if (path.variable[0] != '\0') {
    world.Env(path.variable, path.root == nullptr ? ManifestPath(folder, kDecoy) : path.root);
  }
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) == VK_SUCCESS) {
      app.EnumeratePhysicalDevices();
      app.DestroyInstance();
    }
    app.EnumerateExtensions();
  });
  ExpectNothingOfTheUser(seen);
}

// Explicit layers are enabled by the environment.
void JudgeLayer(Case& c, LayerKind kind, const UserPath& path, Elevation elevation) {
  VulkanWorld world = WorldOfElevated(c.subject(), elevation);
  const std::string folder = path.root == nullptr ? kUserFolder : KindFolder(kind, path.root);
  world.With(KindLayer(kind, kDecoyLayer).In(folder));
  if (path.variable[0] != '\0') {
    world.Env(path.variable, path.root == nullptr ? kUserFolder : path.root);
  }
  if (kind == LayerKind::kExplicit) world.Env("VK_INSTANCE_LAYERS", kDecoyLayer);
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    RunWithEnvironmentFallback(app);
  });
  ExpectNothingOfTheUser(seen);
  EXPECT_SEEN(EnumeratedLayers(seen), Not(Contains(kDecoyLayer)))
      << "a layer from a path that the user controls must not be offered to an elevated "
         "application";
}

template <typename Paths>
void RegisterDrivers(const Paths& paths) {
  for (const UserPath& path : paths) {
    for (const NamedElevation& way : kElevations) {
      RegisterCase(
          Api::kVulkan, {policy::LDP_LOADER_13, policy::LS_VK_DRIVER_DISCOVERY_16},
          fmt::format("{}_application_of_a_bundle_{}", way.name, path.name),
          [&path, elevation = way.elevation](Case& c) { JudgeDriver(c, path, elevation); });
    }
  }
}

template <typename Paths>
void RegisterLayers(LayerKind kind, const Paths& paths) {
  for (const UserPath& path : paths) {
    for (const NamedElevation& way : kElevations) {
      RegisterCase(
          Api::kVulkan, {policy::LLP_LOADER_13, policy::LS_VK_DISCOVERY_16},
          fmt::format("{}_application_of_a_bundle_{}_{}", way.name, KindName(kind), path.name),
          [kind, &path, elevation = way.elevation](Case& c) {
            JudgeLayer(c, kind, path, elevation);
          });
    }
  }
}

REGISTER_CASES {
  RegisterDrivers(kDriverVariables);
  RegisterDrivers(kFolders);
  for (const LayerKind kind : kLayerKinds) RegisterLayers(kind, kFolders);
  RegisterLayers(LayerKind::kExplicit, kExplicitVariables);
  RegisterLayers(LayerKind::kImplicit, kImplicitVariables);
}

}  // namespace
}  // namespace loadstone::suites::elevated_bundles
