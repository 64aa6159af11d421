// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_TEST_SUBJECT_H_
#define LOADSTONE_ORACLE_VULKAN_TEST_SUBJECT_H_

#include <string>

#include "harness/json/json_object.h"
#include "harness/world/subject.h"
#include "oracle/vulkan/libraries.h"

namespace loadstone::oracle::vulkan {

// A loader with the folders that the documents describe, for a user with this home, or without one.
inline Subject TestSubject(const std::string& home = kHome) {
  Subject subject;
  subject.path = "/lib/libvulkan.so.1";
  subject.api = Api::kVulkan;
  subject.spec = {1, 4, 330};
  subject.api_version = {1, 3, 239};
  for (const std::string& root :
       {home + "/.config", std::string("/etc/xdg"), std::string("/etc"), home + "/.local/share",
        std::string("/usr/local/share"), std::string("/usr/share")}) {
    if (home.empty() && root.starts_with("/.")) continue;
    subject.folders.explicit_layers.push_back(root + "/vulkan/explicit_layer.d");
    subject.folders.implicit_layers.push_back(root + "/vulkan/implicit_layer.d");
    subject.folders.drivers.push_back(root + "/vulkan/icd.d");
  }
  return subject;
}

inline constexpr char kExplicitFolder[] = "/etc/vulkan/explicit_layer.d";
inline constexpr char kImplicitFolder[] = "/etc/vulkan/implicit_layer.d";

// A valid manifest with library number `library`, changed by `members`.
inline std::string Manifest(const std::string& name, size_t library,
                            const std::string& members = "{}") {
  JsonObject layer;
  layer.Set("name", name)
      .Set("type", "GLOBAL")
      .Set("api_version", "1.3.0")
      .Set("implementation_version", "1")
      .Set("description", "one")
      .Set("library_path", LibraryPath(Libraries()[library]));
  layer.Merge(members);
  return JsonObject().Set("file_format_version", "1.2.0").Set("layer", layer).Line();
}

// The same for an implicit layer, which LS_OFF_<name> disables.
inline std::string Implicit(const std::string& name, size_t library) {
  return Manifest(name, library, R"({"disable_environment": {"LS_OFF_)" + name + R"(": "1"}})");
}

inline std::string Meta(const std::string& name, const std::string& components) {
  return Manifest(name, 0, R"({"library_path": null, "component_layers": )" + components + "}");
}

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_TEST_SUBJECT_H_
