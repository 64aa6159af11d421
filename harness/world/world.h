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

// The owner of a file: the user of the application, or another one.
enum class Owner { kApplication, kOther };

// How an application has more privileges than its user.
enum class Elevation {
  kNone,
  kFileCapability,
  kSetUserId,   // its executable belongs to root and is set-user-ID
  kSetGroupId,  // its executable belongs to root's group and is set-group-ID
};

// Returns a name for people, such as "set-user-ID"; empty for kNone.
const char* Describe(Elevation elevation);

// One thing in the file system of a world. A new kind is made in sandbox/linux_world.cc and
// sandbox/wine_sandbox.cc, and shown in tool/show.cc, tool/steps.cc and tool/evidence.cc; the
// compiler names each, since no switch over Kind has a default. A new member also travels in
// sandbox/keeper_message.cc.
struct Node {
  enum class Kind {
    kDirectory,
    kFile,     // `text` is its content
    kCopy,     // a copy of the file in the sandbox's library that `text` names
    kSymlink,  // `text` is its target
    kFifo,
    kSparse,  // a file of `size` zero bytes that uses no space
  };
  Kind kind = Kind::kFile;
  std::string path = {};  // absolute, in the world
  std::string text = {};
  uint64_t size = 0;
  unsigned mode = 0644;
  Owner owner = Owner::kApplication;
};

// The description of a simulated machine: the entries of its file system, the environment of the
// application, the path of the application and its elevation. It is independent of the APIs; a
// sandbox creates the machine.
//
// Paths are absolute; missing parents are created as directories of mode 0755. Adding a path twice
// replaces the first entry. On Windows the first folder of a path may be a registry key, as in
// "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers/a.json": the file is created in a separate folder, and,
// if its suffix is that of a manifest, the key gets a value that names it. Every function returns
// the world, so that calls can be chained.
class World {
 public:
  // Returns the folder for files at `place`, which is a folder or a registry key.
  static std::string FolderOf(const std::string& place);

  // The values that the accessors below return, to copy a world from another process.
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
  // Changes the owner of the entry that was added last to another user.
  World& OwnedByOtherUser();

  // Adds a registry value, on Windows.
  World& Registry(RegistryValue value);

  // Changes the environment of the application, which initially has only HOME.
  World& Env(const std::string& name, const std::string& value);
  World& Unset(const std::string& name);
  // Sets HOME and creates the directory.
  World& Home(const std::string& path);

  // Sets the path of the application's executable.
  World& Application(const std::string& path);
  // Starts the application with more privileges than its user has. Elevation by another ID needs a
  // sandbox that has one: see Sandbox::Run.
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
  // Adds a value to the key that names the manifest at `path`.
  void Register(const std::string& key, const std::string& path);

  Parts parts_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_WORLD_H_
