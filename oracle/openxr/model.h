// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_OPENXR_MODEL_H_
#define LOADSTONE_ORACLE_OPENXR_MODEL_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/world/subject.h"
#include "oracle/library.h"
#include "oracle/machine.h"
#include "oracle/openxr/libraries.h"
#include "oracle/plain_json.h"
#include "oracle/tristate.h"

namespace loadstone::oracle::openxr {

// A folder that may be searched for API layers of one kind, or a file that a value of the registry
// may name; they have no order.
struct LayerPlace {
  std::string folder;
  bool implicit = false;
  Tristate searched = Tristate::kYes;
  std::string policy;  // the policy that has it searched or ignored
  std::string file = {};
};

// A path at which the active runtime's manifest may be. The first file in the list that exists
// counts.
struct RuntimePlace {
  std::string file;
  Tristate tried = Tristate::kYes;
  std::string policy;
};

// The places that are searched, as the documents, the environment and the build of the subject
// determine them: Linux Manifest Search Paths and Linux Active Runtime Location, or on Windows
// Windows Manifest Registry Usage and Windows Active Runtime Location. Other places are not used.
std::vector<LayerPlace> LayerPlaces(const Machine& machine, const Subject& subject);
std::vector<RuntimePlace> RuntimePlaces(const Machine& machine, const Subject& subject);

// An API layer of a valid manifest.
struct ModelLayer {
  std::string name;
  std::string file;
  bool implicit = false;
  Tristate found = Tristate::kNo;
  std::string place_policy;
  uint32_t major = 1;
  uint32_t minor = 0;
  uint32_t implementation = 0;
  std::string description;
  const Library* library = nullptr;
  Use use = Use::kWorks;  // with the function names that the manifest gives
  std::vector<std::string> extensions;
  std::map<std::string, std::set<uint32_t>> extension_versions;
  std::string enable;  // the names of its variables
  std::string disable;
};

// A possible active runtime: a manifest that the documents allow a loader to use.
struct ModelRuntime {
  std::string file;
  std::string text;
  std::string policy;                // that makes it the active one
  const Library* library = nullptr;  // nullptr: the manifest is ambiguous
  Use use = Use::kEither;
};

struct Model {
  std::vector<ModelLayer> layers;
  AmbiguousTexts ambiguous;
  bool IsAmbiguous(const std::string& text) const { return ambiguous.Mentions(text); }
  // In the order of preference; the first is certainly preferred if `runtime_is_certain`. The
  // caller decides whether one after the first may be used.
  std::vector<ModelRuntime> runtimes;
  bool runtime_is_certain = false;
};
Model ReadModel(const Machine& machine, const Subject& subject);

// Where a library_path leads that is not a full path.
struct LibraryFolders {
  std::string of_manifest;
  std::vector<std::string> of_system;  // in which the system looks up file names, in their order
};

// The layer of a manifest, without its location, and the library of a runtime's manifest; nothing
// for an ambiguous text. The results point into `libraries`, which the manifest may name. A runtime
// whose manifest certainly names no library has one without a name that is never used.
std::optional<ModelLayer> ReadLayerManifest(const std::string& text, bool implicit,
                                            const std::vector<Library>& libraries = Libraries(),
                                            const LibraryFolders& folders = {});
std::optional<ModelRuntime> ReadRuntimeManifest(const std::string& text,
                                                const std::vector<Library>& libraries = Libraries(),
                                                const LibraryFolders& folders = {});

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_MODEL_H_
