// SPDX-License-Identifier: Apache-2.0
#include "harness/world/mock_library.h"

#include <ctype.h>
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "harness/world/places.h"
#include "harness/world/platform.h"

namespace loadstone {

namespace {

// Returns a file name for a layer's name, which may contain any characters. Equal names give equal
// results.
std::string PlainName(const std::string& who) {
  std::string name;
  for (const char c : who) name += isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name.substr(0, 200);
}

// Returns a path as a JSON string.
std::string JsonText(const std::string& path) {
  std::string text = "\"";
  for (const char c : path) text += c == '\\' ? "\\\\" : std::string(1, c);
  return text + '"';
}

void ReplaceAll(std::string& text, const std::string& what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
}

}  // namespace

std::string MockLibraryPath(const std::string& who, const Subject& subject) {
  return fmt::format("{}/{}", kComponentFolder, LibraryFile(subject, PlainName(who)));
}

void AddMockLibraryAt(World& world, const Subject& subject, const std::string& path,
                      const std::string& who, const std::string& binary,
                      const JsonObject& behaviour) {
  JsonObject config = JsonObject().Set("who", who).Set("trace", NativePath(subject, kTracePath));
  config.Merge(behaviour.Text());
  const std::string file = WithLibrarySuffix(subject, path);
  world.Copy(file, WithLibrarySuffix(subject, binary + ".so"))
      .File(file + ".config", config.Text());
}

std::string AddMockLibrary(World& world, const Subject& subject, const std::string& who,
                           const std::string& binary, const JsonObject& behaviour) {
  const std::string path = MockLibraryPath(who, subject);
  AddMockLibraryAt(world, subject, path, who, binary, behaviour);
  return NativePath(subject, path);
}

void MakeLibraryPathsNative(World& world, const Subject& subject) {
  if (!IsWindows(subject)) return;
  World::Parts parts = world.parts();
  for (const Node& library : world.nodes()) {
    const std::filesystem::path path(library.path);
    if (library.kind != Node::Kind::kCopy || path.parent_path() != kComponentFolder) continue;
    const std::string written = JsonText(MockLibraryPath(path.stem().string()));
    const std::string native = JsonText(NativePath(subject, library.path));
    for (Node& node : parts.nodes) {
      if (node.kind == Node::Kind::kFile) ReplaceAll(node.text, written, native);
    }
  }
  world = World(std::move(parts));
}

}  // namespace loadstone
