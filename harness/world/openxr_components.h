// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_OPENXR_COMPONENTS_H_
#define LOADSTONE_HARNESS_WORLD_OPENXR_COMPONENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/json/json_object.h"

namespace loadstone {

// An extension in manifests and in the configuration of a mock.
struct XrExtension {
  std::string name;
  uint32_t version = 1;
};

// An API layer to install in a world: its manifest and its own copy of the mock API layer (see
// mock_layers/README.md). By default it is an explicit layer that conforms to the documents.
class ApiLayer {
 public:
  explicit ApiLayer(std::string name);

  ApiLayer& Explicit();
  // Makes it an implicit layer. It has a disable variable, DisableVariable(), unless that is
  // removed.
  ApiLayer& Implicit();
  ApiLayer& EnabledBy(const std::string& variable);
  ApiLayer& DisabledBy(const std::string& variable);
  ApiLayer& NotDisablable();
  std::string DisableVariable() const;

  // Sets the extensions that its manifest and its library list.
  ApiLayer& Extensions(const std::vector<XrExtension>& extensions);
  // Sets library_path in the manifest.
  ApiLayer& LibraryPath(const std::string& path);
  // Replaces or, with null, removes members of the "api_layer" object; `json` is an object as text.
  ApiLayer& Manifest(const std::string& json);
  ApiLayer& FileFormat(const std::string& version);
  // Sets the whole text of the manifest, which may be invalid.
  ApiLayer& RawManifest(const std::string& text);
  // Set the folder and the file name of the manifest; by default the last system folder of its
  // kind, and the layer's name.
  ApiLayer& In(const std::string& folder);
  ApiLayer& ManifestFile(const std::string& name);

  // Selects the variant of the mock, by the name of its library.
  ApiLayer& Binary(const std::string& variant);
  // Sets members of the mock's configuration.
  ApiLayer& Behaviour(const std::string& json);
  // Sets its name in the trace, by default the layer's name. For two layers with the same name.
  ApiLayer& Who(const std::string& who);

  const std::string& name() const { return name_; }
  const std::string& who() const { return who_; }
  bool implicit() const { return implicit_; }
  const std::string& binary() const { return binary_; }
  const JsonObject& behaviour() const { return behaviour_; }
  const std::string& folder() const { return folder_; }
  std::string manifest_file() const;
  // Returns the manifest's text. `library` is the library_path of a layer that sets no other.
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

// A runtime to install in a world: its manifest and its own copy of the mock runtime (see
// mock_runtime/README.md).
class Runtime {
 public:
  // The runtime accepts any negotiation and any application, unless its behaviour is changed.
  explicit Runtime(std::string name);

  Runtime& Extensions(const std::vector<XrExtension>& extensions);
  // As in ApiLayer, for the "runtime" object.
  Runtime& LibraryPath(const std::string& path);
  Runtime& Manifest(const std::string& json);
  Runtime& FileFormat(const std::string& version);
  Runtime& RawManifest(const std::string& text);
  // Sets the folder of its active_runtime.json; by default the last system folder.
  Runtime& In(const std::string& folder);
  // Sets another file name than active_runtime.json.
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
