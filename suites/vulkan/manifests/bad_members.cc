// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/manifests/bad_manifests.h"

// LoaderLayerInterface, "Layer Manifest File Format": a manifest that is valid JSON, but whose
// members are missing or wrong. Whether its layer is used is open (LLP_LAYER_6.r1,
// LS_VK_DISCOVERY_6.r1, LS_VK_DISCOVERY_6.r2); other layers must not be affected.
namespace loadstone::suites::bad_members {
namespace {

// One change of a valid manifest's "layer" object.
struct Member {
  const char* name;
  const char* change;  // merged into it; null removes a member
};

constexpr Member kMembers[] = {
    {"name_missing", R"({"name": null})"},
    {"name_empty", R"({"name": ""})"},
    {"name_number", R"({"name": 17})"},
    {"name_list", R"({"name": ["VK_LAYER_LS_bad"]})"},
    {"name_object", R"({"name": {"name": "VK_LAYER_LS_bad"}})"},
    {"type_missing", R"({"type": null})"},
    {"type_empty", R"({"type": ""})"},
    {"type_unknown", R"({"type": "BRICK"})"},
    {"type_device", R"({"type": "DEVICE"})"},
    {"type_number", R"({"type": 1})"},
    {"library_path_missing", R"({"library_path": null})"},
    {"library_path_number", R"({"library_path": 1})"},
    {"library_path_list", R"({"library_path": ["/opt/loadstone/libVK_LAYER_LS_bad.so"]})"},
    {"api_version_missing", R"({"api_version": null})"},
    {"api_version_object", R"({"api_version": {}})"},
    {"implementation_version_missing", R"({"implementation_version": null})"},
    {"implementation_version_text", R"({"implementation_version": "one"})"},
    {"implementation_version_list", R"({"implementation_version": [1]})"},
    {"implementation_version_enormous", R"({"implementation_version": "99999999999999999999"})"},
    {"description_missing", R"({"description": null})"},
    {"description_number", R"({"description": 1})"},
    {"description_list", R"({"description": ["a", "b"]})"},
    {"functions_list", R"({"functions": ["vkGetInstanceProcAddr"]})"},
    {"functions_text", R"({"functions": "vkGetInstanceProcAddr"})"},
    {"functions_of_numbers", R"({"functions": {"vkGetInstanceProcAddr": 1,
        "vkGetDeviceProcAddr": [], "vkNegotiateLoaderLayerInterfaceVersion": {}}})"},
    {"instance_extensions_object", R"({"instance_extensions": {"name": "VK_EXT_a"}})"},
    {"instance_extensions_text", R"({"instance_extensions": "VK_EXT_a"})"},
    {"instance_extensions_of_numbers", R"({"instance_extensions": [1, 2, 3]})"},
    {"instance_extensions_empty_objects", R"({"instance_extensions": [{}, {}]})"},
    {"instance_extension_without_version", R"({"instance_extensions": [{"name": "VK_EXT_a"}]})"},
    {"instance_extension_name_number",
     R"({"instance_extensions": [{"name": 1, "spec_version": {}}]})"},
    {"device_extensions_object", R"({"device_extensions": {"name": "VK_EXT_a"}})"},
    {"device_extensions_of_numbers", R"({"device_extensions": [1, null, true]})"},
    {"device_extensions_empty_objects", R"({"device_extensions": [{}, {}]})"},
    {"device_extension_entrypoints_text",
     R"({"device_extensions": [{"name": "VK_EXT_a", "spec_version": "1", "entrypoints": "a"}]})"},
    {"device_extension_entrypoints_of_numbers",
     R"({"device_extensions": [{"name": "VK_EXT_a", "spec_version": "1", "entrypoints": [1]}]})"},
    {"disable_environment_missing", R"({"disable_environment": null})"},
    {"disable_environment_empty", R"({"disable_environment": {}})"},
    {"disable_environment_text", R"({"disable_environment": "OFF"})"},
    {"disable_environment_list", R"({"disable_environment": ["OFF"]})"},
    {"disable_environment_number", R"({"disable_environment": {"OFF": 1}})"},
    {"disable_environment_without_name", R"({"disable_environment": {"": "1"}})"},
    {"enable_environment_empty", R"({"enable_environment": {}})"},
    {"enable_environment_text", R"({"enable_environment": "ON"})"},
    {"enable_environment_number", R"({"enable_environment": {"ON": 1}})"},
    {"enable_environment_without_name", R"({"enable_environment": {"": "1"}})"},
    {"pre_instance_functions_text", R"({"pre_instance_functions": "f"})"},
    {"pre_instance_functions_of_numbers",
     R"({"pre_instance_functions": {"vkEnumerateInstanceVersion": 1}})"},
    {"component_layers_and_library_path", R"({"component_layers": ["VK_LAYER_LS_bad"]})"},
    {"component_layers_empty", R"({"library_path": null, "component_layers": []})"},
    {"component_layers_text", R"({"library_path": null, "component_layers": "VK_LAYER_LS_bad"})"},
    {"component_layers_of_numbers", R"({"library_path": null, "component_layers": [1, {}, []]})"},
    {"library_arch_number", R"({"library_arch": 64})"},
    {"library_arch_unknown", R"({"library_arch": "128"})"},
    {"app_keys_text", R"({"app_keys": "/bin/true"})"},
    {"app_keys_of_numbers", R"({"app_keys": [1, 2]})"},
    {"blacklisted_layers_text", R"({"blacklisted_layers": "VK_LAYER_LS_good_implicit"})"},
    {"blacklisted_layers_of_numbers", R"({"blacklisted_layers": [1, null]})"},
    {"override_paths_text", R"({"override_paths": "/nowhere"})"},
    {"override_paths_of_numbers", R"({"override_paths": [1, null]})"},
    {"unknown_members", R"({"VK_LAYER": 1, "": {}, "\u0000": [], "layer": {"name": "x"}})"},
};

