// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/world/platform.h"
#include "suites/vulkan/discovery/path_variables.h"

// LoaderLayerInterface, "Layer Manifest File Format" (library_path): a full path, a path relative
// to the manifest, or a file name. Cases of LLP_LOADER_1 cover the plain forms.
namespace loadstone::suites::library_path {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kDecoy[] = "decoy";

// Links the library of `who` at `path`.
void LinkLibrary(VulkanWorld& world, const Subject& subject, const std::string& path,
                 const std::string& who) {
  for (const char* suffix : {"", ".config"}) {
    world.Symlink(path + suffix, MockLibraryPath(who, subject) + suffix);
  }
}

// The path with the separators of the subject's system (LS_VK_MANIFEST_8.r2).
std::string WithSeparators(const Subject& subject, const std::string& path) {
  std::string native = NativePath(subject, path);
  if (IsWindows(subject)) std::replace(native.begin(), native.end(), '/', '\\');
  return native;
}

Layer WithPath(LayerKind kind, const std::string& path) {
  return KindLayer(kind, kOne).Manifest(JsonObject().Set("library_path", path).Text());
}

// An additional path of the library, and the library_path that names it; {} is the folder of the
// manifest.
struct Path {
  const char* name;
  const char* stands_at;
  const char* library_path;
};

constexpr Path kFull[] = {
    {"full_path_with_blanks", "/opt/a folder of blanks/the layer.so",
     "/opt/a folder of blanks/the layer.so"},
    {"full_path_with_dots", "/opt/parts/layer.so", "/opt/parts/../parts/./layer.so"},
    {"full_path_with_two_slashes", "/opt/parts/layer.so", "//opt//parts//layer.so"},
    {"full_path_without_suffix", "/opt/parts/layer", "/opt/parts/layer"},
    {"full_path_of_many_folders", "/opt/a/b/c/d/e/f/g/h/i/j/k/l/layer.so",
     "/opt/a/b/c/d/e/f/g/h/i/j/k/l/layer.so"},
    {"full_path_of_other_alphabets", "/opt/\xce\xbb\xe5\xb1\xa4/layer.so",
     "/opt/\xce\xbb\xe5\xb1\xa4/layer.so"},
    {"full_path_into_the_folder_of_the_manifest", "{}/layer.so", "{}/layer.so"},
};

constexpr Path kRelative[] = {
    {"relative_path_in_the_same_folder", "{}/layer.so", "./layer.so"},
    {"relative_path_to_a_folder_inside", "{}/inside/layer.so", "inside/layer.so"},
    {"relative_path_to_a_folder_inside_with_a_dot", "{}/inside/layer.so", "./inside/layer.so"},
    {"relative_path_to_a_folder_beside", "{}/../beside/layer.so", "../beside/layer.so"},
    {"relative_path_up_twice", "{}/../../up/layer.so", "../../up/layer.so"},
    {"relative_path_with_detours", "{}/inside/layer.so", "inside/../inside/./layer.so"},
    {"relative_path_with_blanks", "{}/in side/lay er.so", "in side/lay er.so"},
};

// Replaces "..", which paths of files in a world must not contain.
std::string Plain(std::string path) {
  for (size_t up = path.find("/.."); up != std::string::npos; up = path.find("/..")) {
    const size_t parent = path.rfind('/', up - 1);
    path.erase(parent, up + 3 - parent);
  }
  return path;
}

void Judge(Case& c, const Path& row, LayerKind kind, const char* why) {
  VulkanWorld world(c.subject());
  const std::string folder = World::FolderOf(world.DefaultFolder(KindLayer(kind, kOne)));
  const std::string path = fmt::format(fmt::runtime(row.library_path), folder);
  world.With(WithPath(kind, WithSeparators(c.subject(), path)));
  LinkLibrary(world, c.subject(), Plain(fmt::format(fmt::runtime(row.stands_at), folder)), kOne);
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kOne})), ElementsAre(kOne)) << why;
}

REGISTER_CASES {
  const auto add = [](policy::Id id, const Path& row, const char* why) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {id}, fmt::format("{}_{}", KindName(kind), row.name),
                   [&row, kind, why](Case& c) { Judge(c, row, kind, why); });
    }
  };
  for (const Path& row : kFull) {
    add(policy::LS_VK_MANIFEST_7, row, "a library_path that is a full path names the library");
  }
  for (const Path& row : kRelative) {
    add(policy::LS_VK_MANIFEST_8, row,
        "a library_path that is a relative path starts at the folder of the manifest");
  }
}

