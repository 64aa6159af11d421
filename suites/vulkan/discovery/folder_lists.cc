// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Linux Layer Discovery": XDG_CONFIG_DIRS and XDG_DATA_DIRS are
// colon-separated lists of folders, each of which is searched.
namespace loadstone::suites::folder_lists {
namespace {

constexpr char kListed[] = "VK_LAYER_LS_listed";
constexpr char kGood[] = "/list/good";

struct ListVariable {
  policy::Id policy;
  const char* variable;
};

const ListVariable kVariables[] = {
    {policy::LS_VK_DISCOVERY_2, "XDG_CONFIG_DIRS"},
    {policy::LS_VK_DISCOVERY_4, "XDG_DATA_DIRS"},
};

// A machine with this value. Its driver is in the folder `root` below one of the elements, because
// a list replaces the default folders, one of which usually contains the driver.
VulkanWorld WorldWith(Case& c, const ListVariable& variable, const std::string& value,
                      const std::string& root) {
  VulkanWorld world(c.subject());
  world.Env(variable.variable, value)
      .WithoutDriver()
      .With(Driver(kDefaultDriver).In(DriverFolder(root)));
  return world;
}

// A value that contains the valid folder, written as {}. The treatment of additional relative paths
// is open (LS_VK_DISCOVERY_2.r2, LS_VK_DISCOVERY_4.r2).
struct Value {
  const char* name;
  const char* text;
};

constexpr Value kValues[] = {
    {"one_folder", "{}"},
    {"folder_first", "{}:/list/a:/list/b"},
    {"folder_in_the_middle", "/list/a:{}:/list/b"},
    {"folder_last", "/list/a:/list/b:{}"},
    {"folder_ends_in_a_slash", "{}/"},
    {"every_folder_ends_in_a_slash", "/list/a/:{}/:/list/b/"},
    {"colon_at_the_end", "{}:"},
    {"colon_at_the_beginning", ":{}"},
    {"two_colons", "/list/a::{}"},
    {"many_colons", "::::/list/a::::{}::::"},
    {"folder_after_missing_ones", "/missing/a:/missing/b:{}"},
    {"folder_before_a_missing_one", "{}:/missing"},
    {"folder_after_a_file", "/list/file:{}"},
    {"folder_after_an_unreadable_one", "/list/unreadable:{}"},
    {"folder_after_a_circular_link", "/list/circle:{}"},
    {"folder_after_a_dangling_link", "/list/dangling:{}"},
    {"folder_after_a_relative_one", "relative/path:./:../up:{}"},
    {"folder_after_a_blank_one", " :{}"},
    {"folder_after_a_tilde", "~:~/layers:{}"},
    {"folder_twice", "{0}:{0}"},
    {"folder_after_the_root", "/:{}"},
};

VulkanWorld WorldOfValue(Case& c, const ListVariable& variable, const std::string& value) {
  VulkanWorld world = WorldWith(c, variable, value, kGood);
  for (const LayerKind kind : kLayerKinds) {
    world.Directory(KindFolder(kind, "/list/a"))
        .Directory(KindFolder(kind, "/list/b"))
        .Directory(KindFolder(kind, "/list/unreadable"), 0);
  }
  return world.File("/list/file", "no folder")
      .Symlink("/list/circle", "/list/circle")
      .Symlink("/list/dangling", "/list/nowhere");
}

void JudgeValue(Case& c, const ListVariable& variable, LayerKind kind, const std::string& value) {
  VulkanWorld world = WorldOfValue(c, variable, value);
  world.With(KindLayer(kind, kListed).In(KindFolder(kind, kGood)));
  const Observation seen = RunWithLayers(c, world, kind, {kListed});
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kListed))
      << "a layer in a folder that " << variable.variable << " lists must be offered";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << "a layer in a folder that " << variable.variable << " lists must be loaded, once";
}

using Body = std::function<void(Case&, const ListVariable&, LayerKind)>;

void RegisterForAll(const std::string& name, const Body& body) {
  for (const ListVariable& variable : kVariables) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {variable.policy}, fmt::format("{}_{}", KindName(kind), name),
                   [=](Case& c) { body(c, variable, kind); });
    }
  }
}

REGISTER_CASES {
  for (const Value& value : kValues) {
    const std::string text = fmt::format(fmt::runtime(value.text), kGood);
    RegisterForAll(value.name, [text](Case& c, const ListVariable& variable, LayerKind kind) {
      JudgeValue(c, variable, kind, text);
    });
  }
}

// A list of `count` elements, which are existing folders if `exist` is set.
void ManyElements(Case& c, const ListVariable& variable, LayerKind kind, int count, bool exist) {
  std::string value;
  for (int i = 0; i < count; ++i) value += fmt::format("/list/{}/{}:", exist ? "is" : "is_not", i);
  VulkanWorld world = WorldWith(c, variable, value + kGood, kGood);
  for (int i = 0; exist && i < count; ++i) {
    world.Directory(KindFolder(kind, fmt::format("/list/is/{}", i)));
  }
  world.With(KindLayer(kind, kListed).In(KindFolder(kind, kGood)));
  const Observation seen = RunWithLayers(c, world, kind, {kListed});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << "a folder after " << count << " others in the list must be searched";
}

