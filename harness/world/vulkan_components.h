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

// The name that makes a layer the override meta-layer.
inline constexpr char kOverrideLayer[] = "VK_LAYER_LUNARG_override";

// A layer to be installed in a world: its manifest and, but for a meta-layer, its own copy of the
// mock layer (see mock_layers/README.md for what a copy can do). Without further words it is an
// explicit, well-behaved layer of the subject's own API version.
class Layer {
 public:
  explicit Layer(std::string name);
  // A meta-layer with these components, the one nearest to the application first.
  static Layer Meta(std::string name, const std::vector<std::string>& components);
  // The override meta-layer, an implicit one.
  static Layer Override(const std::vector<std::string>& components);

  // Installs it as implicit. Every implicit layer has a disable variable, DisableVariable(), unless
  // told otherwise.
  Layer& Implicit();
  Layer& EnabledBy(const std::string& variable, const std::string& value);
  Layer& DisabledBy(const std::string& variable);
  Layer& NotDisablable();
  std::string DisableVariable() const;

  Layer& Api(const std::string& version);
  // Replaces or, with null, removes members of the "layer" object; `json` is an object as text.
  Layer& Manifest(const std::string& json);
  Layer& FileFormat(const std::string& version);
  // The whole text of the manifest, whatever it is.
  Layer& RawManifest(const std::string& text);
  // The folder and the file name of the manifest; by default the last system folder of its kind,
  // and the layer's name.
  Layer& In(const std::string& folder);
  Layer& ManifestFile(const std::string& name);

  // Which variant of the mock it is, by the name of its library.
  Layer& Binary(const std::string& variant);
  // Members of the mock's configuration.
  Layer& Behaviour(const std::string& json);
  // How the trace calls it; by default its name. For two layers of one name.
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
  // The manifest's text. `library` is what a layer that says nothing else has as library_path, and
  // `api_version` what it has as api_version; `native` gives the platform's name of a path.
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
  std::map<std::string, std::vector<std::string>> paths_;  // members that hold paths
  std::vector<std::string> change_texts_;
  JsonObject behaviour_;
};

// A driver to be installed in a world: its manifest and its own copy of the mock driver (see
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
