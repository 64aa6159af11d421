// SPDX-License-Identifier: Apache-2.0
// What the manifest of a Vulkan driver must contain: "Driver Manifest File Format".

#include "suites/common/component_manifest.h"
#include "suites/common/manifest_json.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::manifest {
namespace {

VULKAN_DRIVER_CASE(LDP_DRIVER_4, is_json) { ExpectJson(c); }

VULKAN_DRIVER_CASE(LDP_DRIVER_4, file_name_ends_in_json) {
  ExpectJsonSuffix(c, ", so no loader looks at it");
}

VULKAN_DRIVER_CASE(LDP_DRIVER_4, has_the_required_members) {
  ExpectMembers(c, "ICD", {"library_path", "api_version"});
}

VULKAN_DRIVER_CASE(LDP_DRIVER_4, format_is_one_of_the_document) {
  ExpectKnownFormat(c, {"1.0.0", "1.0.1"});
}

VULKAN_DRIVER_CASE(LDP_DRIVER_4, members_have_their_types) {
  SKIP_FOR(WhyNoMembers(c));
  EXPECT_SEEN(WrongTypes(ComponentOf(c).object, DriverMemberTypes()), IsEmpty())
      << "each member has the type that the manifest format defines";
}

VULKAN_DRIVER_CASE(LDP_DRIVER_4, versions_are_versions) {
  SKIP_FOR(WhyNoMembers(c));
  const ComponentUnderTest& driver = ComponentOf(c);
  std::vector<std::string> wrong;
  if (!driver.format.empty() && !policy::Version::TryParse(driver.format)) {
    wrong.push_back("file_format_version " + driver.format);
  }
  if (!driver.api_version.empty() && !IsApiVersion(driver.api_version)) {
    wrong.push_back("api_version " + driver.api_version);
  }
  EXPECT_SEEN(wrong, IsEmpty()) << "each version has the form major.minor.patch";
}

VULKAN_DRIVER_CASE(LDP_DRIVER_4, library_arch_is_that_of_the_library) { ExpectLibraryArch(c); }

VULKAN_DRIVER_CASE(LDP_DRIVER_4, library_is_there, policy::LDP_DRIVER_11) { ExpectLibraryThere(c); }

VULKAN_DRIVER_CASE(LS_VK_DRIVER_17, library_has_the_usual_suffix) { ExpectUsualLibrarySuffix(c); }

}  // namespace
}  // namespace loadstone::suites::manifest
