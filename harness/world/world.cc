#include "harness/world/world.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace loadstone {
namespace {

constexpr char kDefaultHome[] = "/home/user";
constexpr char kDefaultApplication[] = "/opt/application/bin/application";

// A world is written by us, so a bad path is a mistake in a case and not in a subject.
void RequireAbsolute(const std::string& path) {
  const bool absolute = path.size() > 1 && path.front() == '/' && path.back() != '/';
  if (!absolute || path.find("//") != std::string::npos ||
      (path + '/').find("/../") != std::string::npos ||
      (path + '/').find("/./") != std::string::npos || path.find('\0') != std::string::npos) {
    throw std::invalid_argument("a world needs absolute, plain paths, not '" + path + "'");
  }
}

}  // namespace

World::World() {
  Application(kDefaultApplication);
  Home(kDefaultHome);
}

World& World::Add(Node node) {
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

World& World::OwnedByOther() {
  parts_.nodes.back().owner = Owner::kOther;
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

World& World::Elevated() {
  parts_.elevated = true;
  return *this;
}

}  // namespace loadstone
