// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/windows/device_keys.h"

// LoaderLayerInterface, "Windows Layer Discovery", and LoaderDriverInterface, "Driver Discovery on
// Windows": values in the keys of display adapters and of the software components that belong to
// them.
namespace loadstone::suites::devices {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kDecoy[] = "VK_LAYER_LS_decoy";

void NamesALayer(Case& c, LayerKind kind, const char* key, Kernel kernel) {
  VulkanWorld world = WorldOfDevices(c.subject(), kernel);
  const std::string path = PlaceManifest(world, KindLayer(kind, kOne));
  world.Registry(RegistryText(key, LayerValueName(kind), path));
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
      << LayerValueName(kind) << " of a device's key names a layer";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << LayerValueName(kind) << " of a device's key names a layer";
}

void NamesSeveral(Case& c, LayerKind kind, Kernel kernel) {
  VulkanWorld world = WorldOfDevices(c.subject(), kernel);
  const std::vector<std::string> names = {"VK_LAYER_LS_a", "VK_LAYER_LS_b", "VK_LAYER_LS_c"};
  std::vector<std::string> paths;
  for (const std::string& name : names)
    paths.push_back(PlaceManifest(world, KindLayer(kind, name)));
  world.Registry(RegistryTexts(kDeviceKeys[0].key, LayerValueName(kind), paths));
  const Observation seen = RunWithLayers(c, world, kind, names);
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "a value of type REG_MULTI_SZ is a list of manifests";
}

void AllDevicesAtOnce(Case& c, LayerKind kind) {
  VulkanWorld world = WorldOfDevices(c.subject());
  std::vector<std::string> names;
  for (const DeviceKey& each : kDeviceKeys) {
    names.push_back(std::string("VK_LAYER_LS_") + each.name);
    const std::string path = PlaceManifest(world, KindLayer(kind, names.back()));
    world.Registry(RegistryText(each.key, LayerValueName(kind), path));
  }
  const Observation seen = RunWithLayers(c, world, kind, names);
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "the keys of all adapters and of their software components name layers";
}

// A value that names a layer which must not be found, and one of an adapter that must be found.
void ExpectNoDecoy(Case& c, LayerKind kind, const char* key, const std::string& value,
                   const char* why) {
  VulkanWorld world = WorldOfDevices(c.subject());
  const std::string good = PlaceManifest(world, KindLayer(kind, kOne));
  world.Registry(RegistryText(kDeviceKeys[0].key, LayerValueName(kind), good));
  const std::string decoy = PlaceManifest(world, KindLayer(kind, kDecoy));
  world.Registry(RegistryText(key, value, decoy));
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne)) << why;
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy))) << why;
}

// Data that names nothing, in the key of one adapter; the key of the other adapter names a layer.
struct OddData {
  const char* name;
  uint32_t type;
  std::string data;
};

std::vector<OddData> AllOddData() {
  return {{"dword", 4, std::string(4, '\0')},
          {"empty_text", 1, ""},
          {"text_of_one_byte", 1, "C"},
          {"unterminated_text", 1, std::string("C\0:", 3)},
          {"empty_list", 7, std::string(2, '\0')},
          {"list_without_an_end", 7, std::string("C\0", 2)},
          {"bytes", 3, std::string(60000, '\xff')},
          {"no_data", 0, ""}};
}

void BesideOddData(Case& c, LayerKind kind, const OddData& odd) {
  VulkanWorld world = WorldOfDevices(c.subject());
  const std::string good = PlaceManifest(world, KindLayer(kind, kOne));
  world
      .Registry({.key = kDeviceKeys[0].key,
                 .name = LayerValueName(kind),
                 .type = odd.type,
                 .data = odd.data})
      .Registry(RegistryText(kDeviceKeys[1].key, LayerValueName(kind), good));
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "a bad value of one device hides no layer of another";
}

