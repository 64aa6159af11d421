// SPDX-License-Identifier: Apache-2.0
// What the manifest of a Vulkan layer must contain: "Layer Manifest File Usage", "Layer Manifest
// File Format", "Layer Conventions and Rules", "Meta-layers".

#include <fmt/format.h>

#include "harness/case/layer_case.h"
#include "suites/common/component_exports.h"
#include "suites/common/component_manifest.h"
#include "suites/common/manifest_json.h"

namespace loadstone::suites::manifest {
namespace {

// The first format that defines each member ("Layer Manifest File Version History").
constexpr struct {
  const char* member;
  policy::Version since;
} kMembers[] = {{"component_layers", {1, 1, 1}},
                {"pre_instance_functions", {1, 1, 2}},
                {"library_arch", {1, 2, 1}}};
constexpr policy::Version kSeveralLayers = {1, 0, 1};

// The functions that layers may intercept before there is an instance ("Pre-Instance Functions").
const std::vector<std::string> kPreInstance = {"vkEnumerateInstanceExtensionProperties",
                                               "vkEnumerateInstanceLayerProperties",
                                               "vkEnumerateInstanceVersion"};
constexpr char kPreInstanceFunctions[] = "pre_instance_functions";

VULKAN_LAYER_CASE(LLP_LAYER_6, is_json) { ExpectJson(c); }

VULKAN_LAYER_CASE(LLP_LAYER_6, file_name_ends_in_json) {
  ExpectJsonSuffix(c, ", so no loader looks at it");
}

VULKAN_LAYER_CASE(LLP_LAYER_6, has_a_layer_with_a_name) {
  const LayerUnderTest& layer = LayerOf(c);
  if (!layer.json_problem.empty()) SKIP_WITH(WhyNoMembers(c));
  EXPECT_SEEN(layer.name, Ne("")) << "the manifest has a layer with a name";
}

VULKAN_LAYER_CASE(LLP_LAYER_6, has_the_required_members) {
  // The members that the table does not call optional; a case above requires the name.
  ExpectMembers(c, "layer", {"type", "api_version", "implementation_version", "description"});
}

VULKAN_LAYER_CASE(LLP_LAYER_6, type_is_one_of_the_format) {
  SKIP_FOR(WhyNoMembers(c));
  const std::string type = TextOf(LayerOf(c).object, "type");
  if (type.empty()) GTEST_SKIP() << "the manifest has no type";
  EXPECT_HOLDS(type == "GLOBAL" || type == "INSTANCE")
      << "type is " << type << ", and loaders skip layers that are neither GLOBAL nor INSTANCE";
}

// The formats in the table of any edition, and in the version history.
VULKAN_LAYER_CASE(LLP_LAYER_6, format_is_one_of_the_document) {
  ExpectKnownFormat(c, {"1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2", "1.2.0", "1.2.1"});
}

VULKAN_LAYER_CASE(LLP_LAYER_6, library_arch_is_that_of_the_library) { ExpectLibraryArch(c); }

VULKAN_LAYER_CASE(LLP_LAYER_6, members_have_their_types) {
  SKIP_FOR(WhyNoMembers(c));
  EXPECT_SEEN(WrongTypes(LayerOf(c).object, VulkanMemberTypes()), IsEmpty())
      << "each member has the type that the manifest format defines";
}

VULKAN_LAYER_CASE(LLP_LAYER_6, extensions_have_their_members, policy::LS_VK_LAYER_20) {
  SKIP_FOR(WhyNoMembers(c));
  EXPECT_SEEN(ExtensionFaults(LayerOf(c).object, "spec_version"), IsEmpty())
      << "each extension has a name and a spec_version, and one of a device that adds functions "
         "their names as entrypoints";
}

VULKAN_LAYER_CASE(LLP_LAYER_6, versions_are_versions) {
  SKIP_FOR(WhyNoMembers(c));
  const LayerUnderTest& layer = LayerOf(c);
  std::vector<std::string> wrong;
  if (!layer.format.empty() && !policy::Version::TryParse(layer.format)) {
    wrong.push_back("file_format_version " + layer.format);
  }
  if (!layer.api_version.empty() && !IsApiVersion(layer.api_version)) {
    wrong.push_back("api_version " + layer.api_version);
  }
  EXPECT_SEEN(wrong, IsEmpty()) << "each version has the form major.minor.patch";
}

VULKAN_LAYER_CASE(LLP_LAYER_6, members_belong_to_the_format) {
  SKIP_FOR(WhyNoMembers(c));
  const LayerUnderTest& layer = LayerOf(c);
  const auto format = policy::Version::TryParse(layer.format);
  if (!format.has_value())
    GTEST_SKIP() << "the manifest has no file_format_version to check against";
  std::vector<std::string> too_new;
  if (HasMember(layer.text, "layers") && *format < kSeveralLayers) too_new.emplace_back("layers");
  for (const auto& [member, since] : kMembers) {
    if (HasMember(layer.object, member) && *format < since) too_new.push_back(member);
  }
  EXPECT_SEEN(too_new, IsEmpty()) << "each member is defined in format " << layer.format
                                  << " or earlier";
}

// Other functions in the list could not be intercepted before there is an instance.
VULKAN_LAYER_CASE(LLP_LAYER_6, pre_instance_functions_can_be_intercepted,
                  policy::LS_VK_PREINSTANCE_1) {
  SKIP_FOR(WhyNoMembers(c));
  const std::string& object = LayerOf(c).object;
  if (!HasMember(object, kPreInstanceFunctions)) GTEST_SKIP() << "the layer intercepts none";
  EXPECT_SEEN(InvalidMembers(object, kPreInstanceFunctions, kPreInstance), IsEmpty())
      << "pre_instance_functions has the functions that can be intercepted alone, and the name of "
         "the layer's own for each";
}

VULKAN_LAYER_CASE(LLP_LAYER_6, pre_instance_functions_are_exported, policy::LS_VK_PREINSTANCE_7) {
  // The probe has no manifest until its world exists, so nothing may precede this.
  const FoundExports exports = FindExports(
      c, "LLP_LAYER_2/library_loads_and_unloads",
      [](const LayerUnderTest& judged) { return TextsIn(judged.object, kPreInstanceFunctions); });
  SKIP_FOR(WhyNoMembers(c));
  const std::vector<std::string> names = TextsIn(LayerOf(c).object, kPreInstanceFunctions);
  if (names.empty()) GTEST_SKIP() << "the layer intercepts none";
  SKIP_FOR(exports.why_unknown);
  EXPECT_SEEN(exports.names, IsSupersetOf(names))
      << "the library does not export what pre_instance_functions names";
}

VULKAN_LAYER_CASE(LLP_LAYER_3, name_follows_the_scheme) {
  SKIP_FOR(WhyNoMembers(c));
  // Of the characters that separate words, the section allows the underscore alone.
  EXPECT_SEEN(LayerOf(c).name, MatchesRegex("VK_LAYER_[A-Z0-9]+_[^ \t/.:,;+-]+"))
      << "the scheme is VK_LAYER_, the vendor or product in capitals, and the layer's own name "
         "with "
         "its words joined by underscores";
}

VULKAN_LAYER_CASE(LLP_LAYER_9, names_a_variable_that_disables_it) {
  SKIP_FOR(WhyNoMembers(c));
  if (!LayerOf(c).implicit) GTEST_SKIP() << "the layer is explicit";
  EXPECT_HOLDS(HasVariableName(LayerOf(c).object, "disable_environment"))
      << "disable_environment is an object with the name of a variable";
}

VULKAN_LAYER_CASE(LLP_LAYER_7, components_are_installed) {
  SKIP_FOR(WhyNoMembers(c));
  if (!LayerOf(c).meta) GTEST_SKIP() << "the layer is not a meta-layer";
  std::vector<std::string> missing;
  for (const LayerComponent& component : LayerOf(c).components) {
    if (component.api_versions.empty()) missing.push_back(component.name);
  }
  if (!missing.empty() && IsForeign(LayerOf(c))) {
    GTEST_SKIP() << "the components may be installed where the meta-layer is: "
                 << fmt::format("{}", fmt::join(missing, ", "));
  }
  EXPECT_SEEN(missing, IsEmpty()) << "each component has a manifest on this system";
}

VULKAN_LAYER_CASE(LLP_LAYER_8, components_are_not_older) {
  SKIP_FOR(WhyNoMembers(c));
  const LayerUnderTest& layer = LayerOf(c);
  if (!layer.meta) GTEST_SKIP() << "the layer is not a meta-layer";
  const auto own = policy::Version::TryParse(layer.api_version);
  if (!own.has_value()) GTEST_SKIP() << "the meta-layer has no api_version for a comparison";
  std::vector<std::string> older;
  for (const LayerComponent& component : layer.components) {
    bool good = component.api_versions.empty();
    for (const std::string& text : component.api_versions) {
      const auto version = policy::Version::TryParse(text);
      good |= !version.has_value() ||
              std::pair(version->major, version->minor) >= std::pair(own->major, own->minor);
    }
    if (!good) older.push_back(component.name);
  }
  EXPECT_SEEN(older, IsEmpty()) << "no component is older than " << layer.api_version;
}

VULKAN_LAYER_CASE(LLP_LAYER_20, library_is_there) { ExpectLibraryThere(c); }

VULKAN_LAYER_CASE(LS_VK_LAYER_18, library_has_the_usual_suffix) { ExpectUsualLibrarySuffix(c); }

VULKAN_LAYER_CASE(LS_VK_LAYER_19, has_either_a_library_or_components) {
  SKIP_FOR(WhyNoMembers(c));
  const std::string& object = LayerOf(c).object;
  const std::vector<bool> either = {HasMember(object, "library_path"),
                                    HasMember(object, "component_layers")};
  EXPECT_SEEN(either, AnyOf(ElementsAre(true, false), ElementsAre(false, true)))
      << "a manifest has either library_path or component_layers";
}

}  // namespace
}  // namespace loadstone::suites::manifest
