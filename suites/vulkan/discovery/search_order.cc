// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/folder_policies.h"
#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/macos/bundle.h"

// LoaderLayerInterface, "Layer Discovery" and "Linux Layer Discovery": the folders have an order,
// and of several layers with the same name, the first that is found is used.
namespace loadstone::suites::search_order {
namespace {

constexpr char kSame[] = "VK_LAYER_LS_same";
constexpr char kEarlier[] = "in_the_earlier_folder";
constexpr char kLater[] = "in_the_later_folder";

// A machine on which every XDG variable is set, each list with two folders. Layers and the driver
// are only in the folders of these variables, and in the system configuration folder.
VulkanWorld WorldOfLists(const Subject& subject) {
  VulkanWorld world(subject);
  world.WithoutDriver()
      .With(Driver(kDefaultDriver).In(DriverFolder("/data/b")))
      .Env("XDG_CONFIG_HOME", "/config/home")
      .Env("XDG_CONFIG_DIRS", "/config/a:/config/b")
      .Env("XDG_DATA_HOME", "/data/home")
      .Env("XDG_DATA_DIRS", "/data/a:/data/b");
  return world;
}

Layer OneOfTwo(LayerKind kind, const std::string& folder, const char* who) {
  return KindLayer(kind, kSame).In(folder).Who(who);
}

// Two layers with the same name; the folder `earlier` must be searched before `later`.
void JudgeOrder(Case& c, VulkanWorld world, LayerKind kind, const std::string& earlier,
                const std::string& later) {
  // The later one is installed first, so that the order of installation does not help.
  world.With(OneOfTwo(kind, later, kLater))
      .With(OneOfTwo(kind, earlier, kEarlier))
      .With(FolderControl(earlier));
  const Observation seen = RunWithLayers(c, world, kind, {kSame});
  AttributeToRoot(seen, kFolderControl, earlier);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kEarlier)) << fmt::format(
      "if {} and {} contain layers with the same name, only the first is used", earlier, later);
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kEarlier))
      << "the layer of the folder that is searched first is the one in the device chain";
}

struct Pair {
  const char* name;
  const char* earlier;  // roots
  const char* later;
};

// The documents leave the order of XDG_CONFIG_HOME and XDG_CONFIG_DIRS open: LS_VK_DISCOVERY_5.r1.
constexpr Pair kPairs[] = {
    {"config_dirs_in_their_order", "/config/a", "/config/b"},
    {"config_home_before_data_home", "/config/home", "/data/home"},
    {"config_home_before_data_dirs", "/config/home", "/data/a"},
    {"config_dirs_before_data_home", "/config/a", "/data/home"},
    {"last_of_config_dirs_before_data_home", "/config/b", "/data/home"},
    {"last_of_config_dirs_before_data_dirs", "/config/b", "/data/a"},
    {"data_home_before_data_dirs", "/data/home", "/data/a"},
    {"data_home_before_last_of_data_dirs", "/data/home", "/data/b"},
    {"data_dirs_in_their_order", "/data/a", "/data/b"},
};

REGISTER_CASES {
  for (const Pair& pair : kPairs) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, AndSearching({policy::LS_VK_DISCOVERY_5}, {pair.earlier}),
                   fmt::format("{}_{}", KindName(kind), pair.name), [kind, pair](Case& c) {
                     JudgeOrder(c, WorldOfLists(c.subject()), kind, KindFolder(kind, pair.earlier),
                                KindFolder(kind, pair.later));
                   });
    }
  }
}

// On macOS, the same order follows the bundle of the program.
REGISTER_CASES {
  for (const Pair& pair : kPairs) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(
          Api::kVulkan,
          AndSearching({policy::LS_VK_DISCOVERY_5, policy::LS_VK_DISCOVERY_16}, {pair.earlier}),
          fmt::format("{}_{}_behind_a_bundle", KindName(kind), pair.name), [kind, pair](Case& c) {
            VulkanWorld world = WorldOfLists(c.subject());
            world.Application(ProgramOf(kBundle));
            JudgeOrder(c, std::move(world), kind, KindFolder(kind, pair.earlier),
                       KindFolder(kind, pair.later));
          });
    }
  }
}

// A folder that two variables name is searched where the first of them stands.
REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_5, policy::LS_VK_DISCOVERY_2},
                 fmt::format("{}_folder_of_two_variables", KindName(kind)), [kind](Case& c) {
                   VulkanWorld world = WorldOfLists(c.subject());
                   world.Env("XDG_CONFIG_DIRS", "/config/shared")
                       .Env("XDG_DATA_DIRS", "/data/b:/config/shared");
                   JudgeOrder(c, std::move(world), kind, KindFolder(kind, "/config/shared"),
                              KindFolder(kind, "/data/b"));
                 });
  }
}

