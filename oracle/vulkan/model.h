// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_MODEL_H_
#define LOADSTONE_ORACLE_VULKAN_MODEL_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/world/subject.h"
#include "oracle/library.h"
#include "oracle/machine.h"
#include "oracle/plain_json.h"
#include "oracle/tristate.h"
#include "oracle/vulkan/libraries.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {

// A folder that may be searched for layers of one kind, or a file that a value of the registry may
// name. Of two with different ranks, the documents place the one with the lower rank first.
struct Place {
  std::string folder;
  bool implicit = false;
  Tristate searched = Tristate::kYes;
  int rank = 0;
  std::string policy;  // the policy that has it searched or ignored
  std::string file = {};
};

// The folders that are searched, as the documents, the environment, the registry and the build of
// the subject determine them: Layer Discovery of LoaderLayerInterface. Others are not searched.
std::vector<Place> Places(const Machine& machine, const Subject& subject);
// The same for drivers, without the effect of the variables about drivers.
std::vector<Place> DriverPlaces(const Machine& machine, const Subject& subject);

// The policies about elevated applications.
inline constexpr const char* kElevatedPolicy = policy::LLP_LOADER_13.text;
inline constexpr const char* kElevatedDriverPolicy = policy::LDP_LOADER_13.text;

// A layer of a valid manifest.
struct ModelLayer {
  std::string name;
  std::string file;
  bool implicit = false;
  Tristate found = Tristate::kNo;
  int rank = 0;
  std::string place_policy;
  bool device_type = false;  // such layers are skipped
  policy::Version version = {};
  uint32_t implementation = 0;
  std::string description;
  const Library* library = nullptr;  // null for a meta-layer
  std::vector<std::string> components;
  std::optional<std::pair<std::string, std::string>> enable;  // the variable and its value
  std::string disable;                                        // the variable
  std::vector<std::string> app_keys;
  std::vector<std::string> blacklist;
  std::vector<std::string> override_paths;
  std::map<std::string, uint32_t> instance_extensions;  // versions, by name
  std::map<std::string, uint32_t> device_extensions;

  // Whether it is in a folder of the override layer's override_paths, and whether these hide it,
  // because it is only in a folder of VK_LAYER_PATH, which is then ignored.
  bool in_override_paths = false;
  bool hidden_by_override_paths = false;

  bool meta() const { return library == nullptr; }
};

// The policy about override_paths.
inline constexpr const char* kOverridePathsPolicy = policy::LS_VK_OVERRIDE_2.text;

// The manifests of a machine, read as the documents define it.
struct Model {
  std::vector<ModelLayer> layers;
  AmbiguousTexts ambiguous;
  bool IsAmbiguous(const std::string& text) const { return ambiguous.Mentions(text); }
};
Model ReadModel(const Machine& machine, const Subject& subject);
// Whether a manifest in any folder, searched or not, has a layer with this name.
bool HasManifestOf(const Machine& machine, const std::string& name);

// Whether a meta-layer contains itself, directly or through others.
bool HasRecursion(const Model& model);

// The layers of one manifest, without its location; nothing for an ambiguous text. They point into
// `libraries`, which the manifest may name.
std::optional<std::vector<ModelLayer>> ReadManifest(
    const std::string& text, bool implicit, const std::vector<Library>& libraries = Libraries());

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_MODEL_H_
