// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/common/windows_paths.h"
#include "suites/vulkan/windows/device_keys.h"

// LoaderLayerInterface, "Windows Layer Discovery", and LoaderDriverInterface, "Driver Discovery on
// Windows": forms of the paths in values of devices, and values of which the documents do not say
// what they name, beside others.
namespace loadstone::suites::device_values {
namespace {

using policy::LS_VK_DISCOVERY_12;
using policy::LS_VK_DRIVER_DISCOVERY_9;

constexpr char kOdd[] = "VK_LAYER_LS_odd";
constexpr char kListed[] = "VK_LAYER_LS_listed";
constexpr char kBehind[] = "VK_LAYER_LS_behind";

constexpr const char* kAdapter = kKeysOfAdapters[1].key;
constexpr const char* kOtherAdapter = kKeysOfAdapters[0].key;

// The device of an odd value, and one behind it that has a good value. Both are adapters, so that a
// loader which reads no keys of software components is not accused of more than that.
constexpr const char* kOddDevice = kKeysOfAdapters[0].key;
constexpr const char* kDeviceBehind = kKeysOfAdapters[1].key;

void NamesALayer(Case& c, LayerKind kind, const PathForm& form) {
  VulkanWorld world = WorldOfDevices(c.subject());
  AddWayOf(world, form.before);
  world.With(KindLayer(kind, kListed).In(form.folder).ManifestFile("layer.json"))
      .Registry(RegistryText(kAdapter, LayerValueName(kind), form.Of("layer.json")));
  const Observation seen = RunWithLayers(c, world, kind, {kListed});
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << form.Of("layer.json") << " names a layer";
}

void NamesADriver(Case& c, const PathForm& form) {
  VulkanWorld world = WorldOfDevices(c.subject());
  AddWayOf(world, form.before);
  world.WithoutDriver()
      .With(NamedDriver("of_form").In(form.folder))
      .Registry(RegistryText(kAdapter, kDriverValue, form.Of("of_form.json")))
      .Registry(RegistryText(kOtherAdapter, kDriverValue, PlaceDriver(world, "other")));
  const std::vector<std::string> reached = DriversReached(RunEnumerating(c, world));
  if (reached.empty()) GTEST_SKIP() << kFindsNoDrivers;
  EXPECT_SEEN(reached, UnorderedElementsAre("of_form", "other"))
      << form.Of("of_form.json") << " names a driver";
}

// Values of a device. `odd` is the path of a manifest.
struct OddValue {
  std::string name;
  std::function<RegistryValue(const std::string& value_name, const std::string& odd,
                              const std::string& good)>
      make;
  bool has_good = false;  // the value also names a good layer or driver
};

RegistryValue List(const std::string& value_name, const std::vector<std::string>& paths) {
  return RegistryTexts(kOddDevice, value_name, paths);
}

// The element of a list that precedes the path of a good manifest.
struct OddPath {
  const char* name;
  std::string path;
};

std::vector<OddPath> OddPaths() {
  std::vector<OddPath> paths = {
      {"a_missing_file", "C:\\named_by_values\\missing.json"},
      {"a_missing_drive", "Q:\\missing.json"},
      {"a_folder", "C:\\forms\\inner"},
      {"a_file_name", "odd.json"},
      {"no_drive", "\\named_by_values\\odd.json"},
      {"no_manifest", "C:\\named_by_values\\text.json"},
      {"quotes", "\"C:\\named_by_values\\odd.json\""},
      {"a_variable", "%SystemDrive%\\named_by_values\\odd.json"},
      {"a_semicolon", "C:\\named_by_values\\odd.json;C:\\named_by_values\\odd.json"},
      {"20000_characters", "C:\\" + std::string(20000, 'x') + ".json"},
  };
  for (const PathForm& form : UnusualPathForms()) paths.push_back({form.name, form.Of("odd.json")});
  return paths;
}

std::vector<OddValue> OddValues() {
  std::vector<OddValue> values = {
      {"expanded_text",
       [](const std::string& name, const std::string&, const std::string&) {
         return RegistryExpandedText(kOddDevice, name, "%SystemDrive%\\named_by_values\\odd.json");
       }},
      {"expanded_text_without_a_variable",
       [](const std::string& name, const std::string& odd, const std::string&) {
         return RegistryExpandedText(kOddDevice, name, odd);
       }},
      {"text_of_two_paths",
       [](const std::string& name, const std::string& odd, const std::string&) {
         return RegistryText(kOddDevice, name, odd + ";" + odd);
       }},
      {"text_behind_a_zero",
       [](const std::string& name, const std::string& odd, const std::string&) {
         return RegistryText(kOddDevice, name, std::string("C:\\none.json") + '\0' + odd);
       }},
      {"bytes_of_the_path",
       [](const std::string& name, const std::string& odd, const std::string&) {
         return RegistryBytes(kOddDevice, name, RegistryText(kOddDevice, name, odd).data);
       }},
  };
  for (const OddPath& path : OddPaths()) {
    values.push_back({fmt::format("in_a_list_with_{}", path.name),
                      [path](const std::string& name, const std::string&, const std::string& good) {
                        return List(name, {path.path, good});
                      },
                      true});
  }
  return values;
}

// The files to which odd paths lead.
template <typename Component>
std::string AddOdd(VulkanWorld& world, Component component) {
  const std::string folder = kNamedByValues;
  world.File(folder + "/text.json", "no JSON").Directory("/forms/inner");
  for (const PathForm& form : UnusualPathForms()) {
    world.With(component.In(form.folder));
  }
  world.With(component.In(folder));
  return "C:\\named_by_values\\odd.json";
}

void BesideALayer(Case& c, LayerKind kind, const OddValue& value) {
  VulkanWorld world = WorldOfDevices(c.subject());
  const std::string odd = AddOdd(world, KindLayer(kind, kOdd).ManifestFile("odd.json"));
  const std::string good = PlaceManifest(world, KindLayer(kind, kListed));
  const std::string behind = PlaceManifest(world, KindLayer(kind, kBehind));
  world.Registry(value.make(LayerValueName(kind), odd, good))
      .Registry(RegistryText(kDeviceBehind, LayerValueName(kind), behind));
  std::vector<std::string> names = {kBehind};
  if (value.has_good) names.emplace_back(kListed);
  const Observation seen = RunWithLayers(c, world, kind, names);
  LS_REQUIRE_ASKED(seen);
  std::vector<std::string> chain = InstanceChain(seen);
  std::erase(chain, kOdd);
  EXPECT_SEEN(chain, UnorderedElementsAreArray(names))
      << "a value that may name nothing hides no layer" << reading::LS_VK_DISCOVERY_12_r2;
}

void BesideADriver(Case& c, const OddValue& value) {
  VulkanWorld world = WorldOfDevices(c.subject());
  const std::string odd = AddOdd(world.WithoutDriver(), NamedDriver("odd"));
  world.Registry(value.make(kDriverValue, odd, PlaceDriver(world, "listed")))
      .Registry(RegistryText(kDeviceBehind, kDriverValue, PlaceDriver(world, "behind")));
  std::vector<std::string> reached = DriversReached(RunEnumerating(c, world));
  if (reached.empty()) GTEST_SKIP() << kFindsNoDrivers;
  std::erase(reached, "odd");
  EXPECT_SEEN(reached, UnorderedElementsAre("behind", "listed"))
      << "a value that may name nothing hides no driver" << reading::LS_VK_DRIVER_DISCOVERY_9_r1;
}

// No sentence excludes these keys for an application with the rights of an administrator, who alone
// can write them.
void ElevatedGetsALayer(Case& c, LayerKind kind) {
  VulkanWorld world = WorldOfDevices(c.subject());
  const std::string path = PlaceManifest(world, KindLayer(kind, kListed));
  world.Registry(RegistryText(kAdapter, LayerValueName(kind), path)).Elevated();
  const Observation seen = RunWithLayers(c, world, kind, {kListed});
  LS_REQUIRE_ASKED(seen);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << "the keys of devices apply to every application";
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(Api::kVulkan, {LS_VK_DISCOVERY_12},
                 fmt::format("{}_layer_for_administrators", KindName(kind)),
                 [kind](Case& c) { ElevatedGetsALayer(c, kind); });
  }
  for (const PathForm& form : UsualPathForms()) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {LS_VK_DISCOVERY_12},
                   fmt::format("{}_layer_of_a_path_with_{}", KindName(kind), form.name),
                   [kind, form](Case& c) { NamesALayer(c, kind, form); });
    }
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_9},
                 fmt::format("driver_of_a_path_with_{}", form.name),
                 [form](Case& c) { NamesADriver(c, form); });
  }
  for (const OddValue& value : OddValues()) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {LS_VK_DISCOVERY_12},
                   fmt::format("{}_layer_beside_{}", KindName(kind), value.name),
                   [kind, value](Case& c) { BesideALayer(c, kind, value); });
    }
    // A loader that finds no driver at all may take none from devices.
    if (!value.has_good) continue;
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_9},
                 fmt::format("driver_beside_{}", value.name),
                 [value](Case& c) { BesideADriver(c, value); });
  }
}

}  // namespace
}  // namespace loadstone::suites::device_values
