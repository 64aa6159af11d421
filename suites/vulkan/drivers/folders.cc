// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Driver Discovery on Linux": the folders in which drivers are found. No
// variable is set but empty or relative, for which the fallback is open
// (LS_VK_DRIVER_DISCOVERY_1.r1), and no case depends on a folder that only a build option names
// (LS_VK_DRIVER_DISCOVERY_1.r2).
namespace loadstone::suites::folders {
namespace {

constexpr char kFound[] = "found";
constexpr char kHidden[] = "hidden";

constexpr DriverPlace kPlaces[] = {
    {"xdg_config_home", "XDG_CONFIG_HOME", "/set/one", "/set/one"},
    {"xdg_config_dirs", "XDG_CONFIG_DIRS", "/set/one", "/set/one"},
    {"first_of_xdg_config_dirs", "XDG_CONFIG_DIRS", "/set/one:/set/two", "/set/one"},
    {"last_of_xdg_config_dirs", "XDG_CONFIG_DIRS", "/set/one:/set/two", "/set/two"},
    {"xdg_data_home", "XDG_DATA_HOME", "/set/one", "/set/one"},
    {"xdg_data_dirs", "XDG_DATA_DIRS", "/set/one", "/set/one"},
    {"first_of_xdg_data_dirs", "XDG_DATA_DIRS", "/set/one:/set/two", "/set/one"},
    {"last_of_xdg_data_dirs", "XDG_DATA_DIRS", "/set/one:/set/two", "/set/two"},
    // Folders named like the suffix, or its beginning: the whole suffix is below them.
    {"folder_vulkan_of_xdg_config_home", "XDG_CONFIG_HOME", "/set/vulkan", "/set/vulkan"},
    {"folder_vulkan_of_xdg_config_dirs", "XDG_CONFIG_DIRS", "/set/one:/set/vulkan", "/set/vulkan"},
    {"folder_vulkan_of_xdg_data_home", "XDG_DATA_HOME", "/set/vulkan", "/set/vulkan"},
    {"folder_vulkan_of_xdg_data_dirs", "XDG_DATA_DIRS", "/set/vulkan:/set/one", "/set/vulkan"},
    {"folder_icd_d_of_xdg_data_home", "XDG_DATA_HOME", "/set/vulkan/icd.d", "/set/vulkan/icd.d"},
    {"folder_icd_d_of_xdg_data_dirs", "XDG_DATA_DIRS", "/set/one:/set/vulkan/icd.d",
     "/set/vulkan/icd.d"},
    {"config_of_home", "", "", "/home/user/.config"},
    {"etc_xdg", "", "", "/etc/xdg"},
    {"data_of_home", "", "", "/home/user/.local/share"},
    {"usr_local_share", "", "", "/usr/local/share"},
    {"usr_share", "", "", "/usr/share"},
};

REGISTER_CASES {
  for (const DriverPlace& place : kPlaces) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_1}, place.name,
                 [&place](Case& c) { JudgeDriverPlace(c, place); });
  }
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_1, every_folder, policy::LDP_LOADER_2) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  std::vector<std::string> names;
  for (const DriverPlace& place : kPlaces) {
    if (place.variable[0] != '\0') continue;
    names.emplace_back(place.name);
    world.With(NamedDriver(place.name).In(DriverFolder(place.root)));
  }
  EXPECT_SEEN(Order(RunEnumerating(c, world)), UnorderedElementsAreArray(names))
      << "the drivers of all folders must be used";
}

// A variable that is set replaces its fallback.
constexpr DriverPlace kReplaced[] = {
    {"config_of_home", "XDG_CONFIG_HOME", "/set/one", "/home/user/.config"},
    {"etc_xdg", "XDG_CONFIG_DIRS", "/set/one", "/etc/xdg"},
    {"data_of_home", "XDG_DATA_HOME", "/set/one", "/home/user/.local/share"},
    {"usr_local_share", "XDG_DATA_DIRS", "/set/one", "/usr/local/share"},
    {"usr_share", "XDG_DATA_DIRS", "/set/one", "/usr/share"},
};

REGISTER_CASES {
  for (const DriverPlace& place : kReplaced) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_1},
                 fmt::format("{}_is_replaced", place.name), [&place](Case& c) {
                   VulkanWorld world(c.subject());
                   world.WithoutDriver()
                       .Env(place.variable, place.value)
                       .With(NamedDriver(kHidden).In(DriverFolder(place.root)))
                       .With(NamedDriver(kFound).In(DriverFolder(place.value)));
                   EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kFound))
                       << place.root << " is searched only if " << place.variable << " is not set";
                 });
  }
}

// So does one that names no folder, or one without drivers.
REGISTER_CASES {
  for (const DriverPlace& place : kReplaced) {
    for (const auto& [name, value] :
         {std::pair{"a_missing_folder", "/missing/folder"},
          std::pair{"an_empty_folder", "/set/empty"}, std::pair{"a_file", "/set/file"}}) {
      RegisterCase(
          Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_1},
          fmt::format("{}_is_replaced_by_{}", place.name, name), [&place, value = value](Case& c) {
            VulkanWorld world(c.subject());
            world.WithoutDriver()
                .Directory(DriverFolder("/set/empty"))
                .File("/set/file", "no folder")
                .Env(place.variable, value)
                .With(NamedDriver(kHidden).In(DriverFolder(place.root)));
            EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), IsEmpty())
                << place.root << " is searched only if " << place.variable << " is not set";
          });
    }
  }
}

