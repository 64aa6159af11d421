#include "fuzz/inside/support/world.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "fuzz/inside/support/manifest_text.h"

namespace loadstone::fuzzing {
namespace {

bool HasZeroByte(const std::string& text) { return text.find('\0') != std::string::npos; }

void ReadEnvironment(const JsonNode* object, World* world) {
  if (object == nullptr) return;
  for (size_t i = 0; i < object->names.size(); ++i) {
    const JsonNode& value = object->elements[i];
    if (!value.IsString() || HasZeroByte(object->names[i]) || HasZeroByte(value.text)) continue;
    world->environment.emplace_back(object->names[i], value.text);
  }
}

// A file is an object, which stands for its text, or a text.
void ReadFiles(const JsonNode* object, World* world) {
  if (object == nullptr) return;
  for (size_t i = 0; i < object->names.size(); ++i) {
    const JsonNode& content = object->elements[i];
    if (HasZeroByte(object->names[i])) continue;
    World::File file = {object->names[i], content.text, JsonNode()};
    if (content.IsString()) {
      if (ParseJsonTree(file.text, &file.tree) != JsonVerdict::kTree) file.tree = JsonNode();
    } else {
      file.text = PrintJsonTree(content);
      file.tree = content;
    }
    world->files.push_back(std::move(file));
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
  ReadEnvironment(root.Find("environment"), &world);
  ReadFiles(root.Find("files"), &world);
  ReadLibraries(root.Find("libraries"), &world);
  world.elevated = IsSet(root, "elevated");
  const JsonNode* executable = root.Find("executable");
  if (executable != nullptr && executable->IsString()) world.executable = executable->text;
  const JsonNode* application = root.Find("application");
  if (application != nullptr) {
    world.layers = StringsOf(application->Find("layers"));
    world.extensions = StringsOf(application->Find("extensions"));
    world.api_version = application->StringOf("api_version");
  }
  return world;
}

bool World::SomeLibraryLacks(std::string_view function) const {
  return std::any_of(libraries.begin(), libraries.end(), [function](const Library& library) {
    const std::vector<std::string> missing = StringsOf(library.behaviour.Find("missing"));
    return std::find(missing.begin(), missing.end(), function) != missing.end();
  });
}

std::string World::Variable(std::string_view name) const {
  // As in MemoryPlatform the last of one name counts.
  for (auto variable = environment.rbegin(); variable != environment.rend(); ++variable) {
    if (variable->first == name) return variable->second;
  }
  return std::string();
}

bool World::IsDefined(std::string_view name) const {
  return std::any_of(environment.begin(), environment.end(),
                     [name](const auto& variable) { return variable.first == name; });
}

void World::Install(MemoryPlatform* machine) const {
  for (const auto& [name, value] : environment) machine->SetEnvironment(name, value);
  for (const File& file : files) machine->AddFile(file.path, file.text);
  machine->SetElevated(elevated);
  machine->SetExecutablePath(executable);
}

std::vector<std::string> World::InstallLibraries(const OtherMocks& other, const Mocks& layer,
                                                 MemoryPlatform* machine) const {
  std::vector<std::string> layers;
  int others = 0;
  for (const Library& library : libraries) {
    if (library.behaviour.StringOf("kind") == other.kind) {
      if (others < other.most) {
        machine->AddLibrary(library.path, other.make(others++, library.behaviour));
      }
    } else if (static_cast<int>(layers.size()) < layer.most &&
               std::find(layers.begin(), layers.end(), library.path) == layers.end()) {
      machine->AddLibrary(library.path,
                          layer.make(static_cast<int>(layers.size()), library.behaviour));
      layers.push_back(library.path);
    }
  }
  return layers;
}

std::vector<World::Component> World::Components(const std::string& kind) const {
  std::vector<Component> components;
  for (const File& file : files) {
    const JsonNode* one = file.tree.Find(kind);
    if (one != nullptr && one->IsObject()) components.push_back({&file, one});
    const JsonNode* many = file.tree.Find(kind + "s");
    if (many == nullptr || !many->IsArray()) continue;
    for (const JsonNode& object : many->elements) components.push_back({&file, &object});
  }
  return components;
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

}  // namespace loadstone::fuzzing
