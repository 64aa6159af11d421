// SPDX-License-Identifier: Apache-2.0
#include "suites/common/list_limits.h"
#include "suites/vulkan/discovery/path_variables.h"

// LoaderLayerInterface, "Linux Layer Discovery", and LoaderApplicationInterface, "Forcing Layer
// Source Folders": the variables contain colon-separated lists of folders. Whatever an element is,
// the others are searched (LLP_LOADER_2.r1, LS_VK_DISCOVERY_7.r1, LS_VK_DISCOVERY_8.r1).
namespace loadstone::suites::path_values {
namespace {

constexpr char kListed[] = "VK_LAYER_LS_listed";
constexpr char kGood[] = "/paths/good ones";

// A value that contains the valid folder, written as {0}.
struct Value {
  const char* name;
  const char* text;
};

constexpr Value kValues[] = {
    {"one_folder", "{0}"},
    {"folder_first", "{0}:/paths/a:/paths/b"},
    {"folder_in_the_middle", "/paths/a:{0}:/paths/b"},
    {"folder_last", "/paths/a:/paths/b:{0}"},
    {"folder_ends_in_a_slash", "{0}/"},
    {"folder_twice", "{0}:{0}"},
    {"folder_twice_in_two_spellings", "{0}:{0}/"},
    {"folder_after_one_whose_name_goes_on", "{0} and more:{0}"},
    {"folder_before_one_whose_name_goes_on", "{0}:{0} and more"},
    {"folder_after_one_within_it", "{0}/within:{0}"},
    {"folder_is_a_symbolic_link", "/paths/link"},
    {"colon_at_the_end", "{0}:"},
    {"colon_at_the_beginning", ":{0}"},
    {"two_colons", "/paths/a::{0}"},
    {"many_colons", "::::/paths/a::::{0}::::"},
    {"folder_after_missing_ones", "/missing/a:/missing/b:{0}"},
    {"folder_before_a_missing_one", "{0}:/missing"},
    {"folder_after_a_manifest", "/paths/other.json:{0}"},
    {"folder_before_a_manifest", "{0}:/paths/other.json"},
    {"folder_after_its_own_manifest", "{0}/VK_LAYER_LS_listed.json:{0}"},
    {"folder_after_a_missing_manifest", "/paths/missing.json:{0}"},
    {"folder_after_a_bad_manifest", "/paths/bad.json:{0}"},
    {"folder_after_a_file", "/paths/file:{0}"},
    {"folder_after_a_path_below_a_file", "/paths/file/folder:{0}"},
    {"folder_after_an_unreadable_one", "/paths/unreadable:{0}"},
    {"folder_after_an_unreadable_manifest", "/paths/unreadable.json:{0}"},
    {"folder_after_a_circular_link", "/paths/circle:{0}"},
    {"folder_after_a_dangling_link", "/paths/dangling:{0}"},
    {"folder_after_a_device", "/dev/null:{0}"},
    {"folder_after_relative_ones", "relative/path:./:../up:.:..:{0}"},
    {"folder_after_relative_manifests", "other.json:./other.json:{0}"},
    {"folder_after_blanks", " :   :\t:{0}"},
    {"folder_after_a_tilde", "~:~/layers:{0}"},
    {"folder_after_the_root", "/:{0}"},
    {"folder_after_a_semicolon", "/paths/a;/paths/b:{0}"},
    {"folder_after_a_pattern", "/paths/*:/paths/[a]:{0}"},
    {"folder_after_a_format_string", "%s%n%p%d:{0}"},
    {"folder_after_high_bytes", "/\xff\xfe\x80:{0}"},
};

void JudgeValue(Case& c, const PathVariable& variable, const std::string& value) {
  // An element that is the path of a manifest may be used or ignored, so its layer is a working
  // one.
  const Layer other = KindLayer(variable.kind, "VK_LAYER_LS_other").In("/paths");
  VulkanWorld world(c.subject());
  world.Env(variable.name, value)
      .With(KindLayer(variable.kind, kListed).In(kGood))
      .Directory("/paths/a")
      .Directory("/paths/b")
      .Directory("/paths/unreadable", 0)
      .With(Layer(other).ManifestFile("other.json"))
      .File("/paths/bad.json", "[]")
      .File("/paths/unreadable.json", other.ManifestText("/opt/loadstone/libmissing.so", "1.0.0"),
            0)
      .File("/paths/file", "no folder")
      .Symlink("/paths/link", kGood)
      .Symlink("/paths/circle", "/paths/circle")
      .Symlink("/paths/dangling", "/paths/nowhere");
  const Observation seen = RunWithLayers(c, world, variable.kind, {kListed});
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kListed))
      << "a layer in a folder that " << variable.name << " lists must be offered";
  EXPECT_SEEN(InstanceChain(seen), ContainsOnce(kListed))
      << "a layer in a folder that " << variable.name << " lists must be loaded, once";
}

REGISTER_CASES {
  for (const Value& value : kValues) {
    const std::string text = fmt::format(fmt::runtime(value.text), kGood);
    RegisterForPaths(value.name, [text](Case& c, const PathVariable& variable) {
      JudgeValue(c, variable, text);
    });
  }
}

void LongNames(Case& c, const PathVariable& variable) {
  JudgeValue(c, variable, fmt::format("/{0:x<4000}:/{0:y<20000}:{1}", "", kGood));
}

// A folder after `count` others.
void ManyElements(Case& c, const PathVariable& variable, int count, bool exist) {
  VulkanWorld world(c.subject());
  std::string value;
  for (int i = 0; i < count; ++i) {
    const std::string folder = fmt::format("/paths/{}/{}", exist ? "is" : "is_not", i);
    value += folder + ":";
    if (exist) world.Directory(folder);
  }
  world.Env(variable.name, value + kGood).With(KindLayer(variable.kind, kListed).In(kGood));
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, variable.kind, {kListed})),
              ElementsAre(kListed))
      << "a folder after " << count << " others must be searched";
}

