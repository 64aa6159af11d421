// SPDX-License-Identifier: Apache-2.0
#include "tool/doctor/manifest.h"

#include <fmt/format.h>
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string_view>

#include "harness/component/rooted_system.h"
#include "harness/component/system_loader.h"
#include "harness/errors.h"
#include "harness/json/json_member.h"
#include "harness/report/input_file.h"

namespace loadstone::doctor {
namespace {

namespace fs = std::filesystem;
using rapidjson::Value;

constexpr size_t kByteLimit = size_t{1} << 20;

// The members of a layer that determine whether it is used.
constexpr std::array<std::string_view, 12> kDeciding = {"name",
                                                        "type",
                                                        "api_version",
                                                        "implementation_version",
                                                        "description",
                                                        "library_path",
                                                        "app_keys",
                                                        "component_layers",
                                                        "blacklisted_layers",
                                                        "override_paths",
                                                        "enable_environment",
                                                        "disable_environment"};

void KeepDeciding(Value& layer) {
  for (auto member = layer.MemberBegin(); member != layer.MemberEnd();) {
    const bool deciding = std::ranges::find(kDeciding, member->name.GetString()) != kDeciding.end();
    member = deciding ? member + 1 : layer.EraseMember(member);
  }
}

class Reader {
 public:
  Reader(Manifest& manifest, Api api, const LibrarySearch& search)
      : manifest_(manifest), api_(api), search_(search) {}

  void Read() {
    rapidjson::Document json;
    const std::string text = ReadInputFile(FileOnHost(), "manifest", kByteLimit);
    if (text.size() > kByteLimit) throw std::runtime_error("it is too large for a manifest");
    json.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
    if (json.HasParseError()) {
      throw std::runtime_error(fmt::format("it is not valid JSON: {} at byte {}",
                                           rapidjson::GetParseError_En(json.GetParseError()),
                                           json.GetErrorOffset()));
    }
    if (!json.IsObject()) throw std::runtime_error("its JSON is not an object");
    const std::vector<Value*> objects = ObjectsOf(json);
    if (objects.empty()) throw std::runtime_error("it has no " + Expected());
    for (Value* object : objects) ReadComponent(*object);
    manifest_.text = ToText(json);
  }

 private:
  // Returns the path on this machine of the manifest, with links resolved as its system does.
  std::string FileOnHost() const {
    return search_.root.empty() ? manifest_.file
                                : RootedSystem(search_.root).OnHost(manifest_.file);
  }

  bool IsLayer() const {
    return manifest_.kind == Kind::kExplicitLayer || manifest_.kind == Kind::kImplicitLayer;
  }

  std::string Expected() const {
    if (manifest_.kind == Kind::kDriver) return "\"ICD\"";
    if (manifest_.kind == Kind::kRuntime) return "\"runtime\"";
    return api_ == Api::kOpenXr ? "\"api_layer\"" : "\"layer\" or \"layers\"";
  }

  std::vector<Value*> ObjectsOf(Value& json) const {
    const char* key = manifest_.kind == Kind::kDriver    ? "ICD"
                      : manifest_.kind == Kind::kRuntime ? "runtime"
                      : api_ == Api::kOpenXr             ? "api_layer"
                                                         : "layer";
    std::vector<Value*> objects;
    if (json.HasMember(key) && json[key].IsObject()) objects.push_back(&json[key]);
    if (IsLayer() && api_ == Api::kVulkan && json.HasMember("layers") && json["layers"].IsArray()) {
      for (Value& one : json["layers"].GetArray()) {
        if (one.IsObject()) objects.push_back(&one);
      }
    }
    return objects;
  }

  void ReadComponent(Value& object) {
    Component component;
    const std::string library = Text(object, "library_path");
    component.name = IsLayer() ? Text(object, "name") : library;
    if (!library.empty()) {
      Find(library, component);
    } else if (!object.HasMember("component_layers")) {
      component.problem = "it names no library";
    }
    if (IsLayer()) {
      CheckMembers(object, component);
      KeepDeciding(object);
    }
    manifest_.components.push_back(component);
  }

  // Returns the name of another architecture, whose loaders find a library of that architecture
  // there, if those of the search's do not; otherwise an empty text.
  std::string OnlyFor(const std::string& library) const {
    std::vector<LibrarySearch> searches = {search_};
    for (const Architecture& architecture : SystemArchitectures(search_.root)) {
      if (architecture == search_.architecture) continue;
      searches.push_back(search_);
      searches.back().architecture = architecture;
    }
    const std::string file = search_.root + manifest_.file;
    const LibrarySearch& found = ChooseSearch(file, library, searches);
    return found.architecture == search_.architecture ? "" : NameOf(found.architecture);
  }

  void Find(const std::string& library, Component& component) {
    const std::string other = OnlyFor(library);
    if (!other.empty()) {
      component.problem = fmt::format("its library is for {}, and this loader for {}", other,
                                      NameOf(search_.architecture));
      manifest_.libraries[library] = {};
      return;
    }
    try {
      const std::string folder = FolderOfManifest(search_.root + manifest_.file, library, search_);
      const FoundLibrary found = FindLibrary(library, folder, search_);
      component.library = found.path;
      component.problem = found.problem;
    } catch (const EnvironmentError& error) {
      component.problem = error.what();
    }
    manifest_.libraries[library] = component.library;
  }

  // Checks the required members of a layer; records the first one that is missing.
  void CheckMembers(const Value& object, Component& component) const {
    std::vector<const char*> required = {"name", "api_version", "implementation_version",
                                         "description"};
    if (api_ == Api::kVulkan) required.push_back("type");
    if (manifest_.kind == Kind::kImplicitLayer) required.push_back("disable_environment");
    for (const char* member : required) {
      if (component.problem.empty() && !object.HasMember(member)) {
        component.problem = fmt::format("it has no \"{}\", which is required", member);
      }
    }
  }

  Manifest& manifest_;
  const Api api_;
  const LibrarySearch& search_;
};

}  // namespace

const char* Name(Kind kind) {
  constexpr const char* kNames[] = {"explicit layer", "implicit layer", "driver", "runtime"};
  return kNames[static_cast<int>(kind)];
}

Manifest ReadManifest(const std::string& file, Kind kind, Api api, const LibrarySearch& search) {
  Manifest manifest{.file = file, .kind = kind};
  try {
    Reader(manifest, api, search).Read();
  } catch (const std::runtime_error& error) {
    manifest.problem = error.what();
  }
  return manifest;
}

std::vector<Manifest> ReadFolder(const std::string& folder, Kind kind, Api api,
                                 const LibrarySearch& search) {
  std::set<std::string> files;
  std::error_code error;
  const std::string on_host =
      search.root.empty() ? folder : RootedSystem(search.root).OnHost(folder);
  for (fs::directory_iterator entry(on_host, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    const bool link = entry->is_symlink(ignored);
    if (entry->is_regular_file(ignored) || link)
      files.insert(fs::path(folder) / entry->path().filename());
  }
  std::vector<Manifest> manifests;
  for (const std::string& file : files) {
    manifests.push_back(ReadManifest(file, kind, api, search));
  }
  return manifests;
}

}  // namespace loadstone::doctor
