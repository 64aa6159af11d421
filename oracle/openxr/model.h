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

// A folder in which API layers of one kind may be looked for; they have no order.
struct LayerPlace {
  std::string folder;
  bool implicit = false;
  Tristate searched = Tristate::kYes;
  std::string policy;  // that has it searched, or not
};

// A file that may be the active runtime's manifest. The first one in the list that is there counts.
struct RuntimePlace {
  std::string file;
  Tristate tried = Tristate::kYes;
  std::string policy;
};

// What the documents, the environment and the build of the subject make of where things are looked
// for: Linux Manifest Search Paths and Linux Active Runtime Location. What is not here is not used.
std::vector<LayerPlace> LayerPlaces(const Machine& machine, const Subject& subject);
std::vector<RuntimePlace> RuntimePlaces(const Machine& machine, const Subject& subject);

// An API layer of a manifest in which nothing is amiss.
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
  Use use = Use::kWorks;  // with the names of functions that the manifest gives
  std::vector<std::string> extensions;
  std::map<std::string, std::set<uint32_t>> extension_versions;
  std::string enable;  // variables
  std::string disable;
};

// What may be the active runtime: a manifest that the documents allow one to take.
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
  // In the order of preference, the first of them surely preferred if `runtime_is_certain`; whether
  // one after the first may be used is left to whoever asks.
  std::vector<ModelRuntime> runtimes;
  bool runtime_is_certain = false;
};
Model ReadModel(const Machine& machine, const Subject& subject);

// The layer of one manifest, without where it was found, and the library of a runtime's; nothing
// for an ambiguous text. They point into `libraries`, those that it may name.
std::optional<ModelLayer> ReadLayerManifest(const std::string& text, bool implicit,
                                            const std::vector<Library>& libraries = Libraries());
std::optional<ModelRuntime> ReadRuntimeManifest(
    const std::string& text, const std::vector<Library>& libraries = Libraries());

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_MODEL_H_