void LongElements(Case& c, const ListVariable& variable, LayerKind kind) {
  std::string before;
  for (int i = 0; i < 20; ++i) before += "/" + std::string(4000, 'x') + ":";
  JudgeValue(c, variable, kind, before + kGood);
}

// Thirty-two folders with a layer each.
void LayerInEachFolder(Case& c, const ListVariable& variable, LayerKind kind) {
  constexpr int kFolders = 32;
  std::string value;
  std::vector<std::string> names;
  for (int i = 0; i < kFolders; ++i) {
    value += fmt::format("{}/list/{}", i == 0 ? "" : ":", i);
    names.push_back(fmt::format("VK_LAYER_LS_number_{}", i));
  }
  VulkanWorld world = WorldWith(c, variable, value, "/list/0");
  for (int i = 0; i < kFolders; ++i) {
    world.With(KindLayer(kind, names[static_cast<size_t>(i)])
                   .In(KindFolder(kind, fmt::format("/list/{}", i))));
  }
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, names)), UnorderedElementsAreArray(names))
      << "each folder of the list must be searched";
}

void FoldersAreLinks(Case& c, const ListVariable& variable, LayerKind kind) {
  VulkanWorld world = WorldWith(c, variable, "/list/link", kGood);
  world.Symlink("/list/link", kGood).With(KindLayer(kind, kListed).In(KindFolder(kind, kGood)));
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kListed})), ElementsAre(kListed))
      << "a listed folder may be a symbolic link to the real one";
}

// The suffix is added to any folder, also to one whose name ends like it.
void NamedLikeTheSuffix(Case& c, const ListVariable& variable, LayerKind kind) {
  constexpr char kPart[] = "VK_LAYER_LS_part";
  constexpr char kWhole[] = "VK_LAYER_LS_whole";
  const std::string part = "/list/vulkan";
  const std::string whole = KindFolder(kind, "/list/base");
  VulkanWorld world = WorldWith(c, variable, fmt::format("{}:{}:{}", part, whole, kGood), kGood);
  world.With(KindLayer(kind, kPart).In(KindFolder(kind, part)))
      .With(KindLayer(kind, kWhole).In(KindFolder(kind, whole)));
  const Observation seen = RunWithLayers(c, world, kind, {kPart, kWhole});
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kPart, kWhole))
      << "the loader adds the suffix for " << KindName(kind)
      << " layers to each folder, whatever the folder's name is";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kPart, kWhole))
      << "the loader adds the suffix for " << KindName(kind)
      << " layers to each folder, whatever the folder's name is";
}

// A list replaces only its own fallback: the user's folders are searched as well.
void BesideTheFoldersOfTheUser(Case& c, const ListVariable& variable, LayerKind kind) {
  constexpr char kConfig[] = "VK_LAYER_LS_config";
  constexpr char kData[] = "VK_LAYER_LS_data";
  VulkanWorld world = WorldWith(c, variable, kGood, kGood);
  world.With(KindLayer(kind, kListed).In(KindFolder(kind, kGood)))
      .With(KindLayer(kind, kConfig).In(KindFolder(kind, "/home/user/.config")))
      .With(KindLayer(kind, kData).In(KindFolder(kind, "/home/user/.local/share")));
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kListed, kConfig, kData})),
              UnorderedElementsAre(kListed, kConfig, kData))
      << "the folders of " << variable.variable
      << " are searched in addition to the user's folders";
}

// Accepted results: the fallback or nothing (LS_VK_DISCOVERY_2.r1, LS_VK_DISCOVERY_4.r1). The
// driver and a layer are in the user's folder, which no list replaces.
void Empty(Case& c, const ListVariable& variable, LayerKind kind) {
  constexpr char kData[] = "VK_LAYER_LS_data";
  constexpr char kFallback[] = "VK_LAYER_LS_fallback";
  VulkanWorld world = WorldWith(c, variable, "", "/user/data");
  world.Env("XDG_DATA_HOME", "/user/data")
      .With(KindLayer(kind, kData).In(KindFolder(kind, "/user/data")))
      .With(KindLayer(kind, kFallback));
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kData})),
              AnyOf(ElementsAre(kData), UnorderedElementsAre(kData, kFallback)))
      << "an empty list hides no layer of another folder";
}

REGISTER_CASES {
  RegisterForAll("folder_after_200_others",
                 [](Case& c, const ListVariable& variable, LayerKind kind) {
                   ManyElements(c, variable, kind, 200, true);
                 });
  RegisterForAll("folder_after_200_missing_ones",
                 [](Case& c, const ListVariable& variable, LayerKind kind) {
                   ManyElements(c, variable, kind, 200, false);
                 });
  RegisterForAll("folder_after_long_names", LongElements);
  RegisterForAll("layer_in_each_of_32_folders", LayerInEachFolder);
  RegisterForAll("folder_is_a_symbolic_link", FoldersAreLinks);
  RegisterForAll("folders_named_like_the_suffix", NamedLikeTheSuffix);
  RegisterForAll("beside_the_folders_of_the_user", BesideTheFoldersOfTheUser);
  RegisterForAll("empty", Empty);
}

}  // namespace
}  // namespace loadstone::suites::folder_lists
