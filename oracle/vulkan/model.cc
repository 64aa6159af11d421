// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/model.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <unordered_map>

#include "harness/world/vulkan_components.h"
#include "oracle/folders_beside.h"
#include "oracle/path_list.h"
#include "oracle/plain_json.h"
#include "oracle/vulkan/layers.h"
#include "oracle/vulkan/libraries.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

using rapidjson::Value;

constexpr size_t kMaxExtensionLength = 255;  // VK_MAX_EXTENSION_NAME_SIZE without the zero

// Reads an object with one variable.
std::optional<std::pair<std::string, std::string>> ReadVariable(const Value& value) {
  if (!value.IsObject() || value.MemberCount() != 1) return std::nullopt;
  const auto& member = *value.MemberBegin();
  if (!IsPlainText(member.name) || !member.value.IsString()) return std::nullopt;
  return std::pair<std::string, std::string>(member.name.GetString(), member.value.GetString());
}

// Reads the members of one layer; returns false for anything that the documents do not cover.
class LayerReader {
 public:
  LayerReader(ModelLayer& layer, bool implicit, const std::vector<Library>& libraries)
      : layer_(layer), libraries_(libraries) {
    layer_.implicit = implicit;
  }

  bool Read(const Value& json) {
    if (!json.IsObject()) return false;
    for (const auto& member : json.GetObject()) {
      if (!ReadMember(member.name.GetString(), member.value)) return false;
    }
    for (const char* required :
         {"name", "type", "api_version", "implementation_version", "description"}) {
      if (!json.HasMember(required)) return false;
    }
    if (json.HasMember("library_path") == json.HasMember("component_layers")) return false;
    // Required for an implicit layer only; for an explicit one see Activation::MayTurnItselfOff.
    if (layer_.implicit && layer_.disable.empty()) return false;
    const bool for_meta = json.HasMember("app_keys") || json.HasMember("blacklisted_layers") ||
                          json.HasMember("override_paths");
    return !for_meta || layer_.meta();
  }

 private:
  bool ReadMember(const std::string& key, const Value& value) {
    // A loader may accept or reject a layer with another kind of name.
    if (key == "name") return ReadText(value, layer_.name) && vulkan::IsLayerName(layer_.name);
    if (key == "description") return ReadText(value, layer_.description);
    if (key == "type") return ReadType(value);
    if (key == "api_version" || key == "implementation_version") return ReadVersions(key, value);
    if (key == "library_path") return ReadLibrary(value);
    if (key == "component_layers") return ReadList(value, layer_.components) && value.Size() > 0;
    if (key == "app_keys") return ReadList(value, layer_.app_keys);
    if (key == "blacklisted_layers") return ReadList(value, layer_.blacklist);
    if (key == "override_paths") {
      return ReadList(value, layer_.override_paths) && value.Size() > 0;
    }
    if (key == "instance_extensions")
      return ReadExtensions(value, false, layer_.instance_extensions);
    if (key == "device_extensions") return ReadExtensions(value, true, layer_.device_extensions);
    if (key == "enable_environment") {
      layer_.enable = ReadVariable(value);
      return layer_.enable.has_value() && !layer_.enable->second.empty();
    }
    if (key == "disable_environment") {
      const auto variable = ReadVariable(value);
      if (variable.has_value()) layer_.disable = variable->first;
      return variable.has_value();
    }
    return false;
  }

  bool ReadText(const Value& value, std::string& into) {
    if (!IsPlainText(value)) return false;
    into = value.GetString();
    return true;
  }

  bool ReadList(const Value& value, std::vector<std::string>& into) {
    const auto texts = ReadPlainTexts(value);
    if (texts.has_value()) into = *texts;
    return texts.has_value();
  }

