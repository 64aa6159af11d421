// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "policies/reading_ids.h"
#include "suites/vulkan/windows/keys.h"

// LoaderLayerInterface, "Windows Layer Discovery": which values name manifests. Values with types
// other than DWORD may be read or not (LS_VK_DISCOVERY_22.r1); they must not affect others.
namespace loadstone::suites::values {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kOther[] = "VK_LAYER_LS_other";

// A valid layer whose value sorts before that of kNamedByValues/other.json, and one whose value
// sorts after it: Wine enumerates values in the order of their names.
constexpr char kBefore[] = "VK_LAYER_LS_before";
constexpr char kBehind[] = "VK_LAYER_LS_behind";

VulkanWorld WorldOfGood(const Subject& subject, const LayerKey& key) {
  VulkanWorld world(subject);
  world.With(KindLayer(key.kind, kBefore).ManifestFile("0.json").In(key.path));
  const std::string behind =
      PlaceManifest(world, KindLayer(key.kind, kBehind).ManifestFile("z.json"));
  return world.Registry(RegistryDword(key.path, behind, 0));
}

struct Number {
  const char* name;
  uint32_t number;
};

constexpr Number kNumbers[] = {
    {"dword_of_1", 1},
    {"dword_of_2", 2},
    {"dword_of_256", 0x100},
    {"dword_of_65536", 0x10000},
    {"dword_of_the_highest_bit", 0x80000000},
    {"dword_of_all_bits", 0xffffffff},
};

void NamesNothing(Case& c, const LayerKey& key, uint32_t number) {
  VulkanWorld world = WorldOfGood(c.subject(), key);
  const std::string path =
      PlaceManifest(world, KindLayer(key.kind, kOther).ManifestFile("other.json"));
  world.Registry(RegistryDword(key.path, path, number));
  const Observation seen = RunWithLayers(c, world, key.kind, {kBefore, kBehind});
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kBefore, kBehind))
      << "a value of " << number << " names no layer";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kBefore, kBehind))
      << "a value of " << number << " names no layer";
  EXPECT_SEEN(Loaded(seen), Not(Contains(kOther))) << "a value of " << number << " names no layer";
}

REGISTER_CASES {
  for (const Number& row : kNumbers) {
    RegisterForKeys(policy::LS_VK_DISCOVERY_22, row.name,
                    [&row](Case& c, const LayerKey& key) { NamesNothing(c, key, row.number); });
  }
}

// Values that name manifests in other ways than the section describes.
struct OddValue {
  const char* name;
  RegistryValue (*make)(const std::string& key, const std::string& manifest);
};

RegistryValue OfType(const std::string& key, const std::string& name, uint32_t type, size_t bytes) {
  return {.key = key, .name = name, .type = type, .data = std::string(bytes, '\0')};
}

constexpr OddValue kOddTypes[] = {
    {"text_of_zero", [](const std::string& key,
                        const std::string& manifest) { return RegistryText(key, manifest, "0"); }},
    {"empty_text", [](const std::string& key,
                      const std::string& manifest) { return OfType(key, manifest, 1, 0); }},
    {"unterminated_text",
     [](const std::string& key, const std::string& manifest) {
       return RegistryValue{.key = key, .name = manifest, .type = 1, .data = "0"};
     }},
    {"expanded_text",
     [](const std::string& key, const std::string& manifest) {
       return RegistryExpandedText(key, manifest, "%SystemRoot%");
     }},
    {"texts",
     [](const std::string& key, const std::string& manifest) {
       return RegistryTexts(key, manifest, {"0", "0"});
     }},
    {"qword_of_zero", [](const std::string& key,
                         const std::string& manifest) { return RegistryQword(key, manifest, 0); }},
    {"four_bytes_of_zero", [](const std::string& key,
                              const std::string& manifest) { return OfType(key, manifest, 3, 4); }},
    {"no_type", [](const std::string& key,
                   const std::string& manifest) { return OfType(key, manifest, 0, 4); }},
    {"unknown_type", [](const std::string& key,
                        const std::string& manifest) { return OfType(key, manifest, 77, 4); }},
    {"much_data", [](const std::string& key,
                     const std::string& manifest) { return OfType(key, manifest, 3, 60000); }},
    {"dword_without_data", [](const std::string& key,
                              const std::string& manifest) { return OfType(key, manifest, 4, 0); }},
    {"dword_of_two_bytes", [](const std::string& key,
                              const std::string& manifest) { return OfType(key, manifest, 4, 2); }},
    {"dword_of_eight_bytes",
     [](const std::string& key, const std::string& manifest) {
       return OfType(key, manifest, 4, 8);
     }},
};

