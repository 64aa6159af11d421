// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "suites/vulkan/manifests/bad_manifests.h"

// LoaderLayerInterface, "Layer Manifest File Format", and LLP_LAYER_6: each member of a manifest
// null, with a wrong type, empty, too long, or repeated. Whether its layer is used is open; other
// layers must not be affected. LS_VK_DISCOVERY_6 covers other errors.
namespace loadstone::suites::members {
namespace {

// The kind of the layer that has the member under test.
enum class Kind { kLibrary, kMeta };

struct Field {
  const char* name;  // of the case
  const char* key;
  const char* good;    // a valid value
  const char* parent;  // the layer's member that contains it; null: the layer itself
  const char* around;  // the parent's value; {} is the member under test
  Kind kind = Kind::kLibrary;
};

constexpr Field kFields[] = {
    {"name", "name", R"("VK_LAYER_LS_bad")", nullptr, "{}"},
    {"type", "type", R"("GLOBAL")", nullptr, "{}"},
    {"library_path", "library_path", R"("/opt/loadstone/libVK_LAYER_LS_bad.so")", nullptr, "{}"},
    {"library_arch", "library_arch", R"("64")", nullptr, "{}"},
    {"api_version", "api_version", R"("1.0.0")", nullptr, "{}"},
    {"implementation_version", "implementation_version", R"("1")", nullptr, "{}"},
    {"description", "description", R"("bad")", nullptr, "{}"},
    {"functions", "functions", "{}", nullptr, "{}"},
    {"negotiation_function", "vkNegotiateLoaderLayerInterfaceVersion",
     R"("vkNegotiateLoaderLayerInterfaceVersion")", "functions", "{{{}}}"},
    {"gipa_function", "vkGetInstanceProcAddr", R"("vkGetInstanceProcAddr")", "functions", "{{{}}}"},
    {"gdpa_function", "vkGetDeviceProcAddr", R"("vkGetDeviceProcAddr")", "functions", "{{{}}}"},
    {"instance_extensions", "instance_extensions", R"([{"name": "VK_LS_a", "spec_version": "1"}])",
     nullptr, "{}"},
    {"instance_extension_name", "name", R"("VK_LS_a")", "instance_extensions",
     R"([{{"spec_version": "1"}}, {{{}}}])"},
    {"instance_extension_version", "spec_version", R"("1")", "instance_extensions",
     R"([{{"name": "VK_LS_a" }}, {{"name": "VK_LS_b", "": 0, {}}}])"},
    {"device_extensions", "device_extensions", R"([{"name": "VK_LS_a", "spec_version": "1"}])",
     nullptr, "{}"},
    {"device_extension_name", "name", R"("VK_LS_a")", "device_extensions",
     R"([{{"spec_version": "1"}}, {{{}}}])"},
    {"device_extension_version", "spec_version", R"("1")", "device_extensions",
     R"([{{"name": "VK_LS_a"}}, {{"name": "VK_LS_b", "": 0, {}}}])"},
    {"device_extension_entrypoints", "entrypoints", R"(["vkLsA"])", "device_extensions",
     R"([{{"name": "VK_LS_b", "spec_version": "1", {}}}])"},
    {"disable_environment", "disable_environment", R"({"DISABLE_VK_LAYER_LS_bad": "1"})", nullptr,
     "{}"},
    {"disable_variable", "DISABLE_BAD", R"("1")", "disable_environment", "{{{}}}"},
    {"enable_environment", "enable_environment", R"({"ENABLE_BAD": "1"})", nullptr, "{}"},
    {"enable_variable", "ENABLE_BAD", R"("1")", "enable_environment", "{{{}}}"},
    {"pre_instance_functions", "pre_instance_functions", "{}", nullptr, "{}"},
    {"pre_instance_function", "vkEnumerateInstanceVersion", R"("lsPreEnumerateInstanceVersion")",
     "pre_instance_functions", "{{{}}}"},
    {"component_layers", "component_layers", R"(["VK_LAYER_LS_good_explicit"])", nullptr, "{}",
     Kind::kMeta},
    {"app_keys", "app_keys", R"(["/usr/bin/true"])", nullptr, "{}", Kind::kMeta},
    {"blacklisted_layers", "blacklisted_layers", R"(["VK_LAYER_LS_none"])", nullptr, "{}",
     Kind::kMeta},
    {"override_paths", "override_paths", R"(["/nowhere"])", nullptr, "{}", Kind::kMeta},
};

// A faulty form of a member: the text that replaces it; {0} is its key, {1} a valid value.
struct Fault {
  const char* name;
  const char* text;
};

constexpr Fault kFaults[] = {
    {"null", R"("{0}": null)"},
    {"number", R"("{0}": -7.5e300)"},
    {"text", R"("{0}": "x")"},
    {"empty", R"("{0}": "")"},
    {"list", R"("{0}": [[], null, {1}])"},
    {"object", R"("{0}": {{"{0}": null, "x": {1}}})"},
    {"long", nullptr},
    {"twice", R"("{0}": {1}, "{0}": {1})"},
    {"twice_first_null", R"("{0}": null, "{0}": {1})"},
    {"twice_last_null", R"("{0}": {1}, "{0}": null)"},
};

std::string MemberText(const Field& field, const Fault& fault) {
  if (fault.text != nullptr) return fmt::format(fmt::runtime(fault.text), field.key, field.good);
  return fmt::format(R"("{}": "{:x<100000}")", field.key, "");
}

// A manifest that is valid except for the member under test.
std::string ManifestWith(const Field& field, const Fault& fault) {
  const std::string top = field.parent != nullptr ? field.parent : field.key;
  const std::string member = fmt::format(fmt::runtime(field.around), MemberText(field, fault));
  std::string members = field.parent == nullptr ? member : fmt::format(R"("{}": {})", top, member);
  const auto add = [&](const std::string& key, const std::string& value) {
    if (key == top) return;
    members += fmt::format(R"({}"{}": {})", members.empty() ? "" : ", ", key, value);
  };
  add("name", fmt::format(R"("{}")", kBad));
  add("type", R"("GLOBAL")");
  if (field.kind == Kind::kMeta) {
    add("component_layers", fmt::format(R"(["{}"])", kGoodExplicit));
  } else {
    add("library_path", fmt::format(R"("{}")", kBadLibrary));
  }
  add("api_version", R"("1.0.0")");
  add("implementation_version", R"("1")");
  add("description", R"("bad")");
  add("disable_environment", R"({"DISABLE_VK_LAYER_LS_bad": "1"})");
  return fmt::format(R"({{"file_format_version": "1.2.0", "layer": {{{}}}}})", members);
}

// Faults that LS_VK_DISCOVERY_6 already covers, under other names.
const std::set<std::string>& Elsewhere() {
  static const std::set<std::string> names = {"name_empty",
                                              "name_number",
                                              "name_list",
                                              "name_object",
                                              "name_long",
                                              "type_empty",
                                              "type_text",
                                              "type_number",
                                              "type_long",
                                              "library_path_number",
                                              "library_path_list",
                                              "library_path_long",
                                              "library_arch_number",
                                              "library_arch_text",
                                              "api_version_object",
                                              "api_version_long",
                                              "implementation_version_text",
                                              "implementation_version_list",
                                              "implementation_version_long",
                                              "description_number",
                                              "description_list",
                                              "description_long",
                                              "functions_list",
                                              "functions_text",
                                              "instance_extensions_object",
                                              "instance_extensions_text",
                                              "instance_extension_name_number",
                                              "device_extensions_object",
                                              "disable_environment_text",
                                              "disable_environment_list",
                                              "disable_variable_number",
                                              "enable_environment_text",
                                              "enable_variable_number",
                                              "pre_instance_functions_text",
                                              "pre_instance_function_number",
                                              "component_layers_text",
                                              "app_keys_text",
                                              "blacklisted_layers_text",
                                              "override_paths_text"};
  return names;
}

REGISTER_CASES {
  for (const Field& field : kFields) {
    for (const Fault& fault : kFaults) {
      const std::string name = fmt::format("{}_{}", field.name, fault.name);
      if (Elsewhere().contains(name)) continue;
      RegisterCase(Api::kVulkan, {policy::LLP_LAYER_6, policy::LS_VK_DISCOVERY_6}, name,
                   [&field, &fault](Case& c) {
                     const bool wrong_name = std::string_view(field.name) == "name";
                     JudgeWithBadFile(
                         c,
                         [&](VulkanWorld& world, const std::string& path) {
                           world.File(path, ManifestWith(field, fault));
                         },
                         wrong_name ? MayShow::kAnyOtherName : MayShow::kItsLayer);
                   });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::members
