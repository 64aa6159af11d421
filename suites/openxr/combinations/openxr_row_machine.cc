// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr/combinations/openxr_row_machine.h"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/json/json_object.h"
#include "harness/world/openxr_world.h"
#include "oracle/openxr/layers.h"
#include "oracle/openxr/libraries.h"

namespace loadstone::suites {
namespace {

// A folder that XR_API_LAYER_PATH names, and nothing else does.
constexpr char kPath[] = "/combined/path";

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

std::string OpenXrRowMachine::AddLibrary(const oracle::Library& library) {
  installation_.libraries.push_back(library);
  return LibraryPath(library);
}

std::string OpenXrRowMachine::AddRuntime(const std::string& name, const std::string& path) {
  constexpr uint32_t kVersion = 11;
  const std::string extension = "XR_LS_" + name;
  const std::string behaviour =
      fmt::format(R"({{"extensions": [{{"name": "{}", "version": {}}}]}})", extension, kVersion);
  const std::string library = AddLibrary({.name = name,
                                          .binary = "openxr_runtime",
                                          .behaviour = behaviour,
                                          .runtime = true,
                                          .extensions = {extension},
                                          .extension_version = kVersion});
  JsonObject manifest;
  manifest.Set("file_format_version", oracle::openxr::kManifestFormat)
      .Set("runtime", JsonObject().Set("library_path", library));
  machine_.files[path] = manifest.Text();
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
