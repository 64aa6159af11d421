// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/world.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "fuzz/inside/support/manifest_text.h"
#include "oracle/path_list.h"

namespace loadstone::fuzz::inside {
namespace {

bool HasZeroByte(const std::string& text) { return text.find('\0') != std::string::npos; }

void ReadEnvironment(const JsonNode* object, World* world) {
  if (object == nullptr) return;
  for (size_t i = 0; i < object->names.size(); ++i) {
    const JsonNode& value = object->elements[i];
    if (!value.IsString() || HasZeroByte(object->names[i]) || HasZeroByte(value.text)) continue;
    world->machine.environment[object->names[i]] = value.text;
  }
}

// The content of a file is given as text, or as an object that is printed as JSON.
void ReadFiles(const JsonNode* object, World* world) {
  if (object == nullptr) return;
  for (size_t i = 0; i < object->names.size(); ++i) {
    const JsonNode& content = object->elements[i];
    if (HasZeroByte(object->names[i])) continue;
    std::string& text = world->machine.files[object->names[i]];
    JsonNode& tree = world->trees[object->names[i]];
    text = content.IsString() ? content.text : PrintJsonTree(content);
    tree = content;
    if (content.IsString() && ParseJsonTree(text, &tree) != JsonVerdict::kTree) tree = JsonNode();
  }
}

void ReadLibraries(const JsonNode* object, World* world) {
  if (object == nullptr) return;
  for (size_t i = 0; i < object->names.size(); ++i) {
    if (object->elements[i].IsObject() && !HasZeroByte(object->names[i])) {
      world->libraries.push_back({object->names[i], object->elements[i]});
    }
  }
}

}  // namespace

std::optional<World> World::Parse(std::string_view text) {
  JsonNode root;
  if (ParseJsonTree(text, &root) != JsonVerdict::kTree || !root.IsObject()) return std::nullopt;
  World world;
  world.machine.create = true;
  ReadEnvironment(root.Find("environment"), &world);
  ReadFiles(root.Find("files"), &world);
  ReadLibraries(root.Find("libraries"), &world);
  world.machine.elevated = IsSet(root, "elevated");
  const JsonNode* executable = root.Find("executable");
  if (executable != nullptr && executable->IsString()) world.executable = executable->text;
  const JsonNode* application = root.Find("application");
  if (application != nullptr) {
    world.machine.layers = StringsOf(application->Find("layers"));
    world.machine.extensions = StringsOf(application->Find("extensions"));
    world.api_version = application->StringOf("api_version");
  }
  return world;
}

bool World::AnyLibraryLacks(std::string_view function) const {
  return std::any_of(libraries.begin(), libraries.end(), [function](const Library& library) {
    const std::vector<std::string> missing = StringsOf(library.behaviour.Find("missing"));
    return std::find(missing.begin(), missing.end(), function) != missing.end();
  });
}

std::string World::Variable(const std::string& name) const {
  const auto found = machine.environment.find(name);
  return found == machine.environment.end() ? std::string() : found->second;
}

void World::Install(MemoryPlatform* platform) const {
  for (const auto& [name, value] : machine.environment) platform->SetEnvironment(name, value);
  for (const auto& [path, text] : machine.files) platform->AddFile(path, text);
  platform->SetElevated(machine.elevated);
  platform->SetExecutablePath(executable);
}

const World::Library* World::FirstOf(const char* kind) const {
  const auto found = std::find_if(
      libraries.begin(), libraries.end(),
      [kind](const Library& library) { return library.behaviour.StringOf("kind") == kind; });
  return found != libraries.end() ? &*found : nullptr;
}

std::vector<const World::Library*> World::Layers(const char* other_kind, int most) const {
  std::vector<const Library*> layers;
  for (const Library& library : libraries) {
    const bool known = std::any_of(layers.begin(), layers.end(), [&](const Library* layer) {
      return layer->path == library.path;
    });
    if (library.behaviour.StringOf("kind") != other_kind && !known &&
        static_cast<int>(layers.size()) < most) {
      layers.push_back(&library);
    }
  }
  return layers;
}

std::vector<std::string> World::InstallLibraries(const char* other_kind, const Mocks& other,
                                                 const Mocks& layer,
                                                 MemoryPlatform* platform) const {
  int others = 0;
  for (const Library& library : libraries) {
    if (library.behaviour.StringOf("kind") == other_kind && others < other.most) {
      platform->AddLibrary(library.path, other.make(others++, library.behaviour));
    }
  }
  std::vector<std::string> paths;
  for (const Library* one : Layers(other_kind, layer.most)) {
    platform->AddLibrary(one->path, layer.make(static_cast<int>(paths.size()), one->behaviour));
    paths.push_back(one->path);
  }
  return paths;
}

std::optional<oracle::Installation> World::InstallationWith(
    const std::vector<const Library*>& layers) const {
  oracle::Installation installation;
  installation.home = Variable("HOME");
  installation.executable = executable;
  const bool plain = std::all_of(machine.files.begin(), machine.files.end(),
                                 [](const auto& file) { return oracle::IsPlainPath(file.first); });
  const bool home_is_plain =
      installation.home.empty() ||
      (oracle::IsPlainPath(installation.home) && installation.home.find(':') == std::string::npos);
  if (!plain || !home_is_plain || !oracle::IsPlainPath(executable)) return std::nullopt;
  for (const Library* layer : layers) {
    if (!oracle::IsPlainPath(layer->path)) continue;
    installation.libraries.push_back({.name = layer->path, .path = layer->path});
  }
  return installation;
}

bool World::AllWellBehaved() const {
  return std::all_of(libraries.begin(), libraries.end(), &Behaves);
}

std::vector<World::Component> World::Components(const std::string& kind) const {
  std::vector<Component> components;
  for (const auto& [path, tree] : trees) {
    const JsonNode* one = tree.Find(kind);
    if (one != nullptr && one->IsObject()) components.push_back({&path, one});
    const JsonNode* many = tree.Find(kind + "s");
    if (many == nullptr || !many->IsArray()) continue;
    for (const JsonNode& object : many->elements) components.push_back({&path, &object});
  }
  return components;
}

bool Behaves(const World::Library& library) {
  const std::vector<std::string>& names = library.behaviour.names;
  return std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return name == "kind" || name == "extensions";
  });
}

std::vector<const char*> PointersTo(const std::vector<std::string>& names) {
  std::vector<const char*> pointers;
  for (const std::string& name : names) pointers.push_back(name.c_str());
  return pointers;
}

std::string TextOf(const char* text, size_t size) { return std::string(text, strnlen(text, size)); }

int NumberOf(const JsonNode& behaviour, std::string_view name, int fallback) {
  const JsonNode* member = behaviour.Find(name);
  if (member == nullptr || member->kind != JsonNode::Kind::kNumber || member->text.size() > 10) {
    return fallback;
  }
  const long long value = std::strtoll(member->text.c_str(), nullptr, 10);
  return value < -2147483647 || value > 2147483647 ? fallback : static_cast<int>(value);
}

bool IsSet(const JsonNode& behaviour, std::string_view name) {
  const JsonNode* member = behaviour.Find(name);
  return member != nullptr && member->kind == JsonNode::Kind::kTrue;
}

}  // namespace loadstone::fuzz::inside