  // Device extensions also list their entry points.
  bool ReadExtensions(const Value& value, bool functions, std::map<std::string, uint32_t>& into) {
    if (!value.IsArray()) return false;
    for (const Value& one : value.GetArray()) {
      const bool good = one.IsObject() && one.MemberCount() == (functions ? 3 : 2) &&
                        one.HasMember("name") && one.HasMember("spec_version") &&
                        IsPlainText(one["name"]) && IsPlainText(one["spec_version"]);
      if (!good || one["name"].GetStringLength() > kMaxExtensionLength) return false;
      if (functions && (!one.HasMember("entrypoints") || !ReadPlainTexts(one["entrypoints"]))) {
        return false;
      }
      const auto version = ReadNumber(one["spec_version"].GetString());
      const std::string name = one["name"].GetString();
      // If an extension is listed twice, it is open which version counts.
      if (!version || !into.emplace(name, *version).second) return false;
    }
    return true;
  }

  bool ReadType(const Value& value) {
    std::string type;
    if (!ReadText(value, type)) return false;
    layer_.device_type = type == "DEVICE";
    return layer_.device_type || type == "INSTANCE" || type == "GLOBAL";
  }

  bool ReadVersions(const std::string& key, const Value& value) {
    std::string text;
    if (!ReadText(value, text)) return false;
    if (key == "api_version") {
      const auto version = vulkan::ReadApiVersion(text);
      if (version.has_value()) layer_.version = *version;
      return version.has_value();
    }
    const auto number = ReadNumber(text);
    if (number.has_value()) layer_.implementation = *number;
    return number.has_value();
  }

  bool ReadLibrary(const Value& value) {
    if (!IsPlainText(value)) return false;
    layer_.library = FindLibrary(libraries_, value.GetString());
    return layer_.library != nullptr;
  }

  ModelLayer& layer_;
  const std::vector<Library>& libraries_;
};

// ReadManifest for the usual libraries, with a cache: most files of a machine are on the previous
// one, too.
const std::optional<std::vector<ModelLayer>>& RememberedManifest(const std::string& text,
                                                                 bool implicit) {
  constexpr size_t kMost = 1024;
  using Known = std::unordered_map<std::string, std::optional<std::vector<ModelLayer>>>;
  static thread_local Known known[2];
  Known& manifests = known[implicit ? 1 : 0];
  const auto found = manifests.find(text);
  if (found != manifests.end()) return found->second;
  if (manifests.size() >= kMost) manifests.clear();
  return manifests.emplace(text, ReadManifest(text, implicit)).first->second;
}

void AddFile(const std::string& path, const std::string& text, const Machine& machine,
             const std::vector<Place>& places, Model& model) {
  for (const bool implicit : {false, true}) {
    const Place* place = nullptr;
    bool several = false;
    bool itself = false;
    for (const Place& one : places) {
      itself |= one.folder == path;
      if (one.implicit != implicit) {
        several |= Holds(one, path) && one.searched != Tristate::kNo;
        continue;
      }
      const bool here = Holds(one, path) && one.searched != Tristate::kNo;
      // The most certain place, and among these the first.
      if (here && (place == nullptr || one.searched > place->searched ||
                   (one.searched == place->searched && one.rank < place->rank))) {
        place = &one;
      }
    }
    if (place == nullptr && !itself) continue;
    std::optional<std::vector<ModelLayer>> own;
    if (machine.installation != nullptr) {
      own = ReadManifest(text, implicit, machine.installation->libraries);
    }
    const auto& layers = machine.installation != nullptr ? own : RememberedManifest(text, implicit);
    // Ambiguous: a file that a variable names directly, a file of both kinds, and a file without
    // the suffix.
    if (!layers.has_value() || several || itself || !vulkan::IsManifestName(path)) {
      model.ambiguous.Add(text);
      continue;
    }
    for (ModelLayer layer : *layers) {
      layer.file = path;
      layer.found = place->searched;
      layer.rank = place->rank;
      layer.place_policy = place->policy;
      model.layers.push_back(std::move(layer));
    }
  }
}

}  // namespace

