// SPDX-License-Identifier: Apache-2.0
#include "harness/world/code_page.h"
#include "suites/vulkan/windows/keys.h"

// LoaderDriverInterface, "Driver Discovery on Windows": the key of drivers. Values with types other
// than DWORD may be read or not (LS_VK_DRIVER_DISCOVERY_10.r1); they must not affect others.
namespace loadstone::suites::driver_keys {
namespace {

using policy::LS_VK_DRIVER_DISCOVERY_10;

constexpr char kGood[] = "good";
constexpr char kDecoy[] = "decoy";
constexpr char kBehind[] = "good_behind";  // its value comes behind that of the decoy

VulkanWorld WorldOfGood(const Subject& subject) {
  VulkanWorld world(subject);
  return world.WithoutDriver().With(NamedDriver(kGood).In(kDriverKey));
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_10, key_names_a_driver) {
  EXPECT_SEEN(Order(RunEnumerating(c, WorldOfGood(c.subject()))), ElementsAre(kGood))
      << "a value of the key names a driver";
}

// The names of values are Unicode, whatever the code page of programs is. The second byte of the
// first letter in code page 932 is that of a backslash.
void FindsFileInCodePage(Case& c, uint32_t code_page) {
  constexpr char kFolder[] = "/\xe8\xa1\xa8\xce\xbb";
  VulkanWorld world(c.subject());
  world.WithoutDriver().Registry(CodePageValue(code_page)).With(NamedDriver(kGood).In(kFolder));
  world.Registry(RegistryDword(kDriverKey, WindowsPath(ManifestPath(kFolder, kGood)), 0));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kGood))
      << "a value names a manifest, in code page " << code_page << " too";
}

REGISTER_CASES {
  for (const uint32_t code_page : {kJapanese, kUtf8}) {
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_10},
                 fmt::format("folder_of_other_alphabets_in_code_page_{}", code_page),
                 [code_page](Case& c) { FindsFileInCodePage(c, code_page); });
  }
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_10, elevated_key_names_a_driver) {
  VulkanWorld world = WorldOfGood(c.subject());
  EXPECT_SEEN(Order(RunEnumerating(c, world.Elevated())), ElementsAre(kGood))
      << "the key also applies to applications with the rights of an administrator";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_10, key_names_twenty_drivers) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  std::vector<std::string> names;
  for (int i = 0; i < 20; ++i) {
    names.push_back(fmt::format("driver_{}", i));
    world.With(NamedDriver(names.back()).In(kDriverKey));
  }
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), UnorderedElementsAreArray(names))
      << "each value of the key names a driver";
}

// The example of the section.
VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_10, first_and_last_of_three) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  const char* names[] = {"first", "middle", "last"};
  for (int i = 0; i < 3; ++i) {
    world.Registry(RegistryDword(kDriverKey, PlaceDriver(world, names[i]), i == 1 ? 1 : 0));
  }
  const Observation seen = RunEnumerating(c, world);
  EXPECT_SEEN(DriversReached(seen), UnorderedElementsAre("first", "last"))
      << "a value of 1 disables only its driver";
  EXPECT_SEEN(Loaded(seen), Not(Contains("middle"))) << "a value of 1 disables a driver";
}

// Two manifests in two folders, of one file name, or of which one ends with the other.
struct FileNames {
  const char* name;
  const char* first;
  const char* second;
};

constexpr FileNames kFileNames[] = {
    {"same_file_name_in_two_folders", "driver.json", "driver.json"},
    {"file_name_within_another", "my_driver.json", "driver.json"},
};

void AddAt(VulkanWorld& world, const Subject& subject, const std::string& name,
           const std::string& path) {
  JsonObject icd;
  icd.Set("library_path", LibraryPathOf(subject, name)).Set("api_version", "1.3.0");
  world.With(NamedDriver(name).In(kElsewhere))
      .File(path, JsonObject().Set("file_format_version", "1.0.1").Set("ICD", icd).Text())
      .Registry(RegistryDword(kDriverKey, WindowsPath(path), 0));
}

