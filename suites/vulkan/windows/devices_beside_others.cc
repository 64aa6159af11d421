// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "suites/vulkan/discovery/path_variables.h"
#include "suites/vulkan/windows/device_keys.h"

// LoaderLayerInterface, "Windows Layer Discovery", and LoaderDriverInterface, "Driver Discovery on
// Windows": the keys of devices are searched together with those of Khronos, and the variables for
// other places precede or replace both.
namespace loadstone::suites::devices_beside_others {
namespace {

using policy::LS_VK_DISCOVERY_12;

constexpr char kOfDevice[] = "VK_LAYER_LS_of_device";
constexpr char kOther[] = "VK_LAYER_LS_other";
constexpr char kPath[] = "/paths/listed";

// A machine with the layer of an adapter.
VulkanWorld WorldWithLayer(const Subject& subject, const Layer& layer, LayerKind kind) {
  VulkanWorld world = WorldOfDevices(subject);
  const std::string path = PlaceManifest(world, layer);
  return world.Registry(RegistryText(kKeysOfAdapters[0].key, LayerValueName(kind), path));
}

void BesideAKey(Case& c, const LayerKey& key) {
  VulkanWorld world = WorldWithLayer(c.subject(), KindLayer(key.kind, kOfDevice), key.kind);
  world.Registry(RegistryDword(key.path, PlaceManifest(world, KindLayer(key.kind, kOther)), 0));
  const Observation seen = RunWithLayers(c, world, key.kind, {kOfDevice, kOther});
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kOfDevice, kOther))
      << "the keys of devices and " << key.path << " name a layer each";
}

void BesideAVariable(Case& c, const PathVariable& variable) {
  VulkanWorld world =
      WorldWithLayer(c.subject(), KindLayer(variable.kind, kOfDevice), variable.kind);
  world.Env(variable.name, kPath).With(KindLayer(variable.kind, kOther).In(kPath));
  std::vector<std::string> names = {kOther};
  if (variable.adds) names.emplace_back(kOfDevice);
  const Observation seen = RunWithLayers(c, world, variable.kind, names);
  if (variable.adds) LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names))
      << variable.name << (variable.adds ? " adds to" : " replaces") << " the keys of devices";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << variable.name << (variable.adds ? " adds to" : " replaces") << " the keys of devices";
}

void AfterAVariable(Case& c, const PathVariable& variable) {
  VulkanWorld world = WorldWithLayer(
      c.subject(), KindLayer(variable.kind, kOther).Who("of the device"), variable.kind);
  world.Env(variable.name, kPath)
      .With(KindLayer(variable.kind, kOther).Who("of the variable").In(kPath));
  const Observation seen = RunWithLayers(c, world, variable.kind, {kOther});
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("of the variable"))
      << "the folders of " << variable.name << " are searched before the keys of devices";
}

void RegisterFor(const PathVariable& variable, const char* name,
                 const std::function<void(Case&, const PathVariable&)>& body) {
  std::vector<policy::Id> policies = variable.policies;
  policies.push_back(LS_VK_DISCOVERY_12);
  RegisterCase(Api::kVulkan, policies, fmt::format("{}_{}", variable.word, name),
               [=](Case& c) { body(c, variable); });
}

REGISTER_CASES {
  RegisterForKeys(LS_VK_DISCOVERY_12, "layer_beside_one_of_a_device", BesideAKey);
  for (const PathVariable& variable : PathVariables()) {
    RegisterFor(variable, variable.adds ? "adds_to_devices" : "replaces_devices", BesideAVariable);
    if (variable.adds) RegisterFor(variable, "comes_before_devices", AfterAVariable);
  }
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_10, driver_beside_one_of_a_device,
            policy::LS_VK_DRIVER_DISCOVERY_9) {
  VulkanWorld world = WorldOfDevices(c.subject());
  world.WithoutDriver();
  world
      .Registry(RegistryText(kKeysOfAdapters[0].key, kDriverValue, PlaceDriver(world, "of_device")))
      .Registry(RegistryDword(kDriverKey, PlaceDriver(world, "of_key"), 0));
  const std::vector<std::string> reached = DriversReached(RunEnumerating(c, world));
  if (std::ranges::find(reached, "of_device") == reached.end()) GTEST_SKIP() << kFindsNoDrivers;
  EXPECT_SEEN(reached, UnorderedElementsAre("of_device", "of_key"))
      << "the key of drivers is searched in addition to those of devices";
}

