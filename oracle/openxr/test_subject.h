// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_OPENXR_TEST_SUBJECT_H_
#define LOADSTONE_ORACLE_OPENXR_TEST_SUBJECT_H_

#include <string>

#include "harness/json/json_object.h"
#include "harness/world/openxr_world.h"
#include "harness/world/subject.h"
#include "oracle/openxr/libraries.h"

namespace loadstone::oracle::openxr {

// A loader with the folders that the documents describe, for a user with this home, or without one.
inline Subject TestSubject(const std::string& home = kHome) {
  Subject subject;
  subject.path = "/lib/libopenxr_loader.so.1";
  subject.api = Api::kOpenXr;
  subject.spec = subject.api_version = {1, 1, 61};
  for (const std::string& root :
       {home + "/.local/share", std::string("/etc/xdg"), std::string("/usr/local/share"),
        std::string("/usr/share"), std::string("/usr/local/etc"), std::string("/etc")}) {
    if (home.empty() && root.starts_with("/.")) continue;
    subject.folders.explicit_layers.push_back(XrExplicitFolder(root));
    subject.folders.implicit_layers.push_back(XrImplicitFolder(root));
  }
  for (const std::string& root : {home + "/.config", std::string("/etc/xdg"),
                                  std::string("/usr/local/etc"), std::string("/etc")}) {
    if (home.empty() && root.starts_with("/.")) continue;
    subject.folders.drivers.push_back(XrRuntimeFolder(root));
  }
  return subject;
}

inline const std::string kExplicitFolder = XrExplicitFolder("/etc");
inline const std::string kImplicitFolder = XrImplicitFolder("/etc");
inline const std::string kActiveRuntime = XrRuntimeFolder("/etc") + "/active_runtime.json";

// A valid manifest of the layer `name`, changed by `members`; its library is the first one with
// that name.
inline std::string Manifest(const std::string& name, const std::string& members = "{}") {
  JsonObject layer;
  for (const LayerLibrary& one : LayerLibraries()) {
    if (one.layer != name) continue;
    layer.Set("name", name)
        .Set("library_path", LibraryPath(*one.library))
        .Set("api_version", "1.0")
        .Set("implementation_version", "1")
        .Set("description", "one");
    break;
  }
  layer.Merge(members);
  return JsonObject().Set("file_format_version", "1.0.0").Set("api_layer", layer).Line();
}

// The same for an implicit layer, which LS_OFF disables.
inline std::string Implicit(const std::string& name) {
  return Manifest(name, R"({"disable_environment": "LS_OFF"})");
}

inline std::string RuntimeManifest(const std::string& library, const std::string& members = "{}") {
  JsonObject runtime;
  runtime.Set("library_path", "/opt/loadstone/lib" + library + ".so").Merge(members);
  return JsonObject().Set("file_format_version", "1.0.0").Set("runtime", runtime).Line();
}

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_TEST_SUBJECT_H_
