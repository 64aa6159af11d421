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
// schemas/openxr_world.json), so that seeds and findings can be read and the mutator changes
// manifests, environment and components alike.
struct World {
  struct Library {
    std::string path;
    // How its functions behave; what the members mean is up to the API.
    JsonNode behaviour;
  };

  // What the oracle judges by.
  oracle::Machine machine;
  // The files of the machine as JSON, by path; a null node for what is none.
  std::map<std::string, JsonNode> trees;
  std::vector<Library> libraries;
  // Of the application.
  std::string executable = "/usr/bin/app";
  std::string api_version;

  // The world in a text; nothing when it is not a JSON object. What has the wrong type is left out,
  // as is every name with a zero byte.
  static std::optional<World> Parse(std::string_view text);

  // The value of a variable; empty when it is not defined.
  std::string Variable(const std::string& name) const;
  // Whether some library says in its member "missing" that it lacks the function.
  bool SomeLibraryLacks(std::string_view function) const;

  // Puts files, environment and privileges onto the machine.
  void Install(MemoryPlatform* platform) const;

  // Puts mocks of the libraries onto the machine and gives the paths of the layers, by number. A
  // library is what `other` makes if its behaviour has that kind, else a layer; whatever is beyond
  // the numbers stays away, as does a second layer of one path.
  struct Mocks {
    int most;
    MemoryPlatform::Library (*make)(int index, const JsonNode& behaviour);
  };
  std::vector<std::string> InstallLibraries(const char* other_kind, const Mocks& other,
                                            const Mocks& layer, MemoryPlatform* platform) const;
  // The first library of a kind; nullptr if there is none.
  const Library* FirstOf(const char* kind) const;
  // The layers that InstallLibraries puts there, of which there are at most so many.
  std::vector<const Library*> Layers(const char* other_kind, int most) const;

  // What the oracle has to know beside the machine: those of the layers to which a manifest can
  // only lead in one way. Nothing for a world whose files, home or application have paths with
  // which the oracle cannot reckon.
  std::optional<oracle::Installation> InstallationWith(
      const std::vector<const Library*>& layers) const;
  // Whether all libraries behave as the documents want.
  bool AllBehave() const;

  // Every object in the files that describes a component of the kind: values of the member `kind`,
  // and the elements of the array of the member `kind` + "s".
  struct Component {
    const std::string* file;  // its path
    const JsonNode* object;
  };
  std::vector<Component> Components(const std::string& kind) const;
};

// Whether a library behaves as the documents want: it does nothing of its own but to have
// extensions.
bool Behaves(const World::Library& library);

// The names as an API takes them; `names` outlives the pointers.
std::vector<const char*> PointersTo(const std::vector<std::string>& names);
// The text in an array of an API's structure, which may lack its zero byte.
std::string TextOf(const char* text, size_t size);

// A behaviour's number; `fallback` when there is none that an int can hold.
int NumberOf(const JsonNode& behaviour, std::string_view name, int fallback);

// A behaviour's switch.
bool IsSet(const JsonNode& behaviour, std::string_view name);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_WORLD_H_
