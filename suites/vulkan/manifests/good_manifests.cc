// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/world/platform.h"
#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Manifest File Format": the forms of a valid manifest.
namespace loadstone::suites::good_manifests {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";

using Change = std::function<void(Layer&, const Subject&)>;

// A valid layer whose manifest is written in another way; it must be loaded.
void RegisterForKinds(const std::string& name, const Change& change) {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_1}, fmt::format("{}_{}", KindName(kind), name),
                 [kind, change](Case& c) {
                   Layer layer = KindLayer(kind, kOne);
                   change(layer, c.subject());
                   const Observation seen =
                       RunWithLayers(c, VulkanWorld(c.subject()).With(layer), kind, {kOne});
                   EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
                       << "a layer with a good manifest must be offered";
                   EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
                       << "a layer with a good manifest must be loaded";
                 });
  }
}

REGISTER_CASES {
  for (const char* version : {"1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2", "1.2.0"}) {
    std::string name = version;
    for (char& letter : name) letter = letter == '.' ? '_' : letter;
    RegisterForKinds(fmt::format("manifest_of_format_{}", name),
                     [version](Layer& layer, const Subject&) { layer.FileFormat(version); });
  }
}

REGISTER_CASES {
  RegisterForKinds("type_global",
                   [](Layer& layer, const Subject&) { layer.Manifest(R"({"type": "GLOBAL"})"); });
  RegisterForKinds("manifest_with_another_file_name",
                   [](Layer& layer, const Subject&) { layer.ManifestFile("0 any name.json"); });
  RegisterForKinds("manifest_with_a_long_file_name", [](Layer& layer, const Subject&) {
    layer.ManifestFile(fmt::format("{:m<250}.json", ""));
  });
  RegisterForKinds("description_of_255_characters", [](Layer& layer, const Subject&) {
    layer.Manifest(JsonObject().Set("description", std::string(255, 'd')).Text());
  });
}

// The library of the layer kOne, by its file name.
std::string Library(const Subject& subject) { return LibraryFile(subject, kOne); }

Layer WithLibraryPath(LayerKind kind, const std::string& path) {
  return KindLayer(kind, kOne).Manifest(JsonObject().Set("library_path", path).Text());
}

void ExpectOne(Case& c, const VulkanWorld& world, LayerKind kind, const std::string& why) {
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kOne})), ElementsAre(kOne)) << why;
}

// A world in which the layer's library is also in `folder`. The mock searches for its configuration
// next to the path from which it was loaded.
void LinkLibraryInto(VulkanWorld& world, const Subject& subject, const std::string& folder) {
  for (const char* suffix : {"", ".config"}) {
    const std::string file = Library(subject) + suffix;
    world.Symlink(folder + "/" + file, std::string(kComponentFolder) + "/" + file);
  }
}

// "If library_path specifies a relative pathname, it is relative to the path of the manifest."
void RelativeLibrary(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const Layer layer = WithLibraryPath(
      kind, NativeLibraryPath(c.subject(), fmt::format("../beside/{}", Library(c.subject()))));
  world.With(layer);
  const std::string folder = World::FolderOf(world.DefaultFolder(layer));
  LinkLibraryInto(world, c.subject(), folder.substr(0, folder.rfind('/')) + "/beside");
  ExpectOne(c, world, kind, "a relative library_path starts at the manifest's folder");
}

void LibraryInTheFolderOfTheManifest(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const Layer layer = WithLibraryPath(
      kind, NativeLibraryPath(c.subject(), fmt::format("./{}", Library(c.subject()))));
  world.With(layer);
  LinkLibraryInto(world, c.subject(), World::FolderOf(world.DefaultFolder(layer)));
  ExpectOne(c, world, kind, "a library may be in the folder of its manifest");
}

void LibraryInTheSystemsPath(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.With(WithLibraryPath(kind, Library(c.subject())));
  LinkLibraryInto(world, c.subject(), LibrarySearchFolder(world.machine(), c.subject()));
  ExpectOne(c, world, kind,
            "a library_path that is a file name is looked up where the system looks up libraries");
}

void ManifestIsALink(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const Layer layer = KindLayer(kind, kOne);
  world.With(KindLayer(kind, kOne).In("/opt/elsewhere").ManifestFile("real"))
      .Symlink(world.DefaultFolder(layer) + "/link.json", "/opt/elsewhere/real");
  ExpectOne(c, world, kind, "a manifest may be a symbolic link to a file elsewhere");
}

// One file for two layers, which the format allows since 1.0.1.
void TwoLayersInOneManifest(Case& c, LayerKind kind) {
  const auto object = [&](const char* name) {
    const std::string text =
        KindLayer(kind, name)
            .ManifestText(LibraryPathOf(c.subject(), name), c.subject().api_version.ToString());
    const size_t begin = text.find('{', 1);
    return text.substr(begin, text.rfind('}') - begin);
  };
  const std::string manifest = fmt::format(
      R"({{"file_format_version": "1.0.1", "layers": [{}, {}]}})", object(kOne), object(kTwo));
  VulkanWorld world(c.subject());
  for (const char* name : {kOne, kTwo}) {
    world.With(KindLayer(kind, name).ManifestFile("both.json").RawManifest(manifest));
  }
  const Observation seen = RunWithLayers(c, world, kind, {kOne, kTwo});
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kTwo))
      << "each layer of a manifest for several must be offered";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kOne, kTwo))
      << "each layer of a manifest for several must be loaded";
}

REGISTER_CASES {
  const auto add = [](const char* name, void (*body)(Case&, LayerKind)) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {policy::LLP_LOADER_1}, fmt::format("{}_{}", KindName(kind), name),
                   [kind, body](Case& c) { body(c, kind); });
    }
  };
  add("library_relative_to_the_manifest", RelativeLibrary);
  add("library_in_the_folder_of_the_manifest", LibraryInTheFolderOfTheManifest);
  add("library_by_its_file_name", LibraryInTheSystemsPath);
  add("manifest_is_a_symbolic_link", ManifestIsALink);
  add("two_layers_in_one_manifest", TwoLayersInOneManifest);
}

}  // namespace
}  // namespace loadstone::suites::good_manifests