// The text is made when the case runs, because each probe starts with the registration of all
// cases.
PlaceBad Text(const std::function<std::string()>& text) {
  return [text](VulkanWorld& world, const std::string& path) { world.File(path, text()); };
}

std::string WithChange(const std::string& change) {
  return Layer(kBad).Implicit().Manifest(change).ManifestText(kBadLibrary, "1.0.0");
}

void Register(const std::string& name, const PlaceBad& place) {
  const MayShow may_show = name.starts_with("name_") ? MayShow::kAnyOtherName : MayShow::kItsLayer;
  RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_6, policy::LLP_LAYER_6}, name,
               [place, may_show](Case& c) { JudgeWithBadFile(c, place, may_show); });
}

REGISTER_CASES {
  for (const Member& member : kMembers) {
    Register(member.name, Text([&member] { return WithChange(member.change); }));
  }
}

// A whole manifest around a valid "layer" object, which {0} stands for.
struct Frame {
  const char* name;
  const char* text;
};

constexpr Frame kFrames[] = {
    {"file_format_version_missing", R"({{"layer": {0}}})"},
    {"file_format_version_number", R"({{"file_format_version": 1.2, "layer": {0}}})"},
    {"file_format_version_object", R"({{"file_format_version": {{}}, "layer": {0}}})"},
    {"file_format_version_empty", R"({{"file_format_version": "", "layer": {0}}})"},
    {"file_format_version_text", R"({{"file_format_version": "newest", "layer": {0}}})"},
    {"file_format_version_zero", R"({{"file_format_version": "0.0.0", "layer": {0}}})"},
    {"file_format_version_of_the_future", R"({{"file_format_version": "99.0.0", "layer": {0}}})"},
    {"layer_missing", R"({{"file_format_version": "1.2.0"}})"},
    {"layer_null", R"({{"file_format_version": "1.2.0", "layer": null}})"},
    {"layer_text", R"({{"file_format_version": "1.2.0", "layer": "VK_LAYER_LS_bad"}})"},
    {"layer_number", R"({{"file_format_version": "1.2.0", "layer": 1}})"},
    {"layer_list", R"({{"file_format_version": "1.2.0", "layer": [{0}]}})"},
    {"layer_empty", R"({{"file_format_version": "1.2.0", "layer": {{}}}})"},
    {"layers_null", R"({{"file_format_version": "1.2.0", "layers": null}})"},
    {"layers_text", R"({{"file_format_version": "1.2.0", "layers": "VK_LAYER_LS_bad"}})"},
    {"layers_object", R"({{"file_format_version": "1.2.0", "layers": {0}}})"},
    {"layers_empty", R"({{"file_format_version": "1.2.0", "layers": []}})"},
    {"layers_of_numbers", R"({{"file_format_version": "1.2.0", "layers": [1, null, true, "a"]}})"},
    {"layers_of_lists", R"({{"file_format_version": "1.2.0", "layers": [[], [[{0}]]]}})"},
    {"layers_before_their_version", R"({{"file_format_version": "1.0.0", "layers": [{0}]}})"},
    {"layer_and_layers", R"({{"file_format_version": "1.2.0", "layer": {0}, "layers": [{0}]}})"},
};

// The "layer" object of a valid manifest.
std::string LayerObject() {
  const std::string text = Layer(kBad).Implicit().ManifestText(kBadLibrary, "1.0.0");
  const size_t begin = text.find('{', 1);
  return text.substr(begin, text.rfind('}') - begin);
}

REGISTER_CASES {
  for (const Frame& frame : kFrames) {
    Register(frame.name,
             Text([&frame] { return fmt::format(fmt::runtime(frame.text), LayerObject()); }));
  }
}

// Very long texts, in each member that a loader may copy.
REGISTER_CASES {
  for (const char* member :
       {"name", "type", "library_path", "api_version", "implementation_version", "description"}) {
    for (const size_t size : {size_t{256}, size_t{5000}, size_t{1000000}}) {
      Register(fmt::format("{}_of_{}_characters", member, size), Text([member, size] {
                 const char filler = member[0] == 'i' ? '9' : 'x';
                 return WithChange(JsonObject().Set(member, std::string(size, filler)).Text());
               }));
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::bad_members