constexpr char kSelect[] = "VK_LOADER_DRIVERS_SELECT";
constexpr char kDisable[] = "VK_LOADER_DRIVERS_DISABLE";

// The variables that name drivers replace the search, of which the devices are a part, or add to
// it.
struct DriverVariable {
  const char* word;
  const char* name;
  policy::Id owner;
  bool adds = false;
};

constexpr DriverVariable kDriverVariables[] = {
    {"driver_files", "VK_DRIVER_FILES", policy::LS_VK_DRIVER_DISCOVERY_3},
    {"icd_filenames", "VK_ICD_FILENAMES", policy::LS_VK_DRIVER_DISCOVERY_4},
    {"add_driver_files", "VK_ADD_DRIVER_FILES", policy::LS_VK_DRIVER_DISCOVERY_6, true},
};

// The driver of a device, and one that nobody installed.
VulkanWorld WorldWithDriver(const Subject& subject, const DeviceKey& key) {
  VulkanWorld world = WorldOfDevices(subject);
  world.WithoutDriver().With(NamedDriver("named").In(kPath));
  return world.Registry(RegistryText(key.key, kDriverValue, PlaceDriver(world, "of_device")));
}

void JudgeDriverVariable(Case& c, const DeviceKey& key, const DriverVariable& variable) {
  VulkanWorld world = WorldWithDriver(c.subject(), key);
  world.Env(variable.name, WindowsPath(ManifestPath(kPath, "named")));
  const Observation seen = RunEnumerating(c, world);
  const std::vector<std::string> reached = DriversReached(seen);
  EXPECT_SEEN(reached, Contains("named"))
      << "the driver that " << variable.name << " names is used";
  if (!variable.adds) {
    EXPECT_SEEN(reached, Not(Contains("of_device")))
        << variable.name << " replaces the search for drivers, also in the keys of devices";
    return;
  }
  if (seen.Select(kDevicesName, "devices_listed").empty()) GTEST_SKIP() << kNotAsked;
  EXPECT_SEEN(reached, UnorderedElementsAre("named", "of_device"))
      << variable.name << " adds to the drivers of devices";
}

// A filter that leaves out the driver of the device, or the only other one.
void JudgeDriverFilter(Case& c, const DeviceKey& key, const char* variable, const char* value,
                       bool used) {
  VulkanWorld world = WorldWithDriver(c.subject(), key);
  world.Registry(RegistryDword(kDriverKey, WindowsPath(ManifestPath(kPath, "named")), 0))
      .Env(variable, value);
  const std::vector<std::string> reached = DriversReached(RunEnumerating(c, world));
  if (used && std::ranges::find(reached, "of_device") == reached.end()) {
    GTEST_SKIP() << kFindsNoDrivers;
  }
  EXPECT_SEEN(reached, ElementsAre(used ? "of_device" : "named"))
      << variable << " applies to the drivers of devices";
}

REGISTER_CASES {
  for (const DeviceKey& key : kDeviceKeys) {
    for (const DriverVariable& variable : kDriverVariables) {
      RegisterCase(Api::kVulkan, {variable.owner, policy::LS_VK_DRIVER_DISCOVERY_9},
                   fmt::format("{}_{}_driver_of_a_{}", variable.word,
                               variable.adds ? "adds_to" : "replaces", key.name),
                   [&key, &variable](Case& c) { JudgeDriverVariable(c, key, variable); });
    }
    const std::string name = std::string("driver_of_a_") + key.name;
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_1, policy::LS_VK_DRIVER_DISCOVERY_9},
                 name + "_is_selected",
                 [&key](Case& c) { JudgeDriverFilter(c, key, kSelect, "of_dev*", true); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_1, policy::LS_VK_DRIVER_DISCOVERY_9},
                 name + "_is_not_selected",
                 [&key](Case& c) { JudgeDriverFilter(c, key, kSelect, "named*", false); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_FILTER_2, policy::LS_VK_DRIVER_DISCOVERY_9},
                 name + "_is_disabled",
                 [&key](Case& c) { JudgeDriverFilter(c, key, kDisable, "of_dev*", false); });
  }
}

}  // namespace
}  // namespace loadstone::suites::devices_beside_others