// Lists in which the folder, written as {}, is not the only element.
struct List {
  const char* name;
  const char* text;
};

constexpr List kLists[] = {
    {"folder_ends_in_a_slash", "{}/"},
    {"colon_at_the_end", "{}:"},
    {"colon_at_the_beginning", ":{}"},
    {"two_colons", "/set/one::{}"},
    {"folder_after_missing_ones", "/missing/a:/missing/b:{}"},
    {"folder_after_a_file", "/set/file:{}"},
    {"folder_after_a_circular_link", "/set/circle:{}"},
    {"folder_after_a_relative_one", "relative/path:{}"},
    {"folder_after_an_unreadable_one", "/set/unreadable:{}"},
    {"folder_after_a_dangling_link", "/set/dangling:{}"},
    {"folder_after_a_blank_one", " :{}"},
    {"folder_after_a_tilde", "~:~/drivers:{}"},
    {"folder_after_the_root", "/:{}"},
    {"folder_before_a_missing_one", "{}:/missing"},
};

void JudgeList(Case& c, const char* variable, const char* text) {
  constexpr char kRoot[] = "/set/good";
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .Env(variable, fmt::format(fmt::runtime(text), kRoot))
      .Directory("/set/one")
      .File("/set/file", "no folder")
      .Directory(DriverFolder("/set/unreadable"), 0)
      .Symlink("/set/circle", "/set/circle")
      .Symlink("/set/dangling", "/set/nowhere")
      .With(NamedDriver(kFound).In(DriverFolder(kRoot)));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kFound))
      << "a driver in a folder that " << variable << " lists must be used, once";
}

REGISTER_CASES {
  for (const List& list : kLists) {
    for (const auto& [name, variable] :
         {std::pair{"config_dirs", "XDG_CONFIG_DIRS"}, std::pair{"data_dirs", "XDG_DATA_DIRS"}}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_1},
                   fmt::format("{}_{}", name, list.name),
                   [&list, variable = variable](Case& c) { JudgeList(c, variable, list.text); });
    }
  }
}

// An empty list: the fallback or nothing (LS_VK_DRIVER_DISCOVERY_1.r1), beside the user's drivers.
REGISTER_CASES {
  for (const auto& [name, variable] :
       {std::pair{"config_dirs", "XDG_CONFIG_DIRS"}, std::pair{"data_dirs", "XDG_DATA_DIRS"}}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_1}, fmt::format("{}_empty", name),
                 [variable = variable](Case& c) {
                   VulkanWorld world(c.subject());
                   world.WithoutDriver()
                       .Env(variable, "")
                       .Env("XDG_DATA_HOME", "/set/one")
                       .With(NamedDriver(kFound).In(DriverFolder("/set/one")));
                   EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kFound))
                       << "an empty " << variable << " hides no driver of another folder";
                 });
  }
}

// The fallback of each variable applies while all others are set.
constexpr const char* kVariables[] = {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME",
                                      "XDG_DATA_DIRS"};

REGISTER_CASES {
  for (const DriverPlace& place : kReplaced) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_1},
                 fmt::format("{}_with_all_other_variables_set", place.name), [&place](Case& c) {
                   VulkanWorld world(c.subject());
                   world.WithoutDriver().With(NamedDriver(kFound).In(DriverFolder(place.root)));
                   for (const std::string variable : kVariables) {
                     if (variable != place.variable) world.Env(variable, "/set/" + variable);
                   }
                   EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kFound))
                       << place.root << " is searched if " << place.variable
                       << " is not set, whatever the others are";
                 });
  }
}

// "applies the "/vulkan/icd.d" suffix onto each and looks in that specific folder".
VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_1, no_folder_around_it) {
  const std::string root = "/set/one";
  const std::string good = DriverFolder(root);
  VulkanWorld world(c.subject());
  world.WithoutDriver().Env("XDG_CONFIG_HOME", root).With(NamedDriver(kFound).In(good));
  int number = 0;
  for (const std::string& folder :
       {root, root + "/vulkan", root + "/icd.d", good + "/deeper", good + "/icd.d",
        root + "/vulkan/explicit_layer.d", root + "/vulkan/implicit_layer.d"}) {
    world.With(NamedDriver(fmt::format("{}_{}", kHidden, number++)).In(folder));
  }
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kFound))
      << "drivers are found in " << good << " and in no folder around it";
}

// One folder under two names; a driver in it must not appear twice.
constexpr DriverPlace kSame[] = {
    {"folder_with_dots", "XDG_DATA_DIRS", "/set/./one:/set/one", "/set/one"},
    {"folder_above_and_back", "XDG_CONFIG_DIRS", "/set/one:/set/two/../one", "/set/one"},
    {"folder_and_a_link_to_it", "XDG_DATA_DIRS", "/link:/set/one", "/set/one"},
    {"link_in_a_home", "XDG_CONFIG_HOME", "/link", "/etc/xdg"},
};

REGISTER_CASES {
  for (const DriverPlace& place : kSame) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_15}, place.name, [&place](Case& c) {
      VulkanWorld world(c.subject());
      world.WithoutDriver()
          .Env(place.variable, place.value)
          .Directory("/set/two")
          .Symlink("/link", place.root)
          .With(NamedDriver(kFound).In(DriverFolder(place.root)));
      EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kFound))
          << "a manifest that two search paths lead to must be used once";
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::folders
