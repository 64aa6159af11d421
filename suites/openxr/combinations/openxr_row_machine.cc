// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr/combinations/openxr_row_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "harness/json/json_object.h"
#include "harness/world/openxr_world.h"
#include "oracle/openxr/architecture.h"
#include "oracle/openxr/layers.h"
#include "oracle/openxr/libraries.h"
#include "oracle/path_list.h"

namespace loadstone::suites {
namespace {

// A folder that XR_API_LAYER_PATH names, and nothing else does.
constexpr char kPath[] = "/combined/path";
// A folder in which the system looks up libraries.
constexpr char kLibraries[] = "/combined/libraries";

// The library that supports the name of a layer.
const oracle::Library& LibraryOf(const std::string& layer) {
  for (const auto& one : oracle::openxr::LayerLibraries()) {
    if (one.layer == layer) return *one.library;
  }
  throw std::logic_error("the oracle has no library for " + layer);
}

// A layer whose manifest breaks the format, and its file: in the middle of those of a folder.
constexpr char kBroken[] = "XR_APILAYER_LS_b";
constexpr char kBrokenFile[] = "k_broken";

std::vector<std::string> ExtensionsOf(const RowApiLayer& layer) {
  std::vector<std::string> names;
  const std::string first = oracle::openxr::LayerExtension(layer.name);
  for (size_t i = 0; i < layer.extensions; ++i) {
    names.push_back(i == 0 ? first : fmt::format("{}_{}", first, i + 1));
  }
  return names;
}

// A list of extensions, each with another version, which is a text in manifests and a number in the
// mock's configuration.
std::string ExtensionList(const std::vector<std::string>& names, const char* version_member,
                          bool as_text) {
  std::vector<std::string> elements;
  for (const std::string& name : names) {
    const std::string version = std::to_string(elements.size() + 1);
    JsonObject element = JsonObject().Set("name", name);
    as_text ? element.Set(version_member, version) : element.SetJson(version_member, version);
    elements.push_back(element.Line());
  }
  return fmt::format("[{}]", fmt::join(elements, ", "));
}

// The library of the layer, with its extensions.
oracle::Library LibraryOf(const RowApiLayer& layer) {
  oracle::Library library = LibraryOf(layer.name);
  if (layer.manifest == "renamed") library.binary = "openxr_layer_renamed";
  if (layer.manifest == "missing_library") {
    library.binary = "";
    library.use = oracle::Use::kNever;
  }
  library.extensions = ExtensionsOf(layer);
  library.behaviour =
      JsonObject()
          .Merge(library.behaviour)
          .SetJson("extensions", ExtensionList(library.extensions, "version", false))
          .Line();
  return library;
}

std::string DescriptionOf(const RowApiLayer& layer) {
  const std::string text = "an API layer in " + layer.file + ".json";
  if (!layer.long_properties) return text;
  return text + std::string(XR_MAX_API_LAYER_DESCRIPTION_SIZE - 1 - text.size(), '.');
}

// The members of the layer in its manifest.
JsonObject MembersOf(const RowApiLayer& layer, const std::string& library_path,
                     const oracle::Library& library) {
  JsonObject members;
  members.Set("name", layer.name)
      .Set("library_path", library_path)
      .Set("api_version", "1.0")
      .Set("implementation_version", layer.long_properties ? "987654" : "3")
      .Set("description", DescriptionOf(layer));
  if (oracle::openxr::IsRenamed(library)) {
    members.Set("functions",
                JsonObject().Set("xrNegotiateLoaderApiLayerInterface", oracle::openxr::kRenamed));
  }
  if (!library.extensions.empty()) {
    members.SetJson("instance_extensions",
                    ExtensionList(library.extensions, "extension_version", true));
  }
  if (layer.kind != "explicit") members.Set("disable_environment", DisableVariable(layer.name));
  if (layer.kind == "enabled") members.Set("enable_environment", EnableVariable(layer.name));
  return members;
}

JsonObject ManifestOf(const JsonObject& layer) {
  return JsonObject()
      .Set("file_format_version", oracle::openxr::kManifestFormat)
      .Set("api_layer", layer);
}

// The manifest of the layer, broken as a value of the dimension "broken_manifest" says.
std::string BrokenManifest(std::string_view value, JsonObject layer) {
  if (value == "no_name") layer.Remove("name");
  if (value == "number_for_name") layer.SetJson("name", "5");
  if (value == "no_library_path") layer.Remove("library_path");
  JsonObject manifest = ManifestOf(layer);
  if (value == "no_api_layer") manifest.Remove("api_layer");
  if (value == "other_format") manifest.Set("file_format_version", "3.0.0");
  const std::string text = manifest.Text();
  if (value == "empty") return "";
  if (value == "malformed") return text.substr(0, text.rfind('}'));
  return value == "other_value" ? "[" + text + "]" : text;
}

// A list of the folder or root and of the second one.
std::string Both(const std::string& path) { return path + ":" + SecondFolder(path); }

}  // namespace

std::string OpenXrRowMachine::SystemRuntimeFolder() const {
  return LastSystemFolder(subject_.folders.drivers, oracle::kHome);
}

std::string OpenXrRowMachine::Architecture() const {
  return oracle::openxr::ArchitectureName(subject_);
}

std::string OpenXrRowMachine::AddLibrary(const oracle::Library& library) {
  installation_.libraries.push_back(library);
  return LibraryPath(library);
}

std::string OpenXrRowMachine::PlaceLibrary(std::string_view form, const std::string& manifest,
                                           oracle::Library& library) {
  const std::string file = oracle::LibraryFile(library);
  if (form == "relative") {
    library.path = oracle::FolderOf(oracle::FolderOf(manifest)) + "/libraries/" + file;
    return "../libraries/" + file;
  }
  if (form == "file_name") {
    Set("LD_LIBRARY_PATH", kLibraries);
    library.path = std::string(kLibraries) + "/" + file;
    return file;
  }
  return LibraryPath(library);
}

std::string OpenXrRowMachine::Add(const RowRuntime& runtime) {
  const bool is_renamed = runtime.manifest == "renamed";
  const bool is_missing = runtime.manifest == "missing_library";
  const auto version = static_cast<uint32_t>(11 + installation_.libraries.size());
  const std::string extension = "XR_LS_" + runtime.name;
  oracle::Library library = {.name = runtime.name,
                             .binary = is_missing   ? ""
                                       : is_renamed ? "openxr_runtime_renamed"
                                                    : "openxr_runtime",
                             .use = is_missing ? oracle::Use::kNever : oracle::Use::kWorks,
                             .runtime = true,
                             .extensions = {extension},
                             .extension_version = version};
  library.behaviour = fmt::format(R"({{"extensions": [{{"name": "{}", "version": {}}}]}})",
                                  extension, library.extension_version);
  JsonObject members;
  const std::string library_path = PlaceLibrary(runtime.library_path, runtime.path, library);
  AddLibrary(library);
  if (runtime.manifest != "no_library_path") members.Set("library_path", library_path);
  if (runtime.manifest == "named") members.Set("name", "A runtime");
  if (is_renamed) {
    members.Set("functions",
                JsonObject().Set("xrNegotiateLoaderRuntimeInterface", oracle::openxr::kRenamed));
  }
  JsonObject manifest;
  manifest.Set("file_format_version", oracle::openxr::kManifestFormat);
  if (runtime.manifest != "no_runtime") manifest.Set("runtime", members);
  std::string text = manifest.Text();
  if (runtime.manifest == "malformed") text.resize(text.rfind('}'));
  machine_.files[runtime.path] = text;
  if (runtime.link != "file") Link(runtime.path, runtime.link);
  return extension;
}

std::string OpenXrRowMachine::PathOf(const RowApiLayer& layer) {
  return SearchedFolder(layer.kind != "explicit", layer.folder) + "/" + layer.file + ".json";
}

std::string OpenXrRowMachine::SearchedFolder(bool implicit, std::string_view value) {
  const auto below = [&](const std::string& root) {
    return implicit ? XrImplicitFolder(root) : XrExplicitFolder(root);
  };
  if (value == "system") {
    const SearchFolders& folders = subject_.folders;
    return LastSystemFolder(implicit ? folders.implicit_layers : folders.explicit_layers,
                            oracle::kHome);
  }
  if (value == "data_home") {
    Set("XDG_DATA_HOME", kRowDataHome);
    return below(kRowDataHome);
  }
  if (value == "config_dirs") {
    Set("XDG_CONFIG_DIRS", Both(kRowConfigFolders) + ":/etc/xdg");
    return below(SecondFolder(kRowConfigFolders));
  }
  if (value == "data_dirs") {
    Set("XDG_DATA_DIRS", Both(kRowDataFolders) + ":/usr/local/share:/usr/share");
    return below(SecondFolder(kRowDataFolders));
  }
  Set("XR_API_LAYER_PATH", Both(kPath));
  return value == "variable" ? SecondFolder(kPath) : kPath;
}

std::string OpenXrRowMachine::Add(const RowApiLayer& layer) {
  const std::string path = PathOf(layer);
  oracle::Library library = LibraryOf(layer);
  JsonObject members = MembersOf(layer, PlaceLibrary(layer.library_path, path, library), library);
  AddLibrary(library);
  const bool is_reversed = layer.member_order == "reversed";
  if (is_reversed) members.Reverse();
  JsonObject manifest = ManifestOf(members);
  if (is_reversed) manifest.Reverse();
  machine_.files[path] = manifest.Text();
  if (layer.link != "file") Link(path, layer.link);
  return library.extensions.empty() ? "" : library.extensions.back();
}

void OpenXrRowMachine::AddBroken(std::string_view value, const RowApiLayer& beside) {
  const RowApiLayer broken = {.name = kBroken,
                              .kind = beside.kind == "explicit" ? "explicit" : "implicit",
                              .folder = beside.folder,
                              .file = kBrokenFile};
  const oracle::Library library = LibraryOf(broken);
  machine_.files[PathOf(broken)] =
      BrokenManifest(value, MembersOf(broken, AddLibrary(library), library));
}

}  // namespace loadstone::suites
