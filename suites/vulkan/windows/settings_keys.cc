// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/world/code_page.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/settings/settings_files.h"
#include "suites/vulkan/windows/read_files.h"

// LoaderSettingsFile, "Windows" and "Exception for Elevated Privileges": which values name the
// settings file, as shown by which files the loader reads. The document says nothing about the data
// of such a value, which is 0 here, as in the keys of layers and drivers (LS_VK_SETTINGS_5.r1).
namespace loadstone::suites::settings_keys {
namespace {

constexpr char kOfUser[] = "/users/me/vk_loader_settings.json";
constexpr char kOfMachine[] = "/program data/vk_loader_settings.json";
constexpr char kOther[] = "/users/me/other.json";

void Name(VulkanWorld& world, const char* key, const std::string& file) {
  world.Registry(RegistryDword(key, WindowsPath(file), 0));
}

// Watches which of `files` are read while an application enumerates layers and creates an instance.
// When the loader searches for them is open: LS_VK_SETTINGS_5.r2.
Observation Watch(Case& c, VulkanWorld world, const std::vector<std::string>& files) {
  for (const std::string& file : files) world.File(file, kEmptySettings);
  const Observation seen = Observe(c, world, [&files](VulkanApp& app) {
    const ReadWatch watch(files);
    app.EnumerateLayers();
    app.CreateInstance();
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "an instance is created";
  return seen;
}

#define LS_REQUIRE_READS(seen) \
  if (!ShowsReads(seen))       \
  GTEST_SKIP() << "this system keeps no times of last access, which show that a file is read"

// The document names no key of 32-bit applications, whose keys below SOFTWARE are others.
constexpr char kOf64Bits[] = "the document names the key of 64-bit applications only";
#define LS_REQUIRE_64_BITS(c) \
  if ((c).subject().bits != 64) GTEST_SKIP() << kOf64Bits

void JudgeRead(Case& c, const VulkanWorld& world, const std::string& file, const char* why) {
  LS_REQUIRE_64_BITS(c);
  const Observation seen = Watch(c, world, {file});
  LS_REQUIRE_READS(seen);
  EXPECT_SEEN(ReadFiles(seen, {file}), ElementsAre(file)) << why << reading::LS_VK_SETTINGS_5_r2;
}

constexpr char kUsersKeyNames[] = "a value of the user's key names the settings file";
constexpr char kMachinesKeyNames[] =
    "a value of the machine's key names the settings file, because none of the user's key does";

VULKAN_CASE(LS_VK_SETTINGS_5, key_of_the_user) {
  VulkanWorld world(c.subject());
  Name(world, kUserSettingsKey, kOfUser);
  JudgeRead(c, world, kOfUser, kUsersKeyNames);
}

// Whether the file of the machine is read as well is open: LS_VK_SETTINGS_5.r3.
VULKAN_CASE(LS_VK_SETTINGS_5, key_of_the_user_before_that_of_the_machine) {
  LS_REQUIRE_64_BITS(c);
  VulkanWorld world(c.subject());
  Name(world, kUserSettingsKey, kOfUser);
  Name(world, kMachineSettingsKey, kOfMachine);
  const Observation seen = Watch(c, world, {kOfUser, kOfMachine});
  LS_REQUIRE_READS(seen);
  EXPECT_SEEN(ReadFiles(seen, {kOfUser, kOfMachine}), Contains(kOfUser))
      << "the user's key is searched first" << reading::LS_VK_SETTINGS_5_r3;
}

// Folders with other letters than those of the code page of programs. The second byte of the first
// letter in code page 932 is that of a backslash.
void JudgeFolder(Case& c, uint32_t code_page) {
  const std::string file = "/\xe8\xa1\xa8\xce\xbb \xc3\xbc/vk_loader_settings.json";
  VulkanWorld world(c.subject());
  if (code_page != 0) world.Registry(CodePageValue(code_page));
  Name(world, kUserSettingsKey, file);
  JudgeRead(c, world, file, kUsersKeyNames);
}

VULKAN_CASE(LS_VK_SETTINGS_5, folder_of_other_alphabets) { JudgeFolder(c, 0); }

REGISTER_CASES {
  for (const uint32_t code_page : {kJapanese, kUtf8}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_SETTINGS_5},
                 fmt::format("folder_of_other_alphabets_in_code_page_{}", code_page),
                 [code_page](Case& c) { JudgeFolder(c, code_page); });
  }
}

// Values of the user's key that name no settings file. Those whose names begin with C:\a come
// before the value of kOfUser in the order of names, in which Wine enumerates them.
struct OtherValue {
  const char* name;
  RegistryValue value;
  bool leads_to_nothing = false;  // its name is that of a settings file, which does not exist
};

std::vector<OtherValue> OtherValues() {
  const std::string key = kUserSettingsKey;
  return {
      {"without_a_name", RegistryDword(key, "", 0)},
      {"of_a_missing_file", RegistryDword(key, "C:\\a\\vk_loader_settings.json", 0), true},
      {"of_a_missing_drive", RegistryDword(key, "A:\\vk_loader_settings.json", 0), true},
      {"of_another_file", RegistryDword(key, WindowsPath(kOther), 0)},
      {"of_a_folder", RegistryDword(key, "C:\\users\\me", 0)},
      {"of_no_path", RegistryDword(key, "<>|?* \"", 0)},
      {"with_a_long_name", RegistryDword(key, "C:\\" + std::string(10000, 'a') + ".json", 0)},
      {"of_type_text", RegistryText(key, "A", WindowsPath(kOther))},
      {"of_much_data", RegistryBytes(key, "A", std::string(60000, '\xff'))},
  };
}

REGISTER_CASES {
  for (const OtherValue& row : OtherValues()) {
    const auto make = [row](Case& c, const char* key, const std::string& file) {
      VulkanWorld world(c.subject());
      world.File(kOther, "{}").Directory("/users/me").Registry(row.value);
      Name(world, key, file);
      return world;
    };
    // A loader may go on with the machine's key: LS_VK_SETTINGS_5.r4.
    if (!row.leads_to_nothing) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_SETTINGS_5},
                   fmt::format("beside_a_value_{}", row.name), [make](Case& c) {
                     JudgeRead(c, make(c, kUserSettingsKey, kOfUser), kOfUser, kUsersKeyNames);
                   });
    }
    RegisterCase(Api::kVulkan, {policy::LS_VK_SETTINGS_6}, fmt::format("users_value_{}", row.name),
                 [make](Case& c) {
                   JudgeRead(c, make(c, kMachineSettingsKey, kOfMachine), kOfMachine,
                             kMachinesKeyNames);
                 });
  }
}