// The folder of a manifest is the one that it is in, however a variable or the override layer names
// it.
struct Named {
  const char* name;
  const char* value;
};

constexpr Named kNamed[] = {{"folder", "/opt/own"},
                            {"folder_with_a_slash_at_its_end", "/opt/own/"}};

Layer InOwnFolder(VulkanWorld& world, const Subject& subject, LayerKind kind) {
  LinkLibrary(world, subject, "/opt/own/inside/layer.so", kOne);
  return WithPath(kind, WithSeparators(subject, "inside/layer.so")).In("/opt/own");
}

REGISTER_CASES {
  for (const Named& named : kNamed) {
    for (const PathVariable& variable : PathVariables()) {
      std::vector<policy::Id> policies = {policy::LS_VK_MANIFEST_8};
      policies.insert(policies.end(), variable.policies.begin(), variable.policies.end());
      RegisterCase(Api::kVulkan, policies,
                   fmt::format("relative_path_of_a_{}_in_{}", named.name, variable.word),
                   [&named, variable](Case& c) {
                     VulkanWorld world(c.subject());
                     world.With(InOwnFolder(world, c.subject(), variable.kind))
                         .Env(variable.name, named.value);
                     EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, variable.kind, {kOne})),
                                 ElementsAre(kOne))
                         << "a library_path that is a relative path starts at the folder of the "
                            "manifest";
                   });
    }
  }
}

VULKAN_CASE(LS_VK_MANIFEST_8, relative_path_in_override_paths, policy::LS_VK_OVERRIDE_2) {
  VulkanWorld world(c.subject());
  world.With(InOwnFolder(world, c.subject(), LayerKind::kExplicit))
      .With(Layer::Override({kOne}).OverridePaths({"/opt/own"}));
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, LayerKind::kImplicit, {})), ElementsAre(kOne))
      << "a library_path that is a relative path starts at the folder of the manifest";
}

// Another library with the same file name elsewhere must not be used.
void RelativePathBesideADecoy(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  AddMockLibrary(world.machine(), c.subject(), kDecoy, "vulkan_layer", {});
  const Layer layer = WithPath(kind, WithSeparators(c.subject(), "inside/layer.so"));
  const std::string searched = LibrarySearchFolder(world.machine(), c.subject());
  world.With(layer);
  LinkLibrary(world, c.subject(), World::FolderOf(world.DefaultFolder(layer)) + "/inside/layer.so",
              kOne);
  LinkLibrary(world, c.subject(), searched + "/inside/layer.so", kDecoy);
  LinkLibrary(world, c.subject(), searched + "/layer.so", kDecoy);
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kOne})), ElementsAre(kOne))
      << "a library_path that is a relative path starts at the folder of the manifest";
}

void FileNameBesideADecoy(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  AddMockLibrary(world.machine(), c.subject(), kDecoy, "vulkan_layer", {});
  const std::string library = LibraryFile(c.subject(), kOne);
  const Layer layer = WithPath(kind, library);
  world.With(layer);
  LinkLibrary(world, c.subject(), LibrarySearchFolder(world.machine(), c.subject()) + "/" + library,
              kOne);
  LinkLibrary(world, c.subject(), World::FolderOf(world.DefaultFolder(layer)) + "/" + library,
              kDecoy);
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kOne})), ElementsAre(kOne))
      << "a library_path that is a file name is looked up where the system looks up libraries";
}

void FileNameInTheSecondFolder(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.With(WithPath(kind, LibraryFile(c.subject(), kOne)));
  world.Directory("/opt/empty")
      .Env("LD_LIBRARY_PATH", fmt::format("/opt/empty:{}", kComponentFolder));
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kOne})), ElementsAre(kOne))
      << "a library_path that is a file name is looked up where the system looks up libraries";
}

REGISTER_CASES {
  const auto add = [](policy::Id id, const char* name, void (*body)(Case&, LayerKind)) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {id}, fmt::format("{}_{}", KindName(kind), name),
                   [kind, body](Case& c) { body(c, kind); });
    }
  };
  add(policy::LS_VK_MANIFEST_8, "relative_path_beside_a_decoy", RelativePathBesideADecoy);
  add(policy::LS_VK_MANIFEST_9, "file_name_beside_a_decoy", FileNameBesideADecoy);
  add(policy::LS_VK_MANIFEST_9, "file_name_in_the_second_folder", FileNameInTheSecondFolder);
}

}  // namespace
}  // namespace loadstone::suites::library_path
