// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/combinations/combined_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "harness/json/json_object.h"
#include "harness/world/mock_library.h"
#include "harness/world/vulkan_world.h"
#include "oracle/vulkan/libraries.h"

namespace loadstone::suites {
namespace {

constexpr char kPaths[] = "/combined/path";
constexpr char kAddedPaths[] = "/combined/added";

std::string Root(std::string_view folder) {
  if (folder == "data_home") return kRowDataHome;
  if (folder == "config_home") return kRowConfigHome;
  return SecondFolder(kRowDataFolders);
}

}  // namespace

std::string FilterText(std::string_view value, std::string_view glob) {
  static const std::map<std::string_view, std::string> kGlobs = {
      {"prefix", "VK_LAYER_LS_tar*"},
      {"suffix", "*_target"},
      {"substring", "*S_targ*"},
      {"other_case", "vk_layer_LS_TAR*"}};
  static const std::map<std::string_view, std::string> kTexts = {
      {"name", kTarget},          {"layer", kTarget},         {"all", "~all~"},
      {"explicit", "~explicit~"}, {"implicit", "~implicit~"}, {"another", kOther}};
  return value == "glob" ? kGlobs.at(glob) : kTexts.at(value);
}

void SetFilter(const RowValues& row, std::string_view dimension, const std::string& variable,
               CombinedMachine& machine) {
  const std::string_view value = row.Of(dimension);
  if (value == "unset") return;
  machine.Append(variable, FilterText(value, value == "glob" ? row.Of("glob") : "prefix"), ',');
}

void SetDisableVariable(const RowValues& row, CombinedMachine& machine) {
  if (row.Is("disable_variable", "unset")) return;
  machine.Set(DisableVariable(kTarget), row.Is("disable_variable", "set") ? "1" : "");
}

CombinedMachine::CombinedMachine(const Subject& subject) : RowMachine(subject, Api::kVulkan) {
  installation_.working_driver = true;
  machine_.device = true;
}

policy::Version CombinedMachine::Version() const {
  return {subject_.api_version.major, subject_.api_version.minor, 0};
}

void CombinedMachine::Request(const std::string& layer, std::string_view by) {
  if (by == "application" || by == "both") machine_.layers.push_back(layer);
  if (by == "variable" || by == "both") Append("VK_INSTANCE_LAYERS", layer, ':');
  if (by == "filter") Append("VK_LOADER_LAYERS_ENABLE", layer, ',');
}

std::string CombinedMachine::Folder(bool implicit, std::string_view value, bool second) const {
  if (value.starts_with('/')) return std::string(value);
  if (value == "system") {
    const SearchFolders& folders = subject_.folders;
    return LastSystemFolder(implicit ? folders.implicit_layers : folders.explicit_layers,
                            oracle::kHome);
  }
  if (value == "variable" || value == "added") {
    const std::string kind = implicit ? "_implicit" : "_explicit";
    const std::string path = (value == "variable" ? kPaths : kAddedPaths) + kind;
    return second ? SecondFolder(path) : path;
  }
  return implicit ? ImplicitFolder(Root(value)) : ExplicitFolder(Root(value));
}

void CombinedMachine::SearchIn(bool implicit, std::string_view value) {
  if (value == "data_home") Set("XDG_DATA_HOME", kRowDataHome);
  if (value == "config_home") Set("XDG_CONFIG_HOME", kRowConfigHome);
  if (value == "data_dirs") {
    Set("XDG_DATA_DIRS",
        kRowDataFolders + (":" + SecondFolder(kRowDataFolders)) + ":/usr/local/share:/usr/share");
  }
  if (value != "variable" && value != "added") return;
  const std::string variable =
      fmt::format("VK_{}{}LAYER_PATH", value == "added" ? "ADD_" : "", implicit ? "IMPLICIT_" : "");
  Set(variable, Folder(implicit, value, false) + ":" + Folder(implicit, value, true));
}

std::string CombinedMachine::AddLibrary(const std::string& layer) {
  std::string name = layer;
  const auto is_taken = [&](const oracle::Library& one) { return one.name == name; };
  auto& libraries = installation_.libraries;
  if (std::any_of(libraries.begin(), libraries.end(), is_taken)) name += "_2";
  // This variant works with loaders of every interface version.
  oracle::Library library = {.name = name, .binary = "vulkan_layer_gipa", .behaviour = "{}"};
  library.path = MockLibraryPath(name);
  libraries.push_back(library);
  return library.path;
}

void CombinedMachine::Add(const CombinedLayer& layer) {
  const bool implicit = layer.kind != "explicit";
  const policy::Version version = layer.version == policy::Version{} ? Version() : layer.version;
  JsonObject members;
  members.Set("name", layer.name)
      .Set("type", "GLOBAL")
      .Set("api_version", version.ToString())
      .Set("implementation_version", "3")
      .Set("description", "a layer in " + layer.file + ".json");
  if (layer.components.empty()) {
    members.Set("library_path", AddLibrary(layer.name));
    members.SetJson("instance_extensions", fmt::format(R"([{{"name": "{}", "spec_version": "5"}}])",
                                                       oracle::vulkan::LayerExtension(layer.name)));
    members.SetJson("device_extensions",
                    fmt::format(R"([{{"name": "{}", "spec_version": "7", "entrypoints": []}}])",
                                oracle::vulkan::LayerDeviceExtension(layer.name)));
  } else {
    members.Set("component_layers", layer.components);
  }
  if (implicit) {
    members.Set("disable_environment", JsonObject().Set(DisableVariable(layer.name), "1"));
  }
  if (layer.kind == "enabled") {
    members.Set("enable_environment", JsonObject().Set(EnableVariable(layer.name), "on"));
  }
  members.Merge(layer.members);
  JsonObject manifest;
  manifest.Set("file_format_version", layer.format);
  if (layer.format == "1.0.1") {
    manifest.SetJson("layers", "[" + members.Line() + "]");
  } else {
    manifest.Set("layer", members);
  }
  SearchIn(implicit, layer.folder);
  const std::string folder = Folder(implicit, layer.folder, layer.second);
  machine_.files[fmt::format("{}/{}.json", folder, layer.file)] = manifest.Text();
}

void CombinedMachine::AddBeside() {
  Add({.name = kBeside, .kind = "implicit", .file = "m_beside"});
}

}  // namespace loadstone::suites
