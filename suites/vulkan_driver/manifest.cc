// SPDX-License-Identifier: Apache-2.0
// What the manifest of a Vulkan driver has to be: "Driver Manifest File Format".

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
  const ComponentUnderTest& driver = ComponentOf(c);
  if (!driver.json_problem.empty()) GTEST_SKIP() << WhyNoMembers(c);
  std::vector<std::string> missing;
  if (driver.format.empty()) missing.emplace_back("file_format_version");
  if (driver.object.empty()) missing.emplace_back("ICD");
  for (const char* member : {"library_path", "api_version"}) {
    if (!driver.object.empty() && !HasMember(driver.object, member)) missing.emplace_back(member);
  }
  EXPECT_SEEN(missing, IsEmpty())
      << "the manifest has each of these members, which its format requires";
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

VULKAN_DRIVER_CASE(LDP_DRIVER_4, library_arch_is_that_of_the_library) {
  SKIP_FOR(WhyNoMembers(c));
  const ComponentUnderTest& driver = ComponentOf(c);
  const std::string claimed = TextOf(driver.object, "library_arch");
  if (claimed.empty()) GTEST_SKIP() << "the manifest has no library_arch";
  SKIP_FOR(WhyNoExports(c));
  if (driver.library_bits == 0) GTEST_SKIP() << "the library is for both architectures";
  EXPECT_SEEN(claimed, std::to_string(driver.library_bits))
      << "library_arch matches the library; loaders ignore a driver for another architecture";
}

VULKAN_DRIVER_CASE(LDP_DRIVER_4, library_is_there, policy::LDP_DRIVER_11) { ExpectLibraryThere(c); }

VULKAN_DRIVER_CASE(LS_VK_DRIVER_17, library_has_the_usual_suffix) { ExpectUsualLibrarySuffix(c); }

}  // namespace
}  // namespace loadstone::suites::manifest
