// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_WORLD_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_WORLD_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/inside/support/json_tree.h"
#include "fuzz/inside/support/loaders.h"
#include "oracle/library.h"
#include "oracle/machine.h"

namespace loadstone::fuzz::inside {

// A whole machine and what an application does on it, as one JSON text (schemas/vulkan_world.json,
// schemas/openxr_world.json), so that seeds and findings are readable and the mutator changes
// manifests, environment and components alike.
struct World {
  struct Library {
    std::string path;
    // The behaviour of its functions; the API defines the members.
    JsonNode behaviour;
  };

  // The machine that the oracle judges.
  oracle::Machine machine;
  // The files of the machine as JSON, by path; a null node if the file is not JSON.
  std::map<std::string, JsonNode> trees;
  std::vector<Library> libraries;
  // The path of the application's executable.
  std::string executable = "/usr/bin/app";
  std::string api_version;

  // Parses a world; nothing if the text is not a JSON object. Ignores members with the wrong type
  // and names with a zero byte.
  static std::optional<World> Parse(std::string_view text);

  // The value of a variable; empty if it is not set.
  std::string Variable(const std::string& name) const;
  // Whether the member "missing" of some library lists `function`.
  bool AnyLibraryLacks(std::string_view function) const;

  // Adds the files, the environment and the privileges to the machine.
  void Install(MemoryPlatform* platform) const;

  // Adds mocks of the libraries to the machine and gives the paths of the layers, by number.
  // `other` makes the library if its behaviour has that kind; else it is a layer. Libraries beyond
  // the available numbers are not added, nor is a second layer with the same path.
  struct Mocks {
    int most;
    MemoryPlatform::Library (*make)(int index, const JsonNode& behaviour);
  };
  std::vector<std::string> InstallLibraries(const char* other_kind, const Mocks& other,
                                            const Mocks& layer, MemoryPlatform* platform) const;
  // The first library of a kind, or nullptr.
  const Library* FirstOf(const char* kind) const;
  // The layers that InstallLibraries adds, at most `most`.
  std::vector<const Library*> Layers(const char* other_kind, int most) const;

  // What the oracle needs in addition to the machine: those of `layers` whose library path has a
  // single spelling. Nothing for a world with paths of files, home or application that the oracle
  // cannot resolve.
  std::optional<oracle::Installation> InstallationWith(
      const std::vector<const Library*>& layers) const;
  // Whether all libraries behave as the documents require.
  bool AllWellBehaved() const;

  // Every object in the files that describes a component of the kind: the values of the member
  // `kind`, and the elements of the array `kind` + "s".
  struct Component {
    const std::string* file;  // the path of its file
    const JsonNode* object;
  };
  std::vector<Component> Components(const std::string& kind) const;
};

// Whether a library behaves as the documents require: its behaviour lists nothing but extensions.
bool Behaves(const World::Library& library);

// The names as an array of C strings; `names` must outlive the pointers.
std::vector<const char*> PointersTo(const std::vector<std::string>& names);
// The text in an array of an API's structure, which may lack its terminating zero.
std::string TextOf(const char* text, size_t size);

// A number of the behaviour; `fallback` if it is absent or does not fit into an int.
int NumberOf(const JsonNode& behaviour, std::string_view name, int fallback);

// A boolean of the behaviour.
bool IsSet(const JsonNode& behaviour, std::string_view name);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_WORLD_H_
