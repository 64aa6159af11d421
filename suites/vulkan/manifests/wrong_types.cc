// SPDX-License-Identifier: Apache-2.0
#include "suites/common/wrong_types.h"

#include "harness/json/json_member.h"
#include "suites/vulkan/manifests/bad_manifests.h"

// LoaderLayerInterface, "Layer Manifest File Format": each member and element in its table, with
// every type other than the one in the table. Whether such a layer is used is open
// (LS_VK_DISCOVERY_6.r2); the process must continue, and other layers must not be affected.
namespace loadstone::suites::wrong_types {
namespace {

constexpr char kApplication[] = "/opt/application/bin/application";

// A layer with all members that a layer other than a meta-layer can have. Its variables allow it to
// be enabled.
const ManifestFormat kLayerFormat = {
    R"({"file_format_version": "1.2.0", "layer": {
        "name": "VK_LAYER_LS_bad", "type": "GLOBAL", "library_arch": "64",
        "library_path": "/opt/loadstone/libVK_LAYER_LS_bad.so",
        "api_version": "1.0.0", "implementation_version": "1", "description": "text",
        "functions": {"vkNegotiateLoaderLayerInterfaceVersion":
                          "vkNegotiateLoaderLayerInterfaceVersion",
                      "vkGetInstanceProcAddr": "a", "vkGetDeviceProcAddr": "b"},
        "instance_extensions": [{"name": "VK_EXT_LS_1", "spec_version": "1"},
                                {"name": "VK_EXT_LS_2", "spec_version": "1"},
                                {"name": "VK_EXT_LS_3", "spec_version": "1"}],
        "device_extensions": [
            {"name": "VK_EXT_LS_4", "spec_version": "1", "entrypoints": ["vkA", "vkB", "vkC"]},
            {"name": "VK_EXT_LS_5", "spec_version": "1", "entrypoints": ["vkD", "vkE", "vkF"]},
            {"name": "VK_EXT_LS_6", "spec_version": "1", "entrypoints": ["vkG", "vkH", "vkI"]}],
        "enable_environment": {"LS_BAD_ON": "1"}, "disable_environment": {"LS_BAD_OFF": "1"},
        "pre_instance_functions": {
            "vkEnumerateInstanceExtensionProperties": "lsPreEnumerateInstanceExtensionProperties",
            "vkEnumerateInstanceLayerProperties": "lsPreEnumerateInstanceLayerProperties",
            "vkEnumerateInstanceVersion": "lsPreEnumerateInstanceVersion"},
        "introduction": "text", "url": "text", "status": "STABLE",
        "platforms": ["LINUX", "WINDOWS", "MACOS"],
        "features": {"presets": [{}, {}, {}], "settings": [{}, {}, {}]}}})",
    {
        {"", JsonKind::kObject},
        {"/file_format_version", JsonKind::kText},
        {"/layer", JsonKind::kObject},
        {"/layer/name", JsonKind::kText},
        {"/layer/type", JsonKind::kText},
        {"/layer/library_arch", JsonKind::kText},
        {"/layer/library_path", JsonKind::kText},
        {"/layer/api_version", JsonKind::kText},
        {"/layer/implementation_version", JsonKind::kText},
        {"/layer/description", JsonKind::kText},
        {"/layer/functions", JsonKind::kObject},
        {"/layer/functions/vkNegotiateLoaderLayerInterfaceVersion", JsonKind::kText},
        {"/layer/functions/vkGetInstanceProcAddr", JsonKind::kText},
        {"/layer/functions/vkGetDeviceProcAddr", JsonKind::kText},
        {"/layer/instance_extensions", JsonKind::kList},
        {"/layer/instance_extensions/#", JsonKind::kObject},
        {"/layer/instance_extensions/#/name", JsonKind::kText},
        {"/layer/instance_extensions/#/spec_version", JsonKind::kText},
        {"/layer/device_extensions", JsonKind::kList},
        {"/layer/device_extensions/#", JsonKind::kObject},
        {"/layer/device_extensions/#/name", JsonKind::kText},
        {"/layer/device_extensions/#/spec_version", JsonKind::kText},
        {"/layer/device_extensions/#/entrypoints", JsonKind::kList},
        {"/layer/device_extensions/#/entrypoints/#", JsonKind::kText},
        {"/layer/enable_environment", JsonKind::kObject},
        {"/layer/enable_environment/LS_BAD_ON", JsonKind::kText},
        {"/layer/disable_environment", JsonKind::kObject},
        {"/layer/disable_environment/LS_BAD_OFF", JsonKind::kText},
        {"/layer/pre_instance_functions", JsonKind::kObject},
        {"/layer/pre_instance_functions/vkEnumerateInstanceExtensionProperties", JsonKind::kText},
        {"/layer/pre_instance_functions/vkEnumerateInstanceLayerProperties", JsonKind::kText},
        {"/layer/pre_instance_functions/vkEnumerateInstanceVersion", JsonKind::kText},
        {"/layer/introduction", JsonKind::kText},
        {"/layer/url", JsonKind::kText},
        {"/layer/status", JsonKind::kText},
        {"/layer/platforms", JsonKind::kList},
        {"/layer/platforms/#", JsonKind::kText},
        {"/layer/features", JsonKind::kObject},
        {"/layer/features/presets", JsonKind::kList},
        {"/layer/features/presets/#", JsonKind::kObject},
        {"/layer/features/settings", JsonKind::kList},
        {"/layer/features/settings/#", JsonKind::kObject},
    }};

