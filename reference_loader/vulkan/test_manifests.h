// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_TEST_MANIFESTS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_TEST_MANIFESTS_H_

#include <string>

#include "reference_loader/common/memory_platform.h"

namespace reference_loader::vulkan {

inline constexpr char kImplicitFolder[] = "/etc/vulkan/implicit_layer.d/";
inline constexpr char kExplicitFolder[] = "/etc/vulkan/explicit_layer.d/";

// A manifest of format 1.2.0 with one layer; `members` are its members besides "type".
inline std::string LayerJson(const std::string& members) {
  return R"({"file_format_version": "1.2.0", "layer": {"type": "GLOBAL", )" + members + "}}";
}

// The members of a layer with a library.
inline std::string LayerMembers(const std::string& name, const std::string& more = "",
                                const std::string& api_version = "1.3.0") {
  return R"("name": ")" + name + R"(", "library_path": "/lib/)" + name +
         R"(.so", "api_version": ")" + api_version + R"(", "implementation_version": "1")" +
         (more.empty() ? "" : ", " + more);
}

// The members of a meta-layer; `components` is in JSON syntax, such as "\"a\", \"b\"".
inline std::string MetaLayerMembers(const std::string& name, const std::string& components,
                                    const std::string& more = "",
                                    const std::string& api_version = "1.3.0") {
  return R"("name": ")" + name + R"(", "component_layers": [)" + components +
         R"(], "api_version": ")" + api_version + R"(", "implementation_version": "1")" +
         (more.empty() ? "" : ", " + more);
}

inline constexpr char kDisable[] = R"("disable_environment": {"OFF": "1"})";

inline void AddImplicit(const std::string& name, MemoryPlatform* platform,
                        const std::string& more = kDisable) {
  platform->AddFile(kImplicitFolder + name + ".json", LayerJson(LayerMembers(name, more)));
}

inline void AddExplicit(const std::string& name, MemoryPlatform* platform,
                        const std::string& more = "") {
  platform->AddFile(kExplicitFolder + name + ".json", LayerJson(LayerMembers(name, more)));
}

// The override layer, with its own disabling variable.
inline void AddOverride(const std::string& components, MemoryPlatform* platform,
                        const std::string& more = "") {
  const std::string all = std::string(R"("disable_environment": {"OVERRIDE_OFF": "1"})") +
                          (more.empty() ? "" : ", " + more);
  platform->AddFile(std::string(kImplicitFolder) + "override.json",
                    LayerJson(MetaLayerMembers("VK_LAYER_LUNARG_override", components, all)));
}

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_TEST_MANIFESTS_H_
