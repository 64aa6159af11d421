// SPDX-License-Identifier: Apache-2.0
// The package of a component whose Vulkan commands are traced: "Gapii Packaging on Fuchsia", Realm
// Anatomy, Vulkan Metalayers on Fuchsia with its sections, and Enabling or Disabling Vulkan
// Tracing.

#include <fmt/format.h>

#include <algorithm>

#include "harness/case/package_case.h"
#include "harness/policy/version.h"
#include "harness/world/vulkan_components.h"
#include "policies/reading_ids.h"

namespace loadstone::suites::traceable {
namespace {

constexpr policy::Version kFirstWithMetaLayers = {1, 1, 1};
constexpr char kTracingPath[] = "/gapii_pkg/data/vulkan/explicit_layer.d";
const std::string kServed = "/gapii_pkg/";  // where the package of gapii is
constexpr char kPaths[] = "override_paths";
constexpr char kShard[] = "application.shard.cml";

std::string WhyNothingToRead(const Case& c) {
  const std::string why = WhyNotTraceable(c);
  return why.empty() ? WhyNoOverride(c) : why;
}

std::vector<std::string> OverridePaths(const Case& c) {
  const rapidjson::Document manifest = OverrideOf(c);
  return Texts(LayerIn(manifest), kPaths);
}

// Whether the manifest with this path in the package of gapii is in the folder of the document, or
// in another one of override_paths. That these name the former is another rule.
bool IsFound(const std::vector<std::string>& override_paths, const std::string& path) {
  if (path.starts_with(kExplicitFolder)) return true;
  const std::string folder = kServed + path.substr(0, path.rfind('/'));
  return std::ranges::any_of(override_paths, [&](const std::string& each) {
    return each == folder || each == folder + "/";
  });
}

// The versions of the layers with this name in the package of gapii.
std::vector<std::string> VersionsOf(const Case& c, const std::string& name) {
  std::vector<std::string> versions;
  const std::vector<std::string> override_paths = OverridePaths(c);
  for (const auto& [path, text] : PackageOf(c).gapii_manifests) {
    if (!IsFound(override_paths, path)) continue;
    const std::optional<rapidjson::Document> manifest = ManifestObject(text);
    if (!manifest.has_value()) continue;
    for (const rapidjson::Value* layer : LayersIn(*manifest)) {
      if (Text(*layer, "name") == name) versions.push_back(Text(*layer, "api_version"));
    }
  }
  return versions;
}

bool IsOlder(const policy::Version& version, const policy::Version& other) {
  return std::pair(version.major, version.minor) < std::pair(other.major, other.minor);
}

bool IncludesShard(const ComponentManifest& component) {
  const std::optional<rapidjson::Document> source = SourceObject(component);
  if (!source.has_value()) return false;
  const std::vector<std::string> includes = Texts(*source, "include");
  return std::any_of(includes.begin(), includes.end(), [](const std::string& path) {
    return path.substr(path.rfind('/') + 1) == kShard;
  });
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_11, shard_is_included) {
  SKIP_FOR(WhyNotTraceable(c));
  SKIP_FOR(WhyNoSources(c));
  const auto& components = PackageOf(c).components;
  EXPECT_HOLDS(std::any_of(components.begin(), components.end(), IncludesShard))
      << "a component manifest includes application.shard.cml" << reading::LS_FUCHSIA_11_r1
      << reading::LS_FUCHSIA_11_r2;
}

// Why nothing has to lead to gapii: tracing is off, or the manifest says so.
std::string WhyNotTraced(const Case& c) {
  if (PackageOf(c).tracing == "off") return "tracing is supposed to be off";
  return PackageOf(c).tracing.empty() && OverridePaths(c).empty() ? "override_paths is empty" : "";
}

bool NamesGapii(const ComponentManifest& component) {
  return std::ranges::any_of(component.texts, [](const std::string& text) {
    return text.find("gapii") != std::string::npos;
  });
}

// A compiled manifest has what the shard adds: without it, no folder of gapii is at /gapii_pkg.
VULKAN_PACKAGE_CASE(LS_FUCHSIA_11, compiled_manifest_names_gapii) {
  SKIP_FOR(WhyNothingToRead(c));
  SKIP_FOR(WhyNotTraced(c));
  std::vector<ComponentManifest> compiled = PackageOf(c).components;
  std::erase_if(compiled, [](const ComponentManifest& each) { return each.texts.empty(); });
  SKIP_FOR(compiled.empty() ? "meta has no compiled component manifest" : "");
  EXPECT_HOLDS(std::ranges::any_of(compiled, NamesGapii))
      << "a compiled component manifest has a text with gapii, as the path /gapii_pkg and the name "
         "of gapii's component"
      << reading::LS_FUCHSIA_11_r2 << reading::LS_FUCHSIA_11_r3;
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_14, name_is_that_of_the_override_layer) {
  SKIP_FOR(WhyNothingToRead(c));
  const rapidjson::Document manifest = OverrideOf(c);
  EXPECT_SEEN(Text(LayerIn(manifest), "name"), Eq(std::string(kOverrideLayer)))
      << "the name of the layer is that of the override layer";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_15, format_has_meta_layers) {
  SKIP_FOR(WhyNothingToRead(c));
  const rapidjson::Document manifest = OverrideOf(c);
  const std::string format = Text(manifest, "file_format_version");
  const auto version = policy::Version::TryParse(format);
  EXPECT_SEEN(version.has_value() && *version >= kFirstWithMetaLayers ? "" : "'" + format + "'",
              Eq(std::string()))
      << "file_format_version is 1.1.1 or later";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_16, api_version_is_a_version) {
  SKIP_FOR(WhyNothingToRead(c));
  const rapidjson::Document manifest = OverrideOf(c);
  const std::string version = Text(LayerIn(manifest), "api_version");
  EXPECT_SEEN(policy::Version::TryParse(version).has_value() ? "" : "'" + version + "'",
              Eq(std::string()))
      << "api_version is a version of Vulkan, such as 1.2.198";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_16, components_are_not_older) {
  SKIP_FOR(WhyNothingToRead(c));
  SKIP_FOR(WhyNoGapiiPackage(c));
  const rapidjson::Document manifest = OverrideOf(c);
  const auto own = policy::Version::TryParse(Text(LayerIn(manifest), "api_version"));
  SKIP_FOR(own.has_value() ? "" : "its api_version is not a version");
  std::vector<std::string> older;
  for (const std::string& name : Texts(LayerIn(manifest), "component_layers")) {
    for (const std::string& version : VersionsOf(c, name)) {
      const auto theirs = policy::Version::TryParse(version);
      if (theirs.has_value() && IsOlder(*theirs, *own)) older.push_back(name + ": " + version);
    }
  }
  EXPECT_SEEN(older, IsEmpty()) << "no component layer has an older version than "
                                << own->ToString() << reading::LS_FUCHSIA_16_r1;
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_17, components_are_named) {
  SKIP_FOR(WhyNothingToRead(c));
  const rapidjson::Document manifest = OverrideOf(c);
  EXPECT_SEEN(Texts(LayerIn(manifest), "component_layers"), Not(IsEmpty()))
      << "component_layers names layers";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_17, components_are_in_the_package_of_gapii) {
  SKIP_FOR(WhyNothingToRead(c));
  SKIP_FOR(WhyNoGapiiPackage(c));
  const rapidjson::Document manifest = OverrideOf(c);
  std::vector<std::string> missing = Texts(LayerIn(manifest), "component_layers");
  std::erase_if(missing, [&](const std::string& name) { return !VersionsOf(c, name).empty(); });
  EXPECT_SEEN(missing, IsEmpty())
      << "the gapii package has a manifest for each component layer, in a folder of override_paths";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_18, override_manifest_is_in_the_package) {
  SKIP_FOR(WhyNotTraceable(c));
  const auto& files = PackageOf(c).files;
  EXPECT_HOLDS(std::any_of(files.begin(), files.end(), [](const std::string& path) {
    return path.substr(path.rfind('/') + 1) == kOverrideManifest;
  })) << "the package has VkLayer_override.json";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_19, override_manifest_is_in_its_place) {
  SKIP_FOR(WhyNotTraceable(c));
  EXPECT_HOLDS(PackageOf(c).files.contains(std::string(kImplicitFolder) + kOverrideManifest))
      << "the package has data/vulkan/implicit_layer.d/VkLayer_override.json";
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_22, override_paths_lead_to_gapii) {
  SKIP_FOR(WhyNothingToRead(c));
  SKIP_FOR(WhyNotTraced(c));
  EXPECT_SEEN(OverridePaths(c), Contains(std::string(kTracingPath)))
      << "override_paths has /gapii_pkg/data/vulkan/explicit_layer.d" << reading::LS_FUCHSIA_22_r1;
}

VULKAN_PACKAGE_CASE(LS_FUCHSIA_23, override_paths_are_empty) {
  SKIP_FOR(WhyNothingToRead(c));
  SKIP_FOR(PackageOf(c).tracing == "off" ? "" : "--tracing off is not given");
  EXPECT_SEEN(OverridePaths(c), IsEmpty())
      << "override_paths is empty" << reading::LS_FUCHSIA_23_r1;
}

bool IsListOfTexts(const rapidjson::Value& value) {
  return value.IsArray() && std::ranges::all_of(value.GetArray(), &rapidjson::Value::IsString);
}

// Disabling tracing leaves the key empty, which does not say in which form.
bool IsEmptyKey(const rapidjson::Value& value) {
  return value.IsNull() || (value.IsString() && value.GetStringLength() == 0);
}

VULKAN_PACKAGE_CASE(LLP_LAYER_6, lists_of_the_override_layer_are_lists, policy::LS_FUCHSIA_22,
                    policy::LS_FUCHSIA_23) {
  SKIP_FOR(WhyNothingToRead(c));
  const rapidjson::Document manifest = OverrideOf(c);
  std::vector<std::string> wrong;
  for (const char* name : {kPaths, "app_keys", "blacklisted_layers", "component_layers"}) {
    const rapidjson::Value* value = Member(LayerIn(manifest), name);
    if (value == nullptr || IsListOfTexts(*value)) continue;
    if (name == kPaths && IsEmptyKey(*value)) continue;
    wrong.push_back(fmt::format("{}: {}", name, ToText(*value)));
  }
  EXPECT_SEEN(wrong, IsEmpty()) << "each of these members, if it is there, is a list of texts"
                                << reading::LS_FUCHSIA_23_r2;
}

VULKAN_PACKAGE_CASE(LLP_LAYER_9, override_layer_can_be_disabled) {
  SKIP_FOR(WhyNothingToRead(c));
  const rapidjson::Document manifest = OverrideOf(c);
  const auto variable = LayerIn(manifest).FindMember("disable_environment");
  const bool found = variable != LayerIn(manifest).MemberEnd() && variable->value.IsObject() &&
                     variable->value.MemberCount() == 1;
  EXPECT_HOLDS(found) << "disable_environment names one variable";
}

}  // namespace
}  // namespace loadstone::suites::traceable
