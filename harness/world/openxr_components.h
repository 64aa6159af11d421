// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_OPENXR_COMPONENTS_H_
#define LOADSTONE_HARNESS_WORLD_OPENXR_COMPONENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/json/json_object.h"

namespace loadstone {

// An extension as it stands in manifests and in the configuration of a mock.
struct XrExtension {
  std::string name;
  uint32_t version = 1;
};

// An API layer to be installed in a world: its manifest and its own copy of the mock API layer (see
// mock_layers/README.md). Without further words it is an explicit, well-behaved layer.
class ApiLayer {
 public:
  explicit ApiLayer(std::string name);

  ApiLayer& Explicit();
  // Every implicit layer has a disable variable, DisableVariable(), unless told otherwise.
  ApiLayer& Implicit();
  ApiLayer& EnabledBy(const std::string& variable);
  ApiLayer& DisabledBy(const std::string& variable);
  ApiLayer& NotDisablable();
  std::string DisableVariable() const;

  // Extensions that both its manifest and its library list.
  ApiLayer& Extensions(const std::vector<XrExtension>& extensions);
  // library_path as it shall stand in the manifest.
  ApiLayer& LibraryPath(const std::string& path);
  // Replaces or, with null, removes members of the "api_layer" object; `json` is an object as text.
  ApiLayer& Manifest(const std::string& json);
  ApiLayer& FileFormat(const std::string& version);
  // The whole text of the manifest, whatever it is.
  ApiLayer& RawManifest(const std::string& text);
  // The folder and the file name of the manifest; by default the last system folder of its kind,
  // and the layer's name.
  ApiLayer& In(const std::string& folder);
  ApiLayer& ManifestFile(const std::string& name);

  // Which variant of the mock it is, by the name of its library.
  ApiLayer& Binary(const std::string& variant);
  // Members of the mock's configuration.
  ApiLayer& Behaviour(const std::string& json);
  // How the trace calls it; by default its name. For two layers of one name.
  ApiLayer& Who(const std::string& who);

  const std::string& name() const { return name_; }
  const std::string& who() const { return who_; }
  bool implicit() const { return implicit_; }
  const std::string& binary() const { return binary_; }
  const JsonObject& behaviour() const { return behaviour_; }
  const std::string& folder() const { return folder_; }
  std::string manifest_file() const;
  // The manifest's text. `library` is what a layer that says nothing else has as library_path.
  std::string ManifestText(const std::string& library) const;

 private:
  std::string name_;
  std::string who_;
  bool implicit_ = false;
  bool disablable_ = true;
  std::string binary_ = "openxr_layer";
  std::string folder_;
  std::string file_;
  std::string file_format_ = "1.0.0";
  std::string library_path_;
  std::optional<std::string> raw_manifest_;
  std::string disable_variable_;
  JsonObject members_;
  std::vector<std::string> change_texts_;
  JsonObject behaviour_;
};

// A runtime to be installed in a world: its manifest and its own copy of the mock runtime (see
// mock_runtime/README.md).
class Runtime {
 public:
  // It takes any negotiation and any application, unless its behaviour says otherwise.
  explicit Runtime(std::string name);

  Runtime& Extensions(const std::vector<XrExtension>& extensions);
  // As in ApiLayer; the changes are those of the "runtime" object.
  Runtime& LibraryPath(const std::string& path);
  Runtime& Manifest(const std::string& json);
  Runtime& FileFormat(const std::string& version);
  Runtime& RawManifest(const std::string& text);
  // The folder of its active_runtime.json; by default the last system folder.
  Runtime& In(const std::string& folder);
  // Another file name than active_runtime.json.
  Runtime& ManifestFile(const std::string& name);
  Runtime& Binary(const std::string& variant);
  Runtime& Behaviour(const std::string& json);

  const std::string& name() const { return name_; }
  const std::string& binary() const { return binary_; }
  const JsonObject& behaviour() const { return behaviour_; }
  const std::string& folder() const { return folder_; }
  const std::string& manifest_file() const { return file_; }
  std::string ManifestText(const std::string& library) const;

 private:
  std::string name_;
  std::string binary_ = "openxr_runtime";
  std::string folder_;
  std::string file_ = "active_runtime.json";
  std::string file_format_ = "1.0.0";
  std::string library_path_;
  std::optional<std::string> raw_manifest_;
  std::vector<std::string> change_texts_;
  JsonObject behaviour_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_OPENXR_COMPONENTS_H_