// Several layers in one manifest, which needs a newer format version. A loader may use a layer
// whose name has another type; the library does not exist, because one that is in a chain under two
// names calls itself.
const ManifestFormat kLayersFormat = {
    R"({"file_format_version": "1.0.1", "layers": [
        {"name": "VK_LAYER_LS_bad", "type": "GLOBAL", "api_version": "1.0.0",
         "library_path": "/opt/loadstone/libmissing.so", "implementation_version": "1",
         "description": "text", "disable_environment": {"LS_BAD_OFF": "1"}},
        {"name": "VK_LAYER_LS_bad_2", "type": "GLOBAL", "api_version": "1.0.0",
         "library_path": "/opt/loadstone/libmissing.so", "implementation_version": "1",
         "description": "text", "disable_environment": {"LS_BAD_OFF": "1"}},
        {"name": "VK_LAYER_LS_bad_3", "type": "GLOBAL", "api_version": "1.0.0",
         "library_path": "/opt/loadstone/libmissing.so", "implementation_version": "1",
         "description": "text", "disable_environment": {"LS_BAD_OFF": "1"}}]})",
    {
        {"/layers", JsonKind::kList},
        {"/layers/#", JsonKind::kObject},
        {"/layers/#/name", JsonKind::kText},
    }};

// A meta-layer.
const ManifestFormat kMetaFormat = {
    R"({"file_format_version": "1.2.0", "layer": {
        "name": "VK_LAYER_LS_bad", "type": "GLOBAL", "api_version": "1.0.0",
        "implementation_version": "1", "description": "text",
        "disable_environment": {"LS_BAD_OFF": "1"},
        "component_layers": ["VK_LAYER_LS_bad_1", "VK_LAYER_LS_bad_2", "VK_LAYER_LS_bad_3"]}})",
    {
        {"/layer/component_layers", JsonKind::kList},
        {"/layer/component_layers/#", JsonKind::kText},
    }};

// The override layer, which applies to the application and whose folders contain the valid layers.
const ManifestFormat kOverrideFormat = {
    R"({"file_format_version": "1.2.0", "layer": {
        "name": "VK_LAYER_LUNARG_override", "type": "GLOBAL", "api_version": "1.0.0",
        "implementation_version": "1", "description": "text",
        "disable_environment": {"LS_BAD_OFF": "1"},
        "component_layers": ["VK_LAYER_LS_bad_1", "VK_LAYER_LS_bad_2", "VK_LAYER_LS_bad_3"],
        "blacklisted_layers": ["VK_LAYER_LS_x", "VK_LAYER_LS_y", "VK_LAYER_LS_z"],
        "override_paths": ["/override/1", "/override/2", "/override/3"],
        "app_keys": ["/usr/bin/first", "/opt/application/bin/application", "/usr/bin/last"]}})",
    {
        {"/layer/name", JsonKind::kText},
        {"/layer/disable_environment", JsonKind::kObject},
        {"/layer/component_layers", JsonKind::kList},
        {"/layer/component_layers/#", JsonKind::kText},
        {"/layer/blacklisted_layers", JsonKind::kList},
        {"/layer/blacklisted_layers/#", JsonKind::kText},
        {"/layer/override_paths/#", JsonKind::kText},
        {"/layer/app_keys", JsonKind::kList},
        {"/layer/app_keys/#", JsonKind::kText},
    }};

const ManifestFormat kOverridePathsFormat = {kOverrideFormat.manifest,
                                             {{"/layer/override_paths", JsonKind::kList}}};

