// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/model.h"

#include <algorithm>

#include "oracle/folders_beside.h"
#include "oracle/openxr/layers.h"
#include "oracle/openxr/libraries.h"
#include "oracle/path_list.h"

namespace loadstone::oracle::openxr {
namespace {

using rapidjson::Value;

bool IsText(const Value& value, const char* text) {
  return value.IsString() && value.GetString() == std::string(text);
}

// The object `key` of a manifest that contains nothing else apart from its version.
const Value* ReadManifest(const rapidjson::Document& json, const char* key) {
  const auto format = json.FindMember("file_format_version");
  const auto object = json.FindMember(key);
  const bool good = json.MemberCount() == 2 && format != json.MemberEnd() &&
                    IsText(format->value, openxr::kManifestFormat) && object != json.MemberEnd() &&
                    object->value.IsObject();
  return good ? &object->value : nullptr;
}

// Whether a manifest contains nothing apart from its version, and an object `key` without members
// if it has one.
bool IsEmptyManifest(const rapidjson::Document& json, const char* key) {
  const auto format = json.FindMember("file_format_version");
  if (format == json.MemberEnd() || !IsText(format->value, openxr::kManifestFormat)) return false;
  const auto object = json.FindMember(key);
  return json.MemberCount() == 1 || (json.MemberCount() == 2 && object != json.MemberEnd() &&
                                     object->value.IsObject() && object->value.MemberCount() == 0);
}

// The library that a runtime's manifest without a library names.
const Library kNoLibrary = {.use = Use::kNever, .runtime = true};

// The library to which a library_path certainly leads, or nullptr.
const Library* FindLibrary(const std::vector<Library>& libraries, const std::string& path,
                           const LibraryFolders& folders) {
  if (path.starts_with('/')) return oracle::FindLibrary(libraries, path);
  const Library* beside =
      oracle::FindLibrary(libraries, NormalPath(folders.of_manifest + "/" + path));
  if (path.find('/') != std::string::npos) return beside;
  // LS_XR_RUNTIME_MANIFEST_6.r1: one that is only next to the manifest may be used or not. The same
  // is assumed for layers.
  if (beside != nullptr) return nullptr;
  for (const std::string& folder : folders.of_system) {
    const Library* found = oracle::FindLibrary(libraries, folder + "/" + path);
    if (found != nullptr) return found;
  }
  return nullptr;
}

// The folders of LD_LIBRARY_PATH. The dynamic linker of an elevated application ignores it.
std::vector<std::string> SystemLibraryFolders(const Machine& machine) {
  const auto found = machine.environment.find("LD_LIBRARY_PATH");
  if (found == machine.environment.end() || machine.elevated) return {};
  return SplitPaths(found->second);
}

// How a loader can use the library of a manifest with the name of the negotiation function that the
// manifest gives; nothing if the meaning is ambiguous.
std::optional<Use> ReadUse(const Value& object, const Library& library, const char* negotiation) {
  const auto functions = object.FindMember("functions");
  if (functions == object.MemberEnd()) return IsRenamed(library) ? Use::kNever : library.use;
  const Value& names = functions->value;
  const bool good = names.IsObject() && names.MemberCount() == 1 && names.HasMember(negotiation) &&
                    IsText(names[negotiation], kRenamed);
  if (!good) return std::nullopt;
  // A library that exports only the standard name may be used with that name.
  return IsRenamed(library) || library.use == Use::kNever ? library.use : Use::kEither;
}

// Reads the members of an API layer; returns false for anything that the documents do not cover.
class LayerReader {
 public:
  LayerReader(ModelLayer& layer, const std::vector<Library>& libraries,
              const LibraryFolders& folders)
      : layer_(layer), libraries_(libraries), folders_(folders) {}

  bool Read(const Value& json) {
    for (const auto& member : json.GetObject()) {
      if (!ReadMember(member.name.GetString(), member.value)) return false;
    }
    for (const char* required :
         {"name", "library_path", "api_version", "implementation_version", "description"}) {
      if (!json.HasMember(required)) return false;
    }
    // The mocks accept only their own names in negotiation.
    const Library& library = *layer_.library;
    if (library.runtime || (!library.layer.empty() && library.layer != layer_.name)) return false;
    const auto use = ReadUse(json, library, "xrNegotiateLoaderApiLayerInterface");
    if (use.has_value()) layer_.use = *use;
    // Required for an implicit layer; meaningless for an explicit one.
    return use.has_value() && (!layer_.implicit || !layer_.disable.empty());
  }

 private:
  bool ReadMember(const std::string& key, const Value& value) {
    if (key == "functions") return true;
    if (key == "instance_extensions") return ReadExtensions(value);
    if (!IsPlainText(value)) return false;
    const std::string text = value.GetString();
    if (key == "name") return (layer_.name = text, true);
    if (key == "description") return (layer_.description = text, true);
    if (key == "disable_environment") return (layer_.disable = text, true);
    if (key == "enable_environment") return (layer_.enable = text, true);
    if (key == "api_version") return text == "1.0";
    if (key == "implementation_version") {
      const auto number = ReadNumber(text);
      if (number.has_value()) layer_.implementation = *number;
      return number.has_value();
    }
    if (key != "library_path") return false;
    layer_.library = FindLibrary(libraries_, text, folders_);
    return layer_.library != nullptr;
  }

