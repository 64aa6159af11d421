// SPDX-License-Identifier: Apache-2.0
#include "harness/world/world.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace loadstone {
namespace {

constexpr char kDefaultHome[] = "/home/user";
constexpr char kDefaultApplication[] = "/opt/application/bin/application";

// Worlds are written in this tree, so an invalid path is an error of the case, not of the subject.
void RequireAbsolute(const std::string& path) {
  const bool absolute = path.size() > 1 && path.front() == '/' && path.back() != '/';
  if (!absolute || path.find("//") != std::string::npos ||
      (path + '/').find("/../") != std::string::npos ||
      (path + '/').find("/./") != std::string::npos || path.find('\0') != std::string::npos) {
    throw std::invalid_argument("a world needs absolute, plain paths, not '" + path + "'");
  }
}

bool IsBelowKey(const std::string& path) { return path.starts_with("HK"); }

bool IsManifest(const std::string& file) {
  return file.ends_with(".json") && file.find('/') == std::string::npos;
}

}  // namespace

World::World() {
  Application(kDefaultApplication);
  Home(kDefaultHome);
}

std::string World::FolderOf(const std::string& place) {
  if (!IsBelowKey(place)) return place;
  std::string folder = "/manifests/" + place;
  std::replace(folder.begin(), folder.end(), '\\', '/');
  return folder;
}

World& World::Add(Node node) {
  if (IsBelowKey(node.path)) {
    const size_t slash = std::min(node.path.find('/'), node.path.size());
    const std::string key = node.path.substr(0, slash);
    const std::string file = node.path.substr(std::min(slash + 1, node.path.size()));
    node.path = FolderOf(key) + node.path.substr(slash);
    if (IsManifest(file)) Register(key, node.path);
  }
  RequireAbsolute(node.path);
  std::erase_if(parts_.nodes, [&](const Node& other) { return other.path == node.path; });
  parts_.nodes.push_back(std::move(node));
  return *this;
}

World& World::Directory(const std::string& path, unsigned mode) {
  return Add({.kind = Node::Kind::kDirectory, .path = path, .text = {}, .mode = mode});
}

World& World::File(const std::string& path, const std::string& text, unsigned mode) {
  return Add({.kind = Node::Kind::kFile, .path = path, .text = text, .mode = mode});
}

World& World::Copy(const std::string& path, const std::string& library_file, unsigned mode) {
  return Add({.kind = Node::Kind::kCopy, .path = path, .text = library_file, .mode = mode});
}

World& World::Symlink(const std::string& path, const std::string& target) {
  return Add({.kind = Node::Kind::kSymlink, .path = path, .text = target, .mode = 0777});
}

World& World::Fifo(const std::string& path, unsigned mode) {
  return Add({.kind = Node::Kind::kFifo, .path = path, .text = {}, .mode = mode});
}

World& World::Sparse(const std::string& path, uint64_t size) {
  return Add({.kind = Node::Kind::kSparse, .path = path, .text = {}, .size = size});
}

World& World::OwnedByOtherUser() {
  parts_.nodes.back().owner = Owner::kOther;
  return *this;
}

void World::Register(const std::string& key, const std::string& path) {
  RegistryValue value = RegistryDword(key, WindowsPath(path), 0);
  std::erase_if(parts_.registry, [&](const RegistryValue& other) {
    return other.key == key && other.name == value.name;
  });
  parts_.registry.push_back(std::move(value));
}

World& World::Registry(RegistryValue value) {
  parts_.registry.push_back(std::move(value));
  return *this;
}

World& World::Env(const std::string& name, const std::string& value) {
  if (name.empty() || name.find('=') != std::string::npos ||
      (name + value).find('\0') != std::string::npos) {
    throw std::invalid_argument("no environment can hold the variable '" + name + "'");
  }
  parts_.environment[name] = value;
  return *this;
}

World& World::Unset(const std::string& name) {
  parts_.environment.erase(name);
  return *this;
}

World& World::Home(const std::string& path) {
  parts_.home = path;
  Env("HOME", path);
  return Directory(path);
}

World& World::Application(const std::string& path) {
  RequireAbsolute(path);
  parts_.application = path;
  return *this;
}

World& World::Elevated(Elevation how) {
  parts_.elevation = how;
  return *this;
}

const char* Describe(Elevation elevation) {
  switch (elevation) {
    case Elevation::kNone:
      return "";
    case Elevation::kFileCapability:
      return "elevated";
    case Elevation::kSetUserId:
      return "set-user-ID";
    case Elevation::kSetGroupId:
      return "set-group-ID";
  }
  return "";
}

}  // namespace loadstone