std::optional<std::vector<ModelLayer>> ReadManifest(const std::string& text, bool implicit,
                                                    const std::vector<Library>& libraries) {
  const auto document = ReadPlainObject(text);
  if (!document.has_value()) return std::nullopt;
  const rapidjson::Document& json = *document;
  const auto format = json.FindMember("file_format_version");
  if (json.MemberCount() != 2 || format == json.MemberEnd() || !format->value.IsString() ||
      !vulkan::IsManifestFormat(format->value.GetString())) {
    return std::nullopt;
  }
  std::vector<ModelLayer> layers;
  const auto read = [&](const Value& value) {
    layers.emplace_back();
    return LayerReader(layers.back(), implicit, libraries).Read(value) &&
           (!layers.back().meta() || vulkan::HasMetaLayers(format->value.GetString()));
  };
  const auto one = json.FindMember("layer");
  const auto list = json.FindMember("layers");
  if (one != json.MemberEnd()) return read(one->value) ? std::optional(layers) : std::nullopt;
  const bool several = list != json.MemberEnd() && list->value.IsArray() &&
                       list->value.Size() > 0 &&
                       vulkan::HasArrayOfLayers(format->value.GetString());
  if (!several || !std::all_of(list->value.Begin(), list->value.End(), read)) return std::nullopt;
  return layers;
}

namespace {

Model ReadFiles(const Machine& machine, const std::vector<Place>& places) {
  Model model;
  for (const auto& [path, text] : machine.files) AddFile(path, text, machine, places, model);
  return model;
}

// The places to which override_paths may lead: their folders, and those that are searched without
// VK_LAYER_PATH, which is ignored if override_paths are present. An elevated application may use or
// ignore the paths of a system manifest (LS_VK_OVERRIDE_2.r2).
std::vector<Place> PlacesOfOverride(const Machine& machine, const Subject& subject,
                                    const Model& model) {
  std::vector<Place> places;
  for (const ModelLayer& layer : model.layers) {
    if (layer.name != kOverrideLayer) continue;
    for (const std::string& path : layer.override_paths) {
      places.push_back({NormalPath(path), false, Tristate::kMaybe, 0, kOverridePathsPolicy});
    }
  }
  if (places.empty()) return places;
  Machine without = machine;
  without.environment.erase("VK_LAYER_PATH");
  for (Place place : Places(without, subject)) {
    place.searched = std::min(place.searched, Tristate::kMaybe);
    places.push_back(place);
  }
  return places;
}

}  // namespace

Model ReadModel(const Machine& machine, const Subject& subject) {
  std::vector<Place> places = Places(machine, subject);
  Model model = ReadFiles(machine, places);
  const std::vector<Place> more = PlacesOfOverride(machine, subject, model);
  if (more.empty()) return model;
  places.insert(places.end(), more.begin(), more.end());
  model = ReadFiles(machine, places);
  for (ModelLayer& layer : model.layers) {
    layer.in_override_paths = std::any_of(more.begin(), more.end(), [&](const Place& place) {
      return Holds(place, layer.file) && place.policy == kOverridePathsPolicy;
    });
    layer.hidden_by_override_paths = !layer.implicit &&
                                     layer.place_policy == policy::LLP_LOADER_2.text &&
                                     !AnyHolds(more, layer.file);
  }
  return model;
}

bool HasManifestOf(const Machine& machine, const std::string& name) {
  for (const auto& [path, text] : machine.files) {
    for (const bool implicit : {false, true}) {
      const auto layers = ReadManifest(text, implicit, InstallationOf(machine).libraries);
      if (!layers.has_value()) continue;
      for (const ModelLayer& layer : *layers) {
        if (layer.name == name) return true;
      }
    }
  }
  return false;
}

bool HasRecursion(const Model& model) {
  return std::any_of(model.layers.begin(), model.layers.end(), [&](const ModelLayer& layer) {
    std::vector<std::string> reached = layer.components;
    for (size_t i = 0; i < reached.size(); ++i) {
      if (reached[i] == layer.name) return true;
      for (const ModelLayer& other : model.layers) {
        if (other.name != reached[i]) continue;
        for (const std::string& component : other.components) {
          if (std::find(reached.begin(), reached.end(), component) == reached.end()) {
            reached.push_back(component);
          }
        }
      }
    }
    return false;
  });
}

}  // namespace loadstone::oracle::vulkan
