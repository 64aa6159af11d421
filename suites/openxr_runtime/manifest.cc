// SPDX-License-Identifier: Apache-2.0
// What the manifest of an OpenXR runtime must contain: "Runtime Manifest File Format".

#include "suites/common/component_manifest.h"
#include "suites/common/manifest_json.h"
#include "suites/openxr_runtime/runtime_app.h"

namespace loadstone::suites::manifest {
namespace {

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_8, is_json) { ExpectJson(c); }

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_8, file_name_ends_in_json) {
  ExpectJsonSuffix(c, ", and a manifest has the extension .json");
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_8, has_the_required_members) {
  ExpectMembers(c, "runtime", {"library_path"});
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_8, format_is_one_of_the_document) {
  ExpectKnownFormat(c, {"1.0.0"});
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_8, members_have_their_types) {
  SKIP_FOR(WhyNoMembers(c));
  EXPECT_SEEN(WrongTypes(ComponentOf(c).object, RuntimeMemberTypes()), IsEmpty())
      << "each member has the type that the manifest format defines";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_8, format_is_a_version) {
  SKIP_FOR(WhyNoMembers(c));
  const std::string format = ComponentOf(c).format;
  if (format.empty()) GTEST_SKIP() << "the manifest has no file_format_version";
  EXPECT_HOLDS(policy::Version::TryParse(format).has_value())
      << "file_format_version " << format << " has the form major.minor.patch";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_8, library_is_there) { ExpectLibraryThere(c); }

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_9, library_has_the_usual_suffix) { ExpectUsualLibrarySuffix(c); }

}  // namespace
}  // namespace loadstone::suites::manifest
