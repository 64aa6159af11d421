// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_WORLD_H_
#define LOADSTONE_HARNESS_WORLD_WORLD_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// Whose a file is: the application's own, or somebody else's.
enum class Owner { kApplication, kOther };

// How an application comes to more rights than its user has.
enum class Elevation {
  kNone,
  kFileCapability,
  kSetUserId,   // its executable belongs to root and is set-user-ID
  kSetGroupId,  // likewise to the group of root
};

// "set-user-ID" and the like, for people; empty without elevation.
const char* Describe(Elevation elevation);

// One thing in the file system of a world. A new kind is made in sandbox/linux_world.cc and
// sandbox/wine_sandbox.cc, and shown in tool/show.cc, tool/steps.cc and tool/evidence.cc; the
// compiler names each, since no switch over Kind has a default. A new member also travels in
// sandbox/keeper_message.cc.
struct Node {
  enum class Kind {
    kDirectory,
    kFile,     // `text` holds its bytes
    kCopy,     // a real copy of the file of the sandbox's library that `text` names
    kSymlink,  // `text` is its target
    kFifo,
    kSparse,  // a file of `size` bytes, all zero, that takes no room
  };
  Kind kind = Kind::kFile;
  std::string path = {};  // absolute, inside the world
  std::string text = {};
  uint64_t size = 0;
  unsigned mode = 0644;
  Owner owner = Owner::kApplication;
};

// A made-up machine: what stands in its file system, the environment of the application, where the
// application stands and whether it is elevated. It knows nothing about any API, and it is only a
// description: a sandbox makes it real.
//
// Paths are absolute; missing parents are made as directories of mode 0755. Adding a path twice
// replaces what was there. On Windows a key of the registry may stand for the first folder of a
// path, as in "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers/a.json": the file is made in a folder of
// its own, and the key gets a value that names it, if it is a manifest by its suffix. Every
// function returns the world, so that a machine reads as one sentence.
class World {
 public:
  // The folder of the file system for files at `place`, a folder, or a key that stands for one.
  static std::string FolderOf(const std::string& place);

  // What the accessors below show, for one who has it from a world in another process.
  struct Parts {
    std::vector<Node> nodes = {};
    std::map<std::string, std::string> environment = {};
    std::vector<RegistryValue> registry = {};
    std::string home = {};
    std::string application = {};
    Elevation elevation = Elevation::kNone;
  };

  World();
  explicit World(Parts parts) : parts_(std::move(parts)) {}

  World& Directory(const std::string& path, unsigned mode = 0755);
  World& File(const std::string& path, const std::string& text, unsigned mode = 0644);
  World& Copy(const std::string& path, const std::string& library_file, unsigned mode = 0755);
  World& Symlink(const std::string& path, const std::string& target);
  World& Fifo(const std::string& path, unsigned mode = 0644);
  World& Sparse(const std::string& path, uint64_t size);
  // Gives what was added last to somebody else.
  World& OwnedByOther();

  // A value of the registry, on Windows.
  World& Registry(RegistryValue value);

  // The environment of the application. It holds HOME and nothing else until these are called.
  World& Env(const std::string& name, const std::string& value);
  World& Unset(const std::string& name);
  // Sets HOME and makes the directory.
  World& Home(const std::string& path);

  // Where the application's executable stands.
  World& Application(const std::string& path);
  // The application is started with more rights than its user has. With another ID it needs a
  // sandbox that has one: Sandbox::Run.
  World& Elevated(Elevation how = Elevation::kFileCapability);

  const Parts& parts() const { return parts_; }
  const std::vector<Node>& nodes() const { return parts_.nodes; }
  const std::map<std::string, std::string>& environment() const { return parts_.environment; }
  const std::vector<RegistryValue>& registry() const { return parts_.registry; }
  const std::string& home() const { return parts_.home; }
  const std::string& application() const { return parts_.application; }
  Elevation elevation() const { return parts_.elevation; }
  bool elevated() const { return parts_.elevation != Elevation::kNone; }

 private:
  World& Add(Node node);
  // The value of the key that names the manifest at `path`.
  void Register(const std::string& key, const std::string& path);

  Parts parts_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_WORLD_H_