void LayerInEachFolder(Case& c, const PathVariable& variable) {
  constexpr int kFolders = 32;
  VulkanWorld world(c.subject());
  std::string value;
  std::vector<std::string> names;
  for (int i = 0; i < kFolders; ++i) {
    const std::string folder = fmt::format("/paths/{}", i);
    value += (i == 0 ? "" : ":") + folder;
    names.push_back(fmt::format("VK_LAYER_LS_number_{}", i));
    world.With(KindLayer(variable.kind, names.back()).In(folder));
  }
  world.Env(variable.name, value);
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, variable.kind, names)),
              UnorderedElementsAreArray(names))
      << "each folder that " << variable.name << " lists must be searched";
}

// Layers in some folders of a long list, the others of which do not exist.
void LongList(Case& c, const PathVariable& variable, int length) {
  VulkanWorld world(c.subject());
  const auto folder_at = [](int position) { return fmt::format("/paths/{}", position); };
  std::vector<std::string> names;
  for (const int position : PositionsAtLimits(length)) {
    names.push_back(fmt::format("VK_LAYER_LS_number_{}", position));
    world.With(KindLayer(variable.kind, names.back()).In(folder_at(position)));
  }
  world.Env(variable.name, ListAtLimits(length, ':', folder_at, [](int position) {
              return fmt::format("/paths/missing_{}", position);
            }));
  const Observation seen = RunWithLayers(c, world, variable.kind, names);
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names))
      << "the layers in each of the " << length << " folders of " << variable.name
      << " must be offered, once each";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "each of the " << length << " folders of " << variable.name << " must be searched";
}

void LongPath(Case& c, const PathVariable& variable) {
  // Short enough for paths with a drive and the names of manifests: LLP_LOADER_2.r2.
  const size_t length = IsWindows(c.subject()) ? 200 : 600;
  std::string folder;
  while (folder.size() < length) folder += fmt::format("/{:x<99}", "");
  VulkanWorld world(c.subject());
  world.Env(variable.name, folder).With(KindLayer(variable.kind, kListed).In(folder));
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, variable.kind, {kListed})),
              ElementsAre(kListed))
      << "a folder with a path of " << length << " characters must be searched";
}

// The variable has the same folders for each instance, whatever the loader did with its value
// before.
void EachOfTwoInstances(Case& c, const PathVariable& variable) {
  constexpr char kSecond[] = "VK_LAYER_LS_second";
  VulkanWorld world(c.subject());
  world.Env(variable.name, "/paths/a:/paths/b")
      .With(KindLayer(variable.kind, kListed).In("/paths/a"))
      .With(KindLayer(variable.kind, kSecond).In("/paths/b"));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    InstanceRequest request;
    if (variable.kind == LayerKind::kExplicit) request.layers = {kListed, kSecond};
    for (int i = 0; i < 2; ++i) {
      app.EnumerateLayers();
      app.RunFullSequence(request);
    }
  });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kListed, kSecond, kListed, kSecond))
      << "each folder of " << variable.name << " is searched for each instance";
}

// Empty values: treated as if unset, or nothing is found (LS_VK_DISCOVERY_7.r2,
// LS_VK_DISCOVERY_8.r2). The other kind of layers is not affected.
void Empty(Case& c, const PathVariable& variable, const std::string& value) {
  constexpr char kSame[] = "VK_LAYER_LS_same_kind";
  constexpr char kOther[] = "VK_LAYER_LS_other_kind";
  VulkanWorld world(c.subject());
  world.Env(variable.name, value)
      .With(KindLayer(variable.kind, kSame))
      .With(KindLayer(OtherKind(variable.kind), kOther));
  const bool has_implicit_same = variable.kind == LayerKind::kImplicit;
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    InstanceRequest request;
    if (has_implicit_same) request.layers = {kOther};
    app.RunFullSequence(request);
  });
  EXPECT_SEEN(InstanceChain(seen), AnyOf(ElementsAre(kOther), UnorderedElementsAre(kOther, kSame)))
      << "an empty " << variable.name << " hides no " << KindName(OtherKind(variable.kind))
      << " layer";
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kOther))
      << "an empty " << variable.name << " hides no " << KindName(OtherKind(variable.kind))
      << " layer";
  if (!variable.adds) return;
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kSame))
      << "an empty " << variable.name << " adds no layer and removes no layer";
}

REGISTER_CASES {
  RegisterForPaths("folder_after_long_names", LongNames);
  RegisterForPaths("folder_after_200_others", [](Case& c, const PathVariable& variable) {
    ManyElements(c, variable, 200, true);
  });
  RegisterForPaths("folder_after_200_missing_ones", [](Case& c, const PathVariable& variable) {
    ManyElements(c, variable, 200, false);
  });
  RegisterForPaths("layer_in_each_of_32_folders", LayerInEachFolder);
  for (const int length : kListLengths) {
    RegisterForPaths(
        fmt::format("list_of_{}_folders", length),
        [length](Case& c, const PathVariable& variable) { LongList(c, variable, length); });
  }
  RegisterForPaths("folder_with_a_long_path", LongPath);
  RegisterForPaths("each_of_two_instances", EachOfTwoInstances);
  RegisterForPaths("empty", [](Case& c, const PathVariable& variable) { Empty(c, variable, ""); });
  RegisterForPaths("only_a_colon",
                   [](Case& c, const PathVariable& variable) { Empty(c, variable, ":"); });
}

}  // namespace
}  // namespace loadstone::suites::path_values
