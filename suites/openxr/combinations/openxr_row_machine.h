// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_COMBINATIONS_OPENXR_ROW_MACHINE_H_
#define LOADSTONE_SUITES_OPENXR_COMBINATIONS_OPENXR_ROW_MACHINE_H_

#include <openxr/openxr.h>

#include <string>
#include <string_view>

#include "harness/world/subject.h"
#include "suites/common/combinations.h"

namespace loadstone::suites {

// One manifest of an API layer.
struct RowApiLayer {
  std::string name;                    // one for which the oracle has a library
  std::string_view kind = "explicit";  // a value of the dimension "kind"
  // A value of the dimension "api_layer_folder", or "path": the first folder that XR_API_LAYER_PATH
  // names.
  std::string_view folder = "system";
  std::string file;  // without suffix; determines the order in the folder
  // Values of the dimensions "api_layer_manifest", "library_path", "manifest_link" and
  // "member_order".
  std::string_view manifest = "good";
  std::string_view library_path = "full";
  std::string_view link = "file";
  std::string_view member_order = "documented";
  size_t extensions = 1;         // the layer has, and the manifest lists
  bool long_properties = false;  // as long as the dimension "properties" says
};

// One manifest of a runtime.
struct RowRuntime {
  std::string name;  // of its library; no name is a part of another
  std::string path;  // of the manifest
  // Values of the dimensions "runtime_manifest", "library_path" and "manifest_link".
  std::string_view manifest = "good";
  std::string_view library_path = "full";
  std::string_view link = "file";
};

// The machine of a row about an OpenXR loader, with an application that creates an instance.
class OpenXrRowMachine : public RowMachine {
 public:
  explicit OpenXrRowMachine(const Subject& subject) : RowMachine(subject, Api::kOpenXr) {}

  // Adds the manifest and its mock runtime. Returns an extension that this runtime alone has.
  std::string Add(const RowRuntime& runtime);
  // Adds the manifest and its mock layer. Sets the variable that makes the subject search its
  // folder. Returns the last extension of the layer; empty if it has none.
  std::string Add(const RowApiLayer& layer);
  // Adds to the folder of such a layer a file that breaks the format: `value` is one of the
  // dimension "broken_manifest".
  void AddBroken(std::string_view value, const RowApiLayer& beside);
  // The application enables the extension.
  void EnableExtension(const std::string& name) { machine_.extensions.push_back(name); }
  // The application, or XR_ENABLE_API_LAYERS, names the layer after those before.
  void NameInApplication(const std::string& layer) { machine_.layers.push_back(layer); }
  void NameInVariable(const std::string& layer) { Append("XR_ENABLE_API_LAYERS", layer, ':'); }
  // The OpenXR version of the application.
  void SetApiVersion(XrVersion version) { api_version_ = version; }
  XrVersion api_version() const { return api_version_; }

  // The last system folder of active runtimes.
  std::string SystemRuntimeFolder() const;
  // The name of the subject's architecture.
  std::string Architecture() const;

 private:
  // The path of a layer's manifest, and its folder. They set the variable that makes the subject
  // search the folder.
  std::string PathOf(const RowApiLayer& layer);
  std::string SearchedFolder(bool implicit, std::string_view value);
  // Adds the library; returns its path.
  std::string AddLibrary(const oracle::Library& library);
  // Sets the path of a library that the manifest at this path names by a value of the dimension
  // "library_path"; returns its form in the manifest.
  std::string PlaceLibrary(std::string_view form, const std::string& manifest,
                           oracle::Library& library);

  XrVersion api_version_ = XR_MAKE_VERSION(1, 0, 0);
};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_COMBINATIONS_OPENXR_ROW_MACHINE_H_