// Expects that each valid layer is used once, whatever happens to the other value.
void ExpectGood(Case& c, const VulkanWorld& world, const LayerKey& key, const char* why) {
  const Observation seen = RunWithLayers(c, world, key.kind, {kBefore, kBehind});
  std::vector<std::string> chain = InstanceChain(seen);
  std::erase(chain, kOther);
  EXPECT_SEEN(EnumeratedLayers(seen), IsSupersetOf({kBefore, kBehind})) << why;
  EXPECT_SEEN(chain, UnorderedElementsAre(kBefore, kBehind)) << why;
}

void BesideOddType(Case& c, const LayerKey& key, const OddValue& value) {
  VulkanWorld world = WorldOfGood(c.subject(), key);
  world.Registry(value.make(
      key.path, PlaceManifest(world, KindLayer(key.kind, kOther).ManifestFile("other.json"))));
  ExpectGood(c, world, key, "a value of another type hides no layer");
}

// Names of values that are not absolute paths of manifests.
struct OddName {
  const char* name;
  const char* text;
};

constexpr OddName kOddNames[] = {
    {"name_empty", ""},
    {"name_of_a_blank", " "},
    {"name_of_a_missing_file", "C:\\named_by_values\\missing.json"},
    {"name_in_a_missing_folder", "C:\\missing\\missing\\missing.json"},
    {"name_on_a_missing_drive", "Q:\\missing.json"},
    {"name_of_a_folder", "C:\\named_by_values"},
    {"name_of_a_folder_that_looks_like_a_manifest", "C:\\named_by_values\\folder.json"},
    {"name_of_no_manifest", "C:\\named_by_values\\text.json"},
    {"name_of_an_empty_manifest", "C:\\named_by_values\\empty.json"},
    {"name_of_a_library", "C:\\opt\\loadstone\\VK_LAYER_LS_before.dll"},
    {"name_without_a_folder", "other.json"},
    {"name_below_the_current_folder", ".\\other.json"},
    {"name_without_a_drive", "\\named_by_values\\other.json"},
    {"name_below_the_folder_of_a_drive", "C:other.json"},
    {"name_with_a_variable", "%SystemRoot%\\other.json"},
    {"name_of_a_pattern", "C:\\named_by_values\\*.json"},
    {"name_of_a_device", "\\\\.\\NUL"},
    {"name_of_a_port", "COM1.json"},
    {"name_of_an_address", "file:///C:/named_by_values/other.json"},
    {"name_in_quotes", "\"C:\\named_by_values\\other.json\""},
    {"name_of_a_format", "%s%n%p%d.json"},
};

void BesideOddName(Case& c, const LayerKey& key, const std::string& name) {
  VulkanWorld world = WorldOfGood(c.subject(), key);
  PlaceManifest(world, KindLayer(key.kind, kOther).ManifestFile("other.json"));
  const std::string folder = kNamedByValues;
  world.Directory(folder + "/folder.json")
      .File(folder + "/text.json", "no JSON")
      .File(folder + "/empty.json", "")
      .Registry(RegistryDword(key.path, name, 0));
  ExpectGood(c, world, key, "a value whose name is not the path of a manifest hides no layer");
}