PlaceBad Files(const WrongType& wrong) {
  return [manifests = wrong.manifests](VulkanWorld& world, const std::string& path) {
    int number = 0;
    for (const std::string& text : manifests()) {
      world.File(path.substr(0, path.rfind('.')) + std::to_string(number++) + ".json", text);
    }
  };
}

const std::string kComponents[] = {"VK_LAYER_LS_bad_1", "VK_LAYER_LS_bad_2", "VK_LAYER_LS_bad_3"};

void Judge(Case& c, const WrongType& wrong) {
  VulkanWorld world(c.subject());
  world.Env("LS_BAD_ON", "1");
  for (const std::string& name : kComponents) world.With(Layer(name));
  world.With(Layer(kBad).In("/not/searched").Binary("vulkan_layer_pre_instance"));
  // A value in place of a whole layer may contain a name as well.
  const bool wrong_name =
      wrong.name.find("_name_is_") != std::string::npos || wrong.name.starts_with("layer_is_") ||
      wrong.name.starts_with("layers_") || wrong.name.starts_with("manifest_is");
  JudgeWithBadFile(c, world, Files(wrong),
                   wrong_name ? MayShow::kAnyOtherName : MayShow::kItsLayer);
}

constexpr const char* kOverridePaths[] = {"/override/1", "/override/2", "/override/3"};

// Returns the text of an override layer's manifest with its paths as the subject's platform writes
// them.
std::string WithPathsOf(const Subject& subject, std::string manifest) {
  if (!IsWindows(subject)) return manifest;
  std::vector<std::string> paths(std::begin(kOverridePaths), std::end(kOverridePaths));
  paths.push_back(kApplication);
  for (const std::string& path : paths) {
    const std::string quoted = '"' + path + '"';
    const std::string native = WindowsPath(path);
    const std::string written =
        ToText(rapidjson::Value(rapidjson::StringRef(native.c_str(), native.size())));
    for (size_t at = manifest.find(quoted); at != std::string::npos;
         at = manifest.find(quoted, at + written.size())) {
      manifest.replace(at, quoted.size(), written);
    }
  }
  return manifest;
}

// The override layer replaces the folders of explicit layers, so the valid layer is in each of its
// folders. Whether it hides implicit layers is open. Other cases cover several override layers, so
// for an element of a list only the manifest with the wrong middle element is used.
Observation RunBesideOverride(Case& c, const WrongType& wrong) {
  VulkanWorld world(c.subject());
  world.Application(kApplication).With(Layer(kGoodExplicit));
  for (const std::string& name : kComponents) world.With(Layer(name));
  const std::string folder = World::FolderOf(world.DefaultFolder(Layer(kGoodExplicit)));
  for (const char* path : kOverridePaths) world.Symlink(path, folder);
  const std::vector<std::string> manifests = wrong.manifests();
  world.File(world.DefaultFolder(Layer(kBad).Implicit()) + "/override.json",
             WithPathsOf(c.subject(), manifests[manifests.size() / 2]));
  return RunWithLayers(c, world, LayerKind::kExplicit, {kGoodExplicit});
}

void JudgeOverride(Case& c, const WrongType& wrong) {
  const Observation seen = RunBesideOverride(c, wrong);
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kGoodExplicit))
      << "a bad manifest must not hide a layer that it does not mention";
  EXPECT_SEEN(InstanceChain(seen), Contains(kGoodExplicit))
      << "a layer next to a bad manifest can be enabled";
}

// A value that is not a list of paths may be read as another path, where there are no layers.
void JudgeOverridePaths(Case& c, const WrongType& wrong) {
  const Observation seen = RunBesideOverride(c, wrong);
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceLayerProperties"), "VK_SUCCESS")
      << "a bad manifest must not prevent an application from listing layers";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "a bad manifest must not make instance creation fail for another reason";
}

void Register(const char* kind, const ManifestFormat& format,
              void (*judge)(Case& c, const WrongType& wrong)) {
  for (const WrongType& wrong : WrongTypes(format)) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1}, kind + wrong.name,
                 [judge, wrong](Case& c) { judge(c, wrong); });
  }
}

REGISTER_CASES {
  Register("", kLayerFormat, Judge);
  Register("", kLayersFormat, Judge);
  Register("meta_", kMetaFormat, Judge);
  Register("override_", kOverrideFormat, JudgeOverride);
  Register("override_", kOverridePathsFormat, JudgeOverridePaths);
}

}  // namespace
}  // namespace loadstone::suites::wrong_types