  bool ReadExtensions(const Value& value) {
    if (!value.IsArray()) return false;
    for (const Value& one : value.GetArray()) {
      const bool good = one.IsObject() && one.MemberCount() == 2 && one.HasMember("name") &&
                        IsPlainText(one["name"]) && one.HasMember("extension_version") &&
                        IsPlainText(one["extension_version"]);
      if (!good || one["name"].GetStringLength() > 127) return false;
      const auto version = ReadNumber(one["extension_version"].GetString());
      if (!version.has_value()) return false;
      layer_.extensions.push_back(one["name"].GetString());
      layer_.extension_versions[one["name"].GetString()].insert(*version);
    }
    return true;
  }

  ModelLayer& layer_;
  const std::vector<Library>& libraries_;
  const LibraryFolders& folders_;
};

void AddLayerFile(const std::string& path, const std::string& text, const Machine& machine,
                  const std::vector<LayerPlace>& places, Model& model) {
  for (const bool implicit : {false, true}) {
    const LayerPlace* place = nullptr;
    bool itself = false;
    for (const LayerPlace& one : places) {
      itself |= one.folder == path && one.searched != Tristate::kNo;
      const bool here =
          one.implicit == implicit && Holds(one, path) && one.searched != Tristate::kNo;
      if (here && (place == nullptr || one.searched > place->searched)) place = &one;
    }
    const bool several = std::any_of(places.begin(), places.end(), [&](const LayerPlace& one) {
      return one.implicit != implicit && Holds(one, path) && one.searched != Tristate::kNo;
    });
    if (place == nullptr && !itself) continue;
    auto layer = ReadLayerManifest(text, implicit, InstallationOf(machine).libraries,
                                   {FolderOf(path), SystemLibraryFolders(machine)});
    // Ambiguous: a file that a variable names directly, a file of both kinds, and a file without
    // the suffix.
    if (!layer.has_value() || several || itself || !path.ends_with(".json")) {
      model.ambiguous.Add(text);
      continue;
    }
    layer->file = path;
    layer->found = place->searched;
    layer->place_policy = place->policy;
    model.layers.push_back(std::move(*layer));
  }
}

void ReadRuntimes(const Machine& machine, const Subject& subject, Model& model) {
  bool all_certain = true;
  for (const RuntimePlace& place : RuntimePlaces(machine, subject)) {
    all_certain &= place.tried == Tristate::kYes || !machine.files.contains(place.file);
    const auto file = machine.files.find(place.file);
    if (file == machine.files.end()) continue;
    ModelRuntime runtime =
        ReadRuntimeManifest(file->second, InstallationOf(machine).libraries,
                            {FolderOf(place.file), SystemLibraryFolders(machine)})
            .value_or(ModelRuntime());
    runtime.file = place.file;
    runtime.text = file->second;
    runtime.policy = place.policy;
    if (model.runtimes.empty()) model.runtime_is_certain = all_certain;
    model.runtimes.push_back(runtime);
  }
}

}  // namespace

std::optional<ModelLayer> ReadLayerManifest(const std::string& text, bool implicit,
                                            const std::vector<Library>& libraries,
                                            const LibraryFolders& folders) {
  const auto json = ReadPlainObject(text);
  if (!json.has_value()) return std::nullopt;
  const Value* object = ReadManifest(*json, "api_layer");
  ModelLayer layer;
  layer.implicit = implicit;
  if (object == nullptr || !LayerReader(layer, libraries, folders).Read(*object)) {
    return std::nullopt;
  }
  return layer;
}

std::optional<ModelRuntime> ReadRuntimeManifest(const std::string& text,
                                                const std::vector<Library>& libraries,
                                                const LibraryFolders& folders) {
  const auto json = ReadPlainObject(text);
  if (!json.has_value()) return std::nullopt;
  ModelRuntime runtime;
  if (IsEmptyManifest(*json, "runtime")) {
    runtime.library = &kNoLibrary;
    runtime.use = Use::kNever;
    return runtime;
  }
  const Value* object = ReadManifest(*json, "runtime");
  if (object == nullptr) return std::nullopt;
  const auto path = object->FindMember("library_path");
  if (path == object->MemberEnd() || !IsPlainText(path->value)) return std::nullopt;
  runtime.library = FindLibrary(libraries, path->value.GetString(), folders);
  for (const auto& member : object->GetObject()) {
    const std::string key = member.name.GetString();
    if (key == "name" && IsPlainText(member.value)) continue;
    if (key != "library_path" && key != "functions") return std::nullopt;
  }
  if (runtime.library == nullptr || !runtime.library->runtime) return std::nullopt;
  const auto use = ReadUse(*object, *runtime.library, "xrNegotiateLoaderRuntimeInterface");
  if (!use.has_value()) return std::nullopt;
  runtime.use = *use;
  return runtime;
}

Model ReadModel(const Machine& machine, const Subject& subject) {
  const std::vector<LayerPlace> places = LayerPlaces(machine, subject);
  Model model;
  for (const auto& [path, text] : machine.files) AddLayerFile(path, text, machine, places, model);
  ReadRuntimes(machine, subject, model);
  return model;
}

}  // namespace loadstone::oracle::openxr
