// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_VULKAN_COMPONENTS_H_
#define LOADSTONE_HARNESS_WORLD_VULKAN_COMPONENTS_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/json/json_object.h"

namespace loadstone {

// The name of the override meta-layer.
inline constexpr char kOverrideLayer[] = "VK_LAYER_LUNARG_override";

// A layer to install in a world: its manifest and, except for a meta-layer, its own copy of the
// mock layer (mock_layers/README.md describes what a copy can do). By default it is an explicit
// layer of the subject's API version that conforms to the documents.
class Layer {
 public:
  explicit Layer(std::string name);
  // Returns a meta-layer with these components, beginning with the one nearest to the application.
  static Layer Meta(std::string name, const std::vector<std::string>& components);
  // Returns the override meta-layer, which is implicit.
  static Layer Override(const std::vector<std::string>& components);

  // Makes it an implicit layer. It has a disable variable, DisableVariable(), unless that is
  // removed.
  Layer& Implicit();
  Layer& EnabledBy(const std::string& variable, const std::string& value);
  Layer& DisabledBy(const std::string& variable);
  Layer& NotDisablable();
  std::string DisableVariable() const;

  Layer& Api(const std::string& version);
  // Replaces or, with null, removes members of the "layer" object; `json` is an object as text.
  Layer& Manifest(const std::string& json);
  Layer& FileFormat(const std::string& version);
  // Sets the whole text of the manifest, which may be invalid.
  Layer& RawManifest(const std::string& text);
  // Set the folder and the file name of the manifest; by default the last system folder of its
  // kind, and the layer's name.
  Layer& In(const std::string& folder);
  Layer& ManifestFile(const std::string& name);

  // Selects the variant of the mock, by the name of its library.
  Layer& Binary(const std::string& variant);
  // Sets members of the mock's configuration.
  Layer& Behaviour(const std::string& json);
  // Sets its name in the trace, by default the layer's name. For two layers with the same name.
  Layer& Who(const std::string& who);

  // For the override layer.
  Layer& AppKeys(const std::vector<std::string>& paths);
  Layer& OverridePaths(const std::vector<std::string>& folders);
  Layer& Blacklist(const std::vector<std::string>& names);

  const std::string& name() const { return name_; }
  const std::string& who() const { return who_; }
  bool implicit() const { return implicit_; }
  bool meta() const { return meta_; }
  const std::string& binary() const { return binary_; }
  const JsonObject& behaviour() const { return behaviour_; }
  const std::string& folder() const { return folder_; }
  std::string manifest_file() const;
  // Returns the manifest's text. `library` and `api_version` are the library_path and api_version
  // of a layer that sets no others; `native` returns the platform's form of a path.
  std::string ManifestText(
      const std::string& library, const std::string& api_version,
      const std::function<std::string(const std::string&)>& native = nullptr) const;

 private:
  std::string name_;
  std::string who_;
  bool implicit_ = false;
  bool meta_ = false;
  bool disablable_ = true;
  std::string binary_ = "vulkan_layer";
  std::string folder_;
  std::string file_;
  std::string file_format_ = "1.2.0";
  std::optional<std::string> raw_manifest_;
  std::string disable_variable_;
  JsonObject members_;
  std::map<std::string, std::vector<std::string>> paths_;  // members with paths
  std::vector<std::string> change_texts_;
  JsonObject behaviour_;
};

// A driver to install in a world: its manifest and its own copy of the mock driver (see
// mock_runtime/README.md).
class Driver {
 public:
  explicit Driver(std::string name);

  Driver& Manifest(const std::string& json);
  Driver& In(const std::string& folder);
  Driver& Binary(const std::string& variant);
  Driver& Behaviour(const std::string& json);

  const std::string& name() const { return name_; }
  const std::string& binary() const { return binary_; }
  const JsonObject& behaviour() const { return behaviour_; }
  const std::string& folder() const { return folder_; }
  std::string ManifestText(const std::string& library) const;

 private:
  std::string name_;
  std::string binary_ = "vulkan_driver";
  std::string folder_;
  std::vector<std::string> change_texts_;
  JsonObject behaviour_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_VULKAN_COMPONENTS_H_