// The request does not affect which of the two is used.
void JudgeVariable(Case& c, const char* variable) {
  VulkanWorld world = WorldOfLists(c.subject());
  world.Env(variable, kSame);
  world.With(OneOfTwo(LayerKind::kExplicit, ExplicitFolder("/data/b"), kLater))
      .With(OneOfTwo(LayerKind::kExplicit, ExplicitFolder("/data/a"), kEarlier));
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kEarlier)) << fmt::format(
      "if {} enables several layers with the same name, only the one found first is used",
      variable);
}

VULKAN_CASE(LS_VK_DISCOVERY_5, explicit_named_by_the_environment) {
  JudgeVariable(c, "VK_INSTANCE_LAYERS");
}

VULKAN_CASE(LS_VK_DISCOVERY_5, explicit_matched_by_a_filter, policy::LS_VK_FILTER_1) {
  JudgeVariable(c, "VK_LOADER_LAYERS_ENABLE");
}

// The built-in folders that the subject searches even if the variables are set: only the folders
// for the system configuration.
std::vector<std::string> ConfigurationFolders(const std::vector<std::string>& folders) {
  std::vector<std::string> found;
  for (const std::string& folder : folders) {
    if (folder.compare(0, 5, "/etc/") == 0 && folder.compare(0, 9, "/etc/xdg/") != 0) {
      found.push_back(folder);
    }
  }
  return found;
}

// A folder of a variable that is set, or the fallback of one that is not, and its place before or
// after the system folder below /etc.
struct BesideSystem {
  const char* name;
  const char* root;
  bool root_first;
  bool set;
};

constexpr BesideSystem kBesideSystem[] = {
    {"config_home_before_system", "/config/home", true, true},
    {"config_dirs_before_system", "/config/b", true, true},
    {"system_before_data_home", "/data/home", false, true},
    {"system_before_data_dirs", "/data/a", false, true},
    {"home_config_before_system", "/home/user/.config", true, false},
    {"system_before_home_data", "/home/user/.local/share", false, false},
};

// The root of another variable, for a subject that is built without such a system folder.
const char* OtherRoot(const BesideSystem& row) {
  if (row.root_first) return row.set ? "/data/b" : "/usr/share";
  return row.set ? "/config/a" : "/etc/xdg";
}

void JudgeSystem(Case& c, LayerKind kind, const BesideSystem& row) {
  const auto& folders = c.subject().folders;
  const std::vector<std::string> system = ConfigurationFolders(
      kind == LayerKind::kImplicit ? folders.implicit_layers : folders.explicit_layers);
  const std::string other = system.empty() ? KindFolder(kind, OtherRoot(row)) : system.front();
  const VulkanWorld world = row.set ? WorldOfLists(c.subject()) : VulkanWorld(c.subject());
  JudgeOrder(c, world, kind, row.root_first ? KindFolder(kind, row.root) : other,
             row.root_first ? other : KindFolder(kind, row.root));
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const BesideSystem& row : kBesideSystem) {
      RegisterCase(
          Api::kVulkan,
          AndSearching({policy::LS_VK_DISCOVERY_5}, {row.root_first ? row.root : OtherRoot(row)}),
          fmt::format("{}_{}", KindName(kind), row.name),
          [kind, &row](Case& c) { JudgeSystem(c, kind, row); });
    }
  }
}

// The fallbacks of variables that are not set have the same order.
REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_5, policy::LS_VK_DISCOVERY_1},
                 KindName(kind) + "_home_config_before_home_data", [kind](Case& c) {
                   JudgeOrder(c, VulkanWorld(c.subject()), kind,
                              KindFolder(kind, "/home/user/.config"),
                              KindFolder(kind, "/home/user/.local/share"));
                 });
  }
}

// The application gets the properties of the layer that is used. It is open whether the others are
// enumerated as well: LS_VK_DISCOVERY_5.r3.
REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DISCOVERY_5}, KindName(kind) + "_properties_of_the_first",
        [kind](Case& c) {
          VulkanWorld world = WorldOfLists(c.subject());
          world
              .With(OneOfTwo(kind, KindFolder(kind, "/data/b"), kLater)
                        .Manifest(R"({"description": "the later"})"))
              .With(OneOfTwo(kind, KindFolder(kind, "/config/a"), kEarlier)
                        .Manifest(R"({"description": "the earlier"})"));
          const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
          std::vector<std::string> descriptions;
          for (const Event& event : seen.Select("app", "vkEnumerateInstanceLayerProperties")) {
            if (event.phase() == "leave") descriptions = event.List("descriptions");
          }
          EXPECT_SEEN(descriptions, Contains("the earlier"))
              << "the layer that is found first is the one that is used, so this layer must be "
                 "reported to the application";
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::search_order
