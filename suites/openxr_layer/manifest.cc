// SPDX-License-Identifier: Apache-2.0
// What the manifest of an OpenXR API layer has to be: "API Layer Manifest File Format", "Naming API
// Layers".

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
  const LayerUnderTest& layer = LayerOf(c);
  if (!layer.json_problem.empty()) GTEST_SKIP() << WhyNoMembers(c);
  std::vector<std::string> missing;
  if (layer.format.empty()) missing.emplace_back("file_format_version");
  if (layer.object.empty()) missing.emplace_back("api_layer");
  for (const char* member :
       {"name", "library_path", "api_version", "implementation_version", "description"}) {
    if (!layer.object.empty() && !HasMember(layer.object, member)) missing.emplace_back(member);
  }
  EXPECT_SEEN(missing, IsEmpty())
      << "the manifest has each of these members, which its format requires";
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
  EXPECT_HOLDS(HasMember(LayerOf(c).object, "disable_environment"))
      << "the manifest of an implicit layer has disable_environment";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_30, library_has_the_usual_suffix) { ExpectUsualLibrarySuffix(c); }

}  // namespace
}  // namespace loadstone::suites::manifest
