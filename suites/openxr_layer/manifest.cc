// SPDX-License-Identifier: Apache-2.0
// What the manifest of an OpenXR API layer must contain: "API Layer Manifest File Format", "Naming
// API Layers".

#include "harness/case/layer_case.h"
#include "suites/common/component_manifest.h"
#include "suites/common/manifest_json.h"

namespace loadstone::suites::manifest {
namespace {

OPENXR_LAYER_CASE(LS_XR_LAYER_24, name_follows_the_scheme) {
  SKIP_FOR(WhyNoMembers(c));
  EXPECT_SEEN(LayerOf(c).name, MatchesRegex("XR_APILAYER_[A-Z0-9]+_[^ \t]+"))
      << "the scheme is XR_APILAYER_, the tag of the vendor in capitals, and a short name";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_25, is_json) { ExpectJson(c); }

OPENXR_LAYER_CASE(LS_XR_LAYER_25, file_name_ends_in_json) {
  ExpectJsonSuffix(c, ", so no loader looks at it");
}

OPENXR_LAYER_CASE(LS_XR_LAYER_25, has_the_required_members) {
  ExpectMembers(c, "api_layer",
                {"name", "library_path", "api_version", "implementation_version", "description"});
}

OPENXR_LAYER_CASE(LS_XR_LAYER_25, format_is_one_of_the_document) {
  ExpectKnownFormat(c, {"1.0.0"});
}

OPENXR_LAYER_CASE(LS_XR_LAYER_25, api_version_is_a_version) {
  SKIP_FOR(WhyNoMembers(c));
  const std::string& version = LayerOf(c).api_version;
  if (version.empty()) GTEST_SKIP() << "the manifest has no api_version that is a text";
  EXPECT_HOLDS(IsApiVersion(version))
      << "api_version " << version << " is not of the form major.minor";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_25, extensions_have_their_members, policy::LS_XR_LAYER_27) {
  SKIP_FOR(WhyNoMembers(c));
  EXPECT_SEEN(ExtensionFaults(LayerOf(c).object, "extension_version"), IsEmpty())
      << "each extension has a name and an extension_version";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_25, members_have_their_types) {
  SKIP_FOR(WhyNoMembers(c));
  EXPECT_SEEN(WrongTypes(LayerOf(c).object, OpenXrMemberTypes()), IsEmpty())
      << "each member has the type that the manifest format defines";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_25, library_is_there) { ExpectLibraryThere(c); }

OPENXR_LAYER_CASE(LS_XR_LAYER_26, names_a_variable_that_disables_it) {
  SKIP_FOR(WhyNoMembers(c));
  if (!LayerOf(c).implicit) GTEST_SKIP() << "the layer is explicit";
  const std::string& object = LayerOf(c).object;
  ASSERT_HOLDS(HasMember(object, "disable_environment"))
      << "the manifest of an implicit layer has disable_environment";
  // LS_XR_LAYER_25 judges the type.
  if (!WrongTypes(object, {{"disable_environment", JsonType::kText}}).empty()) return;
  const std::string name = TextOf(object, "disable_environment");
  EXPECT_SEEN(name, MatchesRegex("[^=]+"))
      << "disable_environment is a name that an environment variable can have";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_30, library_has_the_usual_suffix) { ExpectUsualLibrarySuffix(c); }

}  // namespace
}  // namespace loadstone::suites::manifest