void BesideLongName(Case& c, const LayerKey& key) {
  VulkanWorld world = WorldOfGood(c.subject(), key);
  std::string path = "C:\\named_by_values\\";
  while (path.size() < 16000) path += std::string(200, 'n') + "\\";
  world.Registry(RegistryDword(key.path, path + "long.json", 0));
  ExpectGood(c, world, key, "a value with a name of 16,000 characters hides no layer");
}

REGISTER_CASES {
  using policy::LS_VK_DISCOVERY_9;
  for (const OddValue& row : kOddTypes) {
    RegisterForKeys(
        LS_VK_DISCOVERY_9, fmt::format("beside_{}", row.name),
        [&row](Case& c, const LayerKey& key) { BesideOddType(c, key, row); }, false);
  }
  for (const OddName& row : kOddNames) {
    RegisterForKeys(
        LS_VK_DISCOVERY_9, fmt::format("beside_{}", row.name),
        [&row](Case& c, const LayerKey& key) { BesideOddName(c, key, row.text); }, false);
  }
  RegisterForKeys(LS_VK_DISCOVERY_9, "beside_a_long_name", BesideLongName, false);
}

// Several values for one layer.
void Several(Case& c, const LayerKey& key, const std::vector<std::string>& keys) {
  VulkanWorld world(c.subject());
  int number = 0;
  for (const std::string& each : keys) {
    const std::string who = fmt::format("copy_{}", number++);
    world.With(KindLayer(key.kind, kOne).Who(who).ManifestFile(who + ".json").In(each));
  }
  const Observation seen = RunWithLayers(c, world, key.kind, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), AllOf(Contains(kOne), Each(kOne)))
      << "the layer is reported" << reading::LS_VK_DISCOVERY_23_r2;
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(StartsWith("copy_")))
      << "exactly one of the layers with the same name is used" << reading::LS_VK_DISCOVERY_23_r1;
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(StartsWith("copy_")))
      << "exactly one of the layers with the same name is used" << reading::LS_VK_DISCOVERY_23_r1;
}

// The key of the other tree for the same kind of layers.
std::string Counterpart(const LayerKey& key) {
  std::string other = key.path;
  return other.replace(0, 4, key.of_user ? "HKLM" : "HKCU");
}

// One manifest, named twice.
void NamedTwice(Case& c, const LayerKey& key, const std::string& other_key, bool in_capitals) {
  VulkanWorld world(c.subject());
  std::string path = PlaceManifest(world, KindLayer(key.kind, kOne));
  world.Registry(RegistryDword(key.path, path, 0));
  if (in_capitals) path.replace(3, strlen("named_by_values"), "NAMED_BY_VALUES");
  world.Registry(RegistryDword(other_key, path, 0));
  const Observation seen = RunWithLayers(c, world, key.kind, {kOne});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "a layer whose manifest two values name is loaded once";
}

REGISTER_CASES {
  using policy::LS_VK_DISCOVERY_23;
  RegisterForKeys(LS_VK_DISCOVERY_23, "key_names_two_of_one_name",
                  [](Case& c, const LayerKey& key) {
                    Several(c, key, {key.path, key.path});
                  });
  RegisterForKeys(LS_VK_DISCOVERY_23, "key_names_ten_of_one_name",
                  [](Case& c, const LayerKey& key) {
                    Several(c, key, std::vector<std::string>(10, key.path));
                  });
  RegisterForKeys(LS_VK_DISCOVERY_23, "key_and_the_other_tree", [](Case& c, const LayerKey& key) {
    Several(c, key, {key.path, Counterpart(key)});
  });
  RegisterForKeys(
      LS_VK_DISCOVERY_23, "manifest_named_in_the_other_tree_too",
      [](Case& c, const LayerKey& key) { NamedTwice(c, key, Counterpart(key), false); });
  RegisterForKeys(LS_VK_DISCOVERY_23, "manifest_named_in_two_spellings",
                  [](Case& c, const LayerKey& key) { NamedTwice(c, key, Counterpart(key), true); });
}

}  // namespace
}  // namespace loadstone::suites::values
