// SPDX-License-Identifier: Apache-2.0
#include "harness/world/places.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/windows/keys.h"

// LoaderLayerInterface, "Windows Layer Discovery", and LoaderDriverInterface, "Driver Discovery on
// Windows": values in the keys of display adapters and of the software components that belong to
// them. The configuration manager is a mock, and gdi32 lists its adapters (mock_runtime/devices); a
// loader that asks neither is not judged.
namespace loadstone::suites::devices {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kDecoy[] = "VK_LAYER_LS_decoy";
constexpr char kDevicesName[] = "devices";

#define LS_CLASS "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\"
#define LS_ADAPTERS LS_CLASS "{4d36e968-e325-11ce-bfc1-08002be10318}"
#define LS_COMPONENTS LS_CLASS "{5c4c3332-344d-483c-8739-259e934c9cc8}"

struct DeviceKey {
  const char* name;
  const char* key;
};

constexpr DeviceKey kKeysOfAdapters[] = {
    {"adapter", LS_ADAPTERS "\\0000"},
    {"second_adapter", LS_ADAPTERS "\\0009"},
};

constexpr DeviceKey kKeys[] = {
    kKeysOfAdapters[0],
    kKeysOfAdapters[1],
    {"software_component", LS_COMPONENTS "\\0000"},
    {"second_software_component", LS_COMPONENTS "\\0003"},
};

// Devices that are neither display adapters nor their software components.
constexpr DeviceKey kOtherKeys[] = {
    {"monitor", LS_CLASS "{4d36e96e-e325-11ce-bfc1-08002be10318}\\0000"},
    {"disk", LS_CLASS "{4d36e967-e325-11ce-bfc1-08002be10318}\\0000"},
    {"software_component_of_a_disk", LS_COMPONENTS "\\0001"},
};

const char* ValueName(LayerKind kind) {
  return kind == LayerKind::kImplicit ? "VulkanImplicitLayers" : "VulkanExplicitLayers";
}

// Whether Windows itself reads the keys of adapters on request (D3DKMTQueryAdapterInfo), or leaves
// that to the configuration manager.
enum class Kernel { kReadsNoKeys, kReadsKeys };

VulkanWorld WorldOfDevices(const Subject& subject, Kernel kernel = Kernel::kReadsNoKeys) {
  VulkanWorld world(subject);
  world.machine().Copy(kDevicesPath, "windows_devices.dll");
  // Windows makes a key with a description for each device that it installs
  // (LS_VK_DISCOVERY_12.r1). It keeps the key of an adapter that is not there at the moment (0007).
  const auto describe = [&world](const char* key) {
    world.Registry(RegistryText(key, "DriverDesc", "a device"));
  };
  for (const DeviceKey& each : kKeys) describe(each.key);
  for (const DeviceKey& each : kOtherKeys) describe(each.key);
  describe(LS_ADAPTERS "\\0007");
  return world.File(
      kDevicesPath + std::string(".config"),
      JsonObject()
          .Set("who", kDevicesName)
          .Set("trace", NativePath(subject, kTracePath))
          .SetJson("kernel_reads_keys", kernel == Kernel::kReadsKeys ? "true" : "false")
          .Text());
}

// Whether the loader asked for devices; one that finds them in another way, or searches for none,
// is not judged.
bool HasQueriedDevices(const Observation& seen) {
  return !seen.Select(kDevicesName, "devices_listed").empty() ||
         !seen.Select(kDevicesName, "adapters_listed").empty();
}
constexpr char kNotAsked[] =
    "the loader queries neither the configuration manager nor gdi32 for devices";

// Skips the case if the loader did not ask for devices.
#define LS_REQUIRE_ASKED(seen) \
  if (!HasQueriedDevices(seen)) GTEST_SKIP() << kNotAsked

void NamesALayer(Case& c, LayerKind kind, const char* key, Kernel kernel) {
  VulkanWorld world = WorldOfDevices(c.subject(), kernel);
  const std::string path = PlaceManifest(world, KindLayer(kind, kOne));
  world.Registry(RegistryText(key, ValueName(kind), path));
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
      << ValueName(kind) << " of a device's key names a layer";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << ValueName(kind) << " of a device's key names a layer";
}

void NamesSeveral(Case& c, LayerKind kind, Kernel kernel) {
  VulkanWorld world = WorldOfDevices(c.subject(), kernel);
  const std::vector<std::string> names = {"VK_LAYER_LS_a", "VK_LAYER_LS_b", "VK_LAYER_LS_c"};
  std::vector<std::string> paths;
  for (const std::string& name : names)
    paths.push_back(PlaceManifest(world, KindLayer(kind, name)));
  world.Registry(RegistryTexts(kKeys[0].key, ValueName(kind), paths));
  const Observation seen = RunWithLayers(c, world, kind, names);
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "a value of type REG_MULTI_SZ is a list of manifests";
}

void AllDevicesAtOnce(Case& c, LayerKind kind) {
  VulkanWorld world = WorldOfDevices(c.subject());
  std::vector<std::string> names;
  for (const DeviceKey& each : kKeys) {
    names.push_back(std::string("VK_LAYER_LS_") + each.name);
    const std::string path = PlaceManifest(world, KindLayer(kind, names.back()));
    world.Registry(RegistryText(each.key, ValueName(kind), path));
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
  world.Registry(RegistryText(kKeys[0].key, ValueName(kind), good));
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
  world.Registry({.key = kKeys[0].key, .name = ValueName(kind), .type = odd.type, .data = odd.data})
      .Registry(RegistryText(kKeys[1].key, ValueName(kind), good));
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
    for (const DeviceKey& each : kKeys) {
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
    for (const DeviceKey& each : kOtherKeys) {
      add(kind, std::string("layer_not_of_a_") + each.name, [kind, &each](Case& c) {
        ExpectNoDecoy(c, kind, each.key, ValueName(kind),
                      "layers belong to display adapters and their software components");
      });
    }
    add(kind, "layer_not_of_32_bits", [kind](Case& c) {
      ExpectNoDecoy(c, kind, kKeys[0].key, std::string(ValueName(kind)) + "Wow",
                    "the values for the other word size are not for this application");
    });
    for (const OddData& odd : AllOddData()) {
      add(kind, "layer_beside_" + std::string(odd.name),
          [kind, odd](Case& c) { BesideOddData(c, kind, odd); });
    }
  }
}

// Drivers, by the value VulkanDriverName. A loader enumerates DXGI adapters before it calls the
// configuration manager, so a loader that finds no adapter is not judged.
constexpr char kDriverName[] = "VulkanDriverName";

std::string PlaceDriver(VulkanWorld& world, const std::string& name) {
  world.With(NamedDriver(name).In(kNamedByValues));
  return WindowsPath(ManifestPath(kNamedByValues, name));
}

void ExpectAllOrNone(Case& c, const VulkanWorld& world, const std::vector<std::string>& names,
                     const char* why) {
  const std::vector<std::string> reached = DriversReached(RunEnumerating(c, world));
  if (reached.empty())
    GTEST_SKIP() << "the loader finds no drivers through the configuration manager";
  EXPECT_SEEN(reached, UnorderedElementsAreArray(names)) << why;
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_9, drivers_of_all_devices) {
  VulkanWorld world = WorldOfDevices(c.subject());
  world.WithoutDriver();
  std::vector<std::string> names;
  for (const DeviceKey& each : kKeys) {
    names.emplace_back(each.name);
    world.Registry(RegistryText(each.key, kDriverName, PlaceDriver(world, each.name)));
  }
  ExpectAllOrNone(c, world, names,
                  "the keys of all adapters and of their software components name drivers");
}

void NamesDrivers(Case& c, Kernel kernel) {
  VulkanWorld world = WorldOfDevices(c.subject(), kernel);
  world.WithoutDriver();
  const std::vector<std::string> paths = {PlaceDriver(world, "a"), PlaceDriver(world, "b")};
  world.Registry(RegistryTexts(kKeys[0].key, kDriverName, paths));
  ExpectAllOrNone(c, world, {"a", "b"}, "a value of type REG_MULTI_SZ is a list of manifests");
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_9, drivers_of_a_list) { NamesDrivers(c, Kernel::kReadsNoKeys); }

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_9, drivers_of_a_list_that_windows_reads) {
  NamesDrivers(c, Kernel::kReadsKeys);
}

REGISTER_CASES {
  for (const DeviceKey& each : kOtherKeys) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_9},
        fmt::format("driver_not_of_a_{}", each.name), [&each](Case& c) {
          VulkanWorld world = WorldOfDevices(c.subject());
          world.Registry(RegistryText(each.key, kDriverName, PlaceDriver(world, kDecoy)));
          EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kDefaultDriver))
              << "drivers belong to display adapters and their software components";
        });
  }
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_9, driver_not_of_32_bits) {
  VulkanWorld world = WorldOfDevices(c.subject());
  world.Registry(RegistryText(kKeys[0].key, "VulkanDriverNameWow", PlaceDriver(world, kDecoy)));
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kDefaultDriver))
      << "the values for the other word size are not for this application";
}

}  // namespace
}  // namespace loadstone::suites::devices