REGISTER_CASES {
  const auto add = [](LayerKind kind, const std::string& name, auto body) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_12},
                 fmt::format("{}_{}", KindName(kind), name), body);
  };
  for (const LayerKind kind : kLayerKinds) {
    for (const DeviceKey& each : kDeviceKeys) {
      add(kind, std::string("layer_of_a_") + each.name,
          [kind, &each](Case& c) { NamesALayer(c, kind, each.key, Kernel::kReadsNoKeys); });
    }
    // Not of software components: no document says whether the kernel has their values.
    for (const DeviceKey& each : kKeysOfAdapters) {
      add(kind, fmt::format("layer_of_a_{}_whose_key_windows_reads", each.name),
          [kind, &each](Case& c) { NamesALayer(c, kind, each.key, Kernel::kReadsKeys); });
    }
    add(kind, "layers_of_a_list", [kind](Case& c) { NamesSeveral(c, kind, Kernel::kReadsNoKeys); });
    add(kind, "layers_of_a_list_that_windows_reads",
        [kind](Case& c) { NamesSeveral(c, kind, Kernel::kReadsKeys); });
    add(kind, "layers_of_all_devices", [kind](Case& c) { AllDevicesAtOnce(c, kind); });
    for (const DeviceKey& each : kOtherDeviceKeys) {
      add(kind, std::string("layer_not_of_a_") + each.name, [kind, &each](Case& c) {
        ExpectNoDecoy(c, kind, each.key, LayerValueName(kind),
                      "layers belong to display adapters and their software components");
      });
    }
    add(kind, "layer_not_of_32_bits", [kind](Case& c) {
      ExpectNoDecoy(c, kind, kDeviceKeys[0].key, std::string(LayerValueName(kind)) + "Wow",
                    "the values for the other word size are not for this application");
    });
    for (const OddData& odd : AllOddData()) {
      add(kind, "layer_beside_" + std::string(odd.name),
          [kind, odd](Case& c) { BesideOddData(c, kind, odd); });
    }
  }
}

// Drivers.
void ExpectAllOrNone(Case& c, const VulkanWorld& world, const std::vector<std::string>& names,
                     const char* why) {
  const std::vector<std::string> reached = DriversReached(RunEnumerating(c, world));
  if (reached.empty()) GTEST_SKIP() << kFindsNoDrivers;
  EXPECT_SEEN(reached, UnorderedElementsAreArray(names)) << why;
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_9, drivers_of_all_devices) {
  VulkanWorld world = WorldOfDevices(c.subject());
  world.WithoutDriver();
  std::vector<std::string> names;
  for (const DeviceKey& each : kDeviceKeys) {
    names.emplace_back(each.name);
    world.Registry(RegistryText(each.key, kDriverValue, PlaceDriver(world, each.name)));
  }
  ExpectAllOrNone(c, world, names,
                  "the keys of all adapters and of their software components name drivers");
}

void NamesDrivers(Case& c, Kernel kernel) {
  VulkanWorld world = WorldOfDevices(c.subject(), kernel);
  world.WithoutDriver();
  const std::vector<std::string> paths = {PlaceDriver(world, "a"), PlaceDriver(world, "b")};
  world.Registry(RegistryTexts(kDeviceKeys[0].key, kDriverValue, paths));
  ExpectAllOrNone(c, world, {"a", "b"}, "a value of type REG_MULTI_SZ is a list of manifests");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_9, drivers_of_a_list) { NamesDrivers(c, Kernel::kReadsNoKeys); }

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_9, drivers_of_a_list_that_windows_reads) {
  NamesDrivers(c, Kernel::kReadsKeys);
}

REGISTER_CASES {
  for (const DeviceKey& each : kOtherDeviceKeys) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_9},
        fmt::format("driver_not_of_a_{}", each.name), [&each](Case& c) {
          VulkanWorld world = WorldOfDevices(c.subject());
          world.Registry(RegistryText(each.key, kDriverValue, PlaceDriver(world, kDecoy)));
          EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kDefaultDriver))
              << "drivers belong to display adapters and their software components";
        });
  }
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_9, driver_not_of_32_bits) {
  VulkanWorld world = WorldOfDevices(c.subject());
  world.Registry(
      RegistryText(kDeviceKeys[0].key, "VulkanDriverNameWow", PlaceDriver(world, kDecoy)));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kDefaultDriver))
      << "the values for the other word size are not for this application";
}

}  // namespace
}  // namespace loadstone::suites::devices