REGISTER_CASES {
  for (const FileNames& row : kFileNames) {
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_10}, row.name, [&row](Case& c) {
      VulkanWorld world(c.subject());
      world.WithoutDriver();
      AddAt(world, c.subject(), "first", fmt::format("{}/a/{}", kNamedByValues, row.first));
      AddAt(world, c.subject(), "second", fmt::format("{}/b/{}", kNamedByValues, row.second));
      EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), UnorderedElementsAre("first", "second"))
          << "each value of the key names a driver by its full path";
    });
  }
}

void ExpectNoDecoy(Case& c, const VulkanWorld& world, const std::string& why) {
  const Observation seen = RunEnumerating(c, world);
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kGood)) << why;
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy))) << why;
}

REGISTER_CASES {
  for (const uint32_t number : {2U, 0x100U, 0x80000000U, 0xffffffffU}) {
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_10}, fmt::format("dword_of_{}", number),
                 [number](Case& c) {
                   VulkanWorld world = WorldOfGood(c.subject());
                   const std::string path = PlaceDriver(world, kDecoy);
                   world.Registry(RegistryDword(kDriverKey, path, number));
                   ExpectNoDecoy(c, world, "a value other than 0 disables a driver");
                 });
  }
}

struct OtherKey {
  const char* name;
  const char* key;
};

constexpr OtherKey kOtherKeys[] = {
    {"key_of_the_user", "HKCU\\SOFTWARE\\Khronos\\Vulkan\\Drivers"},
    {"key_of_the_other_word_size", "HKLM\\SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\Drivers"},
    {"key_above", "HKLM\\SOFTWARE\\Khronos\\Vulkan"},
    {"key_below", "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers\\1"},
    {"key_of_explicit_layers", "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers"},
    {"key_of_implicit_layers", "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers"},
    {"key_of_another_api", "HKLM\\SOFTWARE\\Khronos\\OpenCL\\Vendors"},
    {"key_of_another_major_version", "HKLM\\SOFTWARE\\Khronos\\Vulkan\\2\\Drivers"},
};

REGISTER_CASES {
  for (const OtherKey& row : kOtherKeys) {
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_10}, fmt::format("not_in_{}", row.name),
                 [&row](Case& c) {
                   VulkanWorld world = WorldOfGood(c.subject());
                   world.With(NamedDriver(kDecoy).In(row.key));
                   ExpectNoDecoy(c, world, fmt::format("{} names no drivers", row.key));
                 });
  }
}

// Values with other types, or whose names are not paths, next to the value of the valid driver.
struct OddValue {
  const char* name;
  uint32_t type;
  size_t bytes;
  const char* value_name;
};

constexpr char kManifest[] = "C:\\named_by_values\\decoy.json";

constexpr OddValue kOddValues[] = {
    {"empty_text", 1, 0, kManifest},
    {"qword", 11, 8, kManifest},
    {"four_bytes", 3, 4, kManifest},
    {"no_type", 0, 4, kManifest},
    {"much_data", 3, 60000, kManifest},
    {"dword_without_data", 4, 0, kManifest},
    {"dword_of_two_bytes", 4, 2, kManifest},
    {"name_empty", 4, 4, ""},
    {"name_of_a_missing_file", 4, 4, "C:\\named_by_values\\missing.json"},
    {"name_of_a_folder", 4, 4, "C:\\named_by_values"},
    {"name_without_a_folder", 4, 4, "decoy.json"},
    {"name_of_a_device", 4, 4, "\\\\.\\NUL"},
    {"name_on_a_missing_drive", 4, 4, "Q:\\decoy.json"},
    {"name_of_a_pattern", 4, 4, "C:\\named_by_values\\*.json"},
};

REGISTER_CASES {
  for (const OddValue& row : kOddValues) {
    RegisterCase(
        Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_10}, fmt::format("beside_{}", row.name),
        [&row](Case& c) {
          VulkanWorld world = WorldOfGood(c.subject());
          PlaceDriver(world, kDecoy);
          world.Registry(RegistryDword(kDriverKey, PlaceDriver(world, kBehind), 0));
          world.Registry({.key = kDriverKey,
                          .name = row.value_name,
                          .type = row.type,
                          .data = std::string(row.bytes, '\0')});
          EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), IsSupersetOf({kGood, kBehind}))
              << "a bad value hides no driver";
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::driver_keys
