// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Driver Discovery on Linux": the user's drivers are below XDG_CONFIG_HOME
// and XDG_DATA_HOME, or below HOME if these are not set. Whatever their values are, the folders of
// the system are searched: what an empty or relative value means is open
// (LS_VK_DRIVER_DISCOVERY_1.r1).
namespace loadstone::suites::user_folders {
namespace {

constexpr char kFound[] = "found";
constexpr char kOne[] = "/set/one";

struct HomeVariable {
  const char* word;
  const char* name;
  const char* fallback;  // below HOME
};

constexpr HomeVariable kVariables[] = {{"config_home", "XDG_CONFIG_HOME", "/.config"},
                                       {"data_home", "XDG_DATA_HOME", "/.local/share"}};

// A value, and the root below which the driver is.
struct Value {
  const char* name;
  std::string value;
  std::string root;
};

std::vector<Value> Values() {
  std::string long_path;
  while (long_path.size() < 600) long_path += "/" + std::string(99, 'x');
  const std::string odd = "/\u00fc\u4e2d/%s $HOME \"'/;,\\";
  return {{"ends_in_a_slash", std::string(kOne) + "/", kOne},
          {"is_a_long_path", long_path, long_path},
          {"holds_unusual_characters", odd, odd},
          {"names_a_symbolic_link", "/link", kOne}};
}

void ExpectFound(Case& c, VulkanWorld world, const std::string& root) {
  world.WithoutDriver().With(NamedDriver(kFound).In(DriverFolder(root)));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kFound))
      << "a driver in " << DriverFolder(root) << " must be found";
}

void JudgeValue(Case& c, const HomeVariable& variable, const Value& row) {
  ExpectFound(c, VulkanWorld(c.subject()).Symlink("/link", kOne).Env(variable.name, row.value),
              row.root);
}

void JudgeAnotherHome(Case& c, const HomeVariable& variable) {
  const std::string home = "/srv/people/some one";
  ExpectFound(c, VulkanWorld(c.subject()).Home(home), home + variable.fallback);
}

void JudgeWithoutHome(Case& c, const HomeVariable& variable) {
  ExpectFound(c, VulkanWorld(c.subject()).Unset("HOME").Env(variable.name, kOne), kOne);
}

REGISTER_CASES {
  using policy::LS_VK_DRIVER_DISCOVERY_1;
  for (const HomeVariable& variable : kVariables) {
    for (const Value& value : Values()) {
      RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_1},
                   fmt::format("{}_{}", variable.word, value.name),
                   [&variable, value](Case& c) { JudgeValue(c, variable, value); });
    }
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_1},
                 fmt::format("{}_not_set_with_another_home", variable.word),
                 [&variable](Case& c) { JudgeAnotherHome(c, variable); });
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_1},
                 fmt::format("{}_set_and_home_not_set", variable.word),
                 [&variable](Case& c) { JudgeWithoutHome(c, variable); });
  }
}

// Values without a driver, beside the driver of the system.
struct Useless {
  const char* name;
  std::string value;
};

std::vector<Useless> AllUseless() {
  return {{"names_a_missing_folder", "/nowhere/at/all"},
          {"names_an_unreadable_folder", "/set/unreadable"},
          {"names_a_file", "/set/file"},
          {"names_a_circular_link", "/set/circle"},
          {"is_relative", "some/where"},
          {"is_enormous", "/" + std::string(100000, 'y')},
          {"is_empty", ""}};
}

void ExpectSystem(Case& c, const VulkanWorld& world) {
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kDefaultDriver))
      << "a driver in a system folder is used, whatever the user's folders are";
}

void JudgeUseless(Case& c, const char* variable, const std::string& value) {
  VulkanWorld world(c.subject());
  ExpectSystem(c, world.Env(variable, value)
                      .Directory(DriverFolder("/set/unreadable"), 0)
                      .File("/set/file", "no folder")
                      .Symlink("/set/circle", "/set/circle"));
}

REGISTER_CASES {
  for (const Useless& row : AllUseless()) {
    for (const HomeVariable& variable : kVariables) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1, policy::LS_VK_DRIVER_DISCOVERY_1},
                   fmt::format("{}_{}", variable.word, row.name),
                   [row, name = variable.name](Case& c) { JudgeUseless(c, name, row.value); });
    }
  }
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_1, home_not_set) {
  ExpectSystem(c, VulkanWorld(c.subject()).Unset("HOME"));
}
VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_1, home_empty) {
  ExpectSystem(c, VulkanWorld(c.subject()).Env("HOME", ""));
}

// Drivers of different manifests with one file name, in two folders that are both searched.
struct Folders {
  const char* name;
  std::vector<std::pair<const char*, const char*>> variables;
  const char* one;
  const char* two;
};

const Folders kFolders[] = {
    {"config_home_and_data_home",
     {{"XDG_CONFIG_HOME", "/set/one"}, {"XDG_DATA_HOME", "/set/two"}},
     "/set/one/vulkan/icd.d",
     "/set/two/vulkan/icd.d"},
    {"two_of_config_dirs",
     {{"XDG_CONFIG_DIRS", "/set/one:/set/two"}},
     "/set/one/vulkan/icd.d",
     "/set/two/vulkan/icd.d"},
    {"two_of_data_dirs",
     {{"XDG_DATA_DIRS", "/set/one:/set/two"}},
     "/set/one/vulkan/icd.d",
     "/set/two/vulkan/icd.d"},
    {"home_and_system", {}, "/home/user/.local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d"},
};

void JudgeFileName(Case& c, const Folders& row) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const auto& [variable, value] : row.variables) world.Env(variable, value);
  for (const auto& [name, folder] : {std::pair{"one", row.one}, std::pair{"two", row.two}}) {
    const Driver driver = NamedDriver(name).In(kElsewhere);
    world.With(driver).File(std::string(folder) + "/icd.json",
                            driver.ManifestText(LibraryPathOf(c.subject(), name)));
  }
  EXPECT_SEEN(Order(RunEnumerating(c, world)), UnorderedElementsAre("one", "two"))
      << "the manifests of all folders are used, whatever their file names are";
}

REGISTER_CASES {
  for (const Folders& row : kFolders) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_1},
                 fmt::format("one_file_name_in_{}", row.name),
                 [&row](Case& c) { JudgeFileName(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::user_folders