VULKAN_CASE(LS_VK_SETTINGS_6, user_has_no_key) {
  VulkanWorld world(c.subject());
  Name(world, kMachineSettingsKey, kOfMachine);
  JudgeRead(c, world, kOfMachine, kMachinesKeyNames);
}

VULKAN_CASE(LS_VK_SETTINGS_6, elevated) {
  VulkanWorld world(c.subject());
  Name(world, kMachineSettingsKey, kOfMachine);
  JudgeRead(c, world.Elevated(), kOfMachine, kMachinesKeyNames);
}

VULKAN_CASE(LS_VK_SETTINGS_7, key_of_the_user) {
  LS_REQUIRE_64_BITS(c);
  VulkanWorld world(c.subject());
  Name(world, kUserSettingsKey, kOfUser);
  const Observation seen = Watch(c, world.Elevated(), {kOfUser});
  LS_REQUIRE_READS(seen);
  EXPECT_SEEN(ReadFiles(seen, {kOfUser}), IsEmpty())
      << "the user's key is ignored with elevated privileges";
}

VULKAN_CASE(LS_VK_SETTINGS_7, key_of_the_user_beside_that_of_the_machine,
            policy::LS_VK_SETTINGS_6) {
  LS_REQUIRE_64_BITS(c);
  VulkanWorld world(c.subject());
  Name(world, kUserSettingsKey, kOfUser);
  Name(world, kMachineSettingsKey, kOfMachine);
  const Observation seen = Watch(c, world.Elevated(), {kOfUser, kOfMachine});
  LS_REQUIRE_READS(seen);
  EXPECT_SEEN(ReadFiles(seen, {kOfUser, kOfMachine}), ElementsAre(kOfMachine))
      << "the user's key is ignored with elevated privileges, and that of the machine is not";
}

}  // namespace
}  // namespace loadstone::suites::settings_keys
