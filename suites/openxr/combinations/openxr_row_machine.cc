// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr/combinations/openxr_row_machine.h"

#include <fmt/format.h>

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

std::string OpenXrRowMachine::PlaceLibrary(const RowRuntime& runtime, oracle::Library& library) {
  const std::string file = oracle::LibraryFile(library);
  if (runtime.library_path == "relative") {
    library.path = oracle::FolderOf(oracle::FolderOf(runtime.path)) + "/runtimes/" + file;
    return "../runtimes/" + file;
  }
  if (runtime.library_path == "file_name") {
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
  const std::string library_path = PlaceLibrary(runtime, library);
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

void OpenXrRowMachine::Add(const RowApiLayer& layer) {
  const bool implicit = layer.kind != "explicit";
  const oracle::Library& library = LibraryOf(layer.name);
  JsonObject members;
  members.Set("name", layer.name)
      .Set("library_path", AddLibrary(library))
      .Set("api_version", "1.0")
      .Set("implementation_version", "3")
      .Set("description", "an API layer in " + layer.file + ".json");
  members.SetJson("instance_extensions",
                  fmt::format(R"([{{"name": "{}", "extension_version": "1"}}])",
                              oracle::openxr::LayerExtension(layer.name)));
  if (oracle::openxr::IsRenamed(library)) {
    members.Set("functions",
                JsonObject().Set("xrNegotiateLoaderApiLayerInterface", oracle::openxr::kRenamed));
  }
  if (implicit) members.Set("disable_environment", DisableVariable(layer.name));
  if (layer.kind == "enabled") members.Set("enable_environment", EnableVariable(layer.name));
  const JsonObject manifest = JsonObject()
                                  .Set("file_format_version", oracle::openxr::kManifestFormat)
                                  .Set("api_layer", members);
  const std::string folder = SearchedFolder(implicit, layer.folder);
  machine_.files[fmt::format("{}/{}.json", folder, layer.file)] = manifest.Text();
}

}  // namespace loadstone::suites
