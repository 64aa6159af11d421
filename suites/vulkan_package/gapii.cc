// SPDX-License-Identifier: Apache-2.0
// The package of gapii: "Gapii Packaging on Fuchsia", Abstract, Realm Anatomy, Namespace
// Augmentation, and Enabling or Disabling Vulkan Tracing.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "harness/case/package_case.h"
#include "policies/reading_ids.h"

namespace loadstone::suites::gapii {
namespace {

constexpr char kNegotiation[] = "vkNegotiateLoaderLayerInterfaceVersion";
constexpr char kQuery[] = "vkGetInstanceProcAddr";
constexpr char kNoLayers[] = "no manifest in data/vulkan/explicit_layer.d has a layer";

// The component manifests in the package itself.
std::vector<std::string> Compiled(const PackageUnderTest& package) {
  std::vector<std::string> paths;
  for (const ComponentManifest& each : package.components) {
    if (each.source.empty()) paths.push_back(each.path);
  }
  return paths;
}

// The executables that a component manifest names, as far as the package contains them.
std::vector<std::string> NamedFiles(const PackageUnderTest& package,
                                    const ComponentManifest& component) {
  std::vector<std::string> named;
  if (component.source.empty()) {
    for (const std::string& text : component.texts) {
      if (package.files.contains(text) && !text.starts_with("meta/")) named.push_back(text);
    }
    return named;
  }
  const std::optional<rapidjson::Document> source = SourceObject(component);
  if (!source.has_value() || !source->HasMember("program")) return named;
  const rapidjson::Value& program = (*source)["program"];
  const std::string binary = program.IsObject() ? Text(program, "binary") : "";
  if (package.files.contains(binary)) named.push_back(binary);
  return named;
}

// The path in the package of the file that a manifest of a layer names.
std::string PlaceOf(const std::string& manifest, const std::string& library) {
  for (const char* root : {"/pkg/", "/gapii_pkg/"}) {
    if (library.starts_with(root)) return library.substr(std::string(root).size());
  }
  if (library.find('/') == std::string::npos) return "lib/" + library;
  std::vector<std::string> parts;
  std::string rest = manifest.substr(0, manifest.rfind('/') + 1) + library + "/";
  for (size_t end = 0; (end = rest.find('/')) != std::string::npos; rest.erase(0, end + 1)) {
    const std::string part = rest.substr(0, end);
    if (part == "..") {
      if (parts.empty()) return {};
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  return fmt::format("{}", fmt::join(parts, "/"));
}

// Calls `look` with the path of each manifest in the folder of explicit layers, and with each layer
// in it.
template <typename Look>
void ForEachLayer(const PackageUnderTest& package, const Look& look) {
  for (const auto& [path, text] : package.manifests) {
    const std::optional<rapidjson::Document> manifest = ManifestObject(text);
    if (!path.starts_with(kExplicitFolder) || !manifest.has_value()) continue;
    for (const rapidjson::Value* layer : LayersIn(*manifest)) look(path, *layer);
  }
}

bool HasLayers(const PackageUnderTest& package) {
  bool found = false;
  ForEachLayer(package, [&](const std::string&, const rapidjson::Value&) { found = true; });
  return found;
}

// Libraries that manifests of layers name but the package does not contain: "MANIFEST: library".
std::vector<std::string> MissingLibraries(const PackageUnderTest& package) {
  std::vector<std::string> missing;
  ForEachLayer(package, [&](const std::string& path, const rapidjson::Value& layer) {
    const std::string library = Text(layer, "library_path");
    if (library.empty() && layer.HasMember("component_layers")) return;
    if (!package.files.contains(PlaceOf(path, library))) {
      missing.push_back(fmt::format("{}: '{}'", path, library));
    }
  });
  return missing;
}

// Component layers that manifests of layers name, and no manifest of the folder describes:
// "MANIFEST: layer".
std::vector<std::string> MissingComponents(const PackageUnderTest& package) {
  std::set<std::string> names;
  ForEachLayer(package, [&](const std::string&, const rapidjson::Value& layer) {
    names.insert(Text(layer, "name"));
  });
  std::vector<std::string> missing;
  ForEachLayer(package, [&](const std::string& path, const rapidjson::Value& layer) {
    for (const std::string& component : Texts(layer, "component_layers")) {
      if (!names.contains(component)) missing.push_back(fmt::format("{}: '{}'", path, component));
    }
  });
  return missing;
}

// Whether the file is a manifest of layers, as far as its content is known. What is no JSON object
// violates another rule.
bool MayDescribeLayers(const PackageUnderTest& package, const std::string& path) {
  const auto text = package.manifests.find(path);
  if (text == package.manifests.end()) return true;
  const std::optional<rapidjson::Document> manifest = ManifestObject(text->second);
  return !manifest.has_value() || !LayersIn(*manifest).empty();
}

std::string WhyNoComponent(const Case& c) {
  return PackageOf(c).components.empty() ? "the package has no component manifest" : "";
}

// The names under which loaders look for the negotiation of a layer, and for the query of one that
// does not negotiate: its manifest can give others.
std::set<std::string> NamesForLoaders(const rapidjson::Value& layer) {
  std::set<std::string> names;
  const auto functions = layer.FindMember("functions");
  const bool renamed = functions != layer.MemberEnd() && functions->value.IsObject();
  for (const char* function : {kNegotiation, kQuery}) {
    std::string name = renamed ? Text(functions->value, function) : std::string();
    names.insert(name.empty() ? function : std::move(name));
  }
  return names;
}

// Those of all layers of the package, and the usual ones.
std::set<std::string> NamesForLoaders(const PackageUnderTest& package) {
  std::set<std::string> names = {kNegotiation, kQuery};
  ForEachLayer(package, [&](const std::string&, const rapidjson::Value& layer) {
    names.merge(NamesForLoaders(layer));
  });
  return names;
}

bool ExportsOneOf(const std::vector<std::string>& exported, const std::set<std::string>& names) {
  return std::ranges::any_of(exported,
                             [&](const std::string& name) { return names.contains(name); });
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_2, library_is_a_layer) {
  SKIP_FOR(WhyNotGapii(c));
  const auto& libraries = PackageOf(c).libraries;
  SKIP_FOR(libraries.empty() ? "the package has no library with content" : "");
  const std::set<std::string> names = NamesForLoaders(PackageOf(c));
  const bool one = std::ranges::any_of(
      libraries, [&](const auto& library) { return ExportsOneOf(library.second, names); });
  EXPECT_HOLDS(one) << "a library in lib exports " << kNegotiation << ", or " << kQuery
                    << ", or what a manifest names in their place" << reading::LS_FUCHSIA_2_r1;
}

// What the dynamic linker finds in another library of the package, no loader looks for.
VULKAN_PACKAGE_CASE(LS_FUCHSIA_2, library_of_the_manifest_is_a_layer) {
  SKIP_FOR(WhyNotGapii(c));
  const PackageUnderTest& package = PackageOf(c);
  size_t looked = 0;
  std::vector<std::string> wrong;
  ForEachLayer(package, [&](const std::string& path, const rapidjson::Value& layer) {
    const auto library = package.libraries.find(PlaceOf(path, Text(layer, "library_path")));
    if (library == package.libraries.end()) return;
    ++looked;
    const std::set<std::string> names = NamesForLoaders(layer);
    if (ExportsOneOf(library->second, names)) return;
    wrong.push_back(
        fmt::format("{}: {} exports none of {}", path, library->first, fmt::join(names, ", ")));
  });
  SKIP_FOR(looked == 0 ? "no manifest names a library of the package with content" : "");
  EXPECT_SEEN(wrong, IsEmpty()) << "the library that a manifest of gapii names is the layer: it "
                                   "exports one of the functions that loaders look for";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_4, archive_has_its_metadata) {
  SKIP_FOR(PackageOf(c).is_archive ? "" : "the package is a folder");
  EXPECT_SEEN(PackageOf(c).metadata_problem, Eq(std::string()))
      << "an archive has meta/package, with the package's name, and meta/contents"
      << reading::LS_FUCHSIA_4_r1;
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_4, files_of_meta_contents_are_there) {
  const PackageUnderTest& package = PackageOf(c);
  SKIP_FOR(package.listed_files + package.missing_files.size() == 0
               ? "meta/contents does not exist, or lists no file"
               : "");
  SKIP_FOR(package.listed_files == 0 ? "none of the files that meta/contents lists is here" : "");
  EXPECT_SEEN(package.missing_files, IsEmpty())
      << "each file that meta/contents lists is in the package" << reading::LS_FUCHSIA_4_r2;
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_5, library_is_in_the_package) {
  SKIP_FOR(WhyNotGapii(c));
  std::vector<std::string> libraries;
  for (const std::string& path : PackageOf(c).files) {
    if (path.ends_with(".so")) libraries.push_back(path);
  }
  EXPECT_SEEN(libraries, Not(IsEmpty())) << "the package has a shared library";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_6, manifest_is_in_the_package) {
  SKIP_FOR(WhyNotGapii(c));
  const auto& files = PackageOf(c).files;
  EXPECT_HOLDS(std::any_of(
      files.begin(), files.end(),
      [](const std::string& path) { return path.starts_with("data/") && path.ends_with(".json"); }))
      << "the package has a JSON file below data" << reading::LS_FUCHSIA_6_r1;
}

// What has no name cannot be the layer that component_layers names.
VULKAN_PACKAGE_CASE(LS_FUCHSIA_6, manifest_names_its_layer) {
  SKIP_FOR(WhyNotGapii(c));
  SKIP_FOR(HasLayers(PackageOf(c)) ? "" : kNoLayers);
  std::vector<std::string> wrong;
  ForEachLayer(PackageOf(c), [&](const std::string& path, const rapidjson::Value& layer) {
    if (Text(layer, "name").empty()) wrong.push_back(path);
  });
  EXPECT_SEEN(wrong, IsEmpty()) << "each layer of a manifest in data/vulkan/explicit_layer.d has a "
                                   "name";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_7, executable_is_in_the_package) {
  SKIP_FOR(WhyNotGapii(c));
  SKIP_FOR(WhyNoComponent(c));
  std::vector<std::string> without;
  for (const ComponentManifest& each : PackageOf(c).components) {
    if (NamedFiles(PackageOf(c), each).empty()) without.push_back(each.path);
  }
  EXPECT_SEEN(without, IsEmpty()) << "the program of the component is a file of the package";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_9, there_is_one_component) {
  SKIP_FOR(WhyNotGapii(c));
  const PackageUnderTest& package = PackageOf(c);
  // A folder with sources may be one that is not compiled yet.
  const bool is_built = package.is_archive || package.components.empty();
  SKIP_FOR(Compiled(package).empty() && !is_built ? "meta has no compiled component manifest" : "");
  EXPECT_SEEN(Compiled(package), SizeIs(1))
      << "meta has a single component manifest" << reading::LS_FUCHSIA_9_r1;
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_13, named_libraries_are_in_the_package) {
  SKIP_FOR(WhyNotGapii(c));
  SKIP_FOR(HasLayers(PackageOf(c)) ? "" : kNoLayers);
  EXPECT_SEEN(MissingLibraries(PackageOf(c)), IsEmpty())
      << "the library of each manifest in data/vulkan/explicit_layer.d is a file of the package"
      << reading::LS_FUCHSIA_13_r1;
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_13, named_components_are_in_the_package) {
  SKIP_FOR(WhyNotGapii(c));
  SKIP_FOR(HasLayers(PackageOf(c)) ? "" : kNoLayers);
  EXPECT_SEEN(MissingComponents(PackageOf(c)), IsEmpty())
      << "a manifest in data/vulkan/explicit_layer.d describes each layer that another one there "
         "has as a component";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_22, layer_is_in_the_folder_of_override_paths) {
  SKIP_FOR(WhyNotGapii(c));
  const PackageUnderTest& package = PackageOf(c);
  EXPECT_HOLDS(std::ranges::any_of(package.files, [&](const std::string& path) {
    return path.starts_with(kExplicitFolder) && path.ends_with(".json") &&
           MayDescribeLayers(package, path);
  })) << "the package has a manifest of a layer in data/vulkan/explicit_layer.d";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_24, manifests_are_json) {
  SKIP_FOR(PackageOf(c).manifests.empty() ? "the package has no manifests with content" : "");
  std::vector<std::string> wrong;
  for (const auto& [path, text] : PackageOf(c).manifests) {
    if (path.starts_with("data/vulkan/") && !ManifestObject(text).has_value()) {
      wrong.push_back(path);
    }
  }
  EXPECT_SEEN(wrong, IsEmpty()) << "each manifest below data/vulkan is a JSON object, without "
                                   "comments";
}

}  // namespace
}  // namespace loadstone::suites::gapii
