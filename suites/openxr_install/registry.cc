// SPDX-License-Identifier: Apache-2.0
// What installers of OpenXR API layers and runtimes write into the Windows registry: API Layer
// Interaction, "Windows Manifest Registry Usage"; Runtime Interaction, "Windows Active Runtime
// Location", "Windows Installed Runtimes Enumeration" and "Runtime Manifest File Format".

#include <map>

#include "harness/case/install_case.h"
#include "harness/install/registry_text.h"

namespace loadstone::suites::registry {
namespace {

const Places kLayers = {RegistryPlace::kApiLayers};
const Places kActive = {RegistryPlace::kActiveRuntime};
const Places kRuntimes = {RegistryPlace::kRuntimes};
const Places kAllRuntimes = {RegistryPlace::kActiveRuntime, RegistryPlace::kRuntimes};

bool LacksFullPaths(const RegistryValue& value) { return !HasAbsolutePaths(value); }
bool IsNotDword(const RegistryValue& value) { return !IsDword(value); }

OPENXR_INSTALL_CASE(LS_XR_LAYER_31, names_are_full_paths) {
  SKIP_FOR(WhyNoNewValues(c, kLayers));
  EXPECT_SEEN(Wrong(c, kLayers, LacksFullPaths), IsEmpty())
      << "the name of each value is the full path of a manifest";
}

OPENXR_INSTALL_CASE(LS_XR_LAYER_31, names_end_in_json) {
  SKIP_FOR(WhyNoNewValues(c, kLayers));
  EXPECT_SEEN(
      Wrong(c, kLayers, [](const RegistryValue& value) { return !HasJsonSuffix(value.name); }),
      IsEmpty())
      << "the path includes the suffix .json";
}

OPENXR_INSTALL_CASE(LS_XR_LAYER_31, data_is_a_number) {
  SKIP_FOR(WhyNoNewValues(c, kLayers));
  EXPECT_SEEN(Wrong(c, kLayers, IsNotDword), IsEmpty()) << "the data of each value is a DWORD";
}

OPENXR_INSTALL_CASE(LS_XR_LAYER_31, names_lead_to_manifests) {
  SKIP_FOR(WhyNoNewValues(c, kLayers));
  SKIP_FOR(WhyNoFiles(c));
  EXPECT_SEEN(BadManifests(c, kLayers), IsEmpty()) << "each name is the path of a valid manifest";
}

OPENXR_INSTALL_CASE(LS_XR_RUNTIME_24, value_is_a_text) {
  SKIP_FOR(WhyNoNewValues(c, kActive));
  EXPECT_SEEN(
      Wrong(c, kActive, [](const RegistryValue& value) { return value.type != kRegistryText; }),
      IsEmpty())
      << "the type of ActiveRuntime is REG_SZ";
}

OPENXR_INSTALL_CASE(LS_XR_RUNTIME_24, value_is_a_full_path) {
  SKIP_FOR(WhyNoNewValues(c, kActive));
  EXPECT_SEEN(Wrong(c, kActive, LacksFullPaths), IsEmpty())
      << "ActiveRuntime contains the full path of a manifest";
}

OPENXR_INSTALL_CASE(LS_XR_RUNTIME_24, value_leads_to_a_manifest) {
  SKIP_FOR(WhyNoNewValues(c, kActive));
  SKIP_FOR(WhyNoFiles(c));
  EXPECT_SEEN(BadManifests(c, kActive), IsEmpty())
      << "ActiveRuntime contains the path of a manifest";
}

OPENXR_INSTALL_CASE(LS_XR_RUNTIME_10, major_versions_have_manifests_of_their_own) {
  SKIP_FOR(WhyNoNewValues(c, kAllRuntimes));
  std::map<std::string, std::set<std::string>> versions;
  for (const RegistryValue& value : AddedIn(c, kAllRuntimes)) {
    for (const std::string& path : ManifestsOf(value)) {
      versions[Lower(path)].insert(MajorOf(value.key));
    }
  }
  std::vector<std::string> shared;
  for (const auto& [path, majors] : versions) {
    if (majors.size() > 1) shared.push_back(path);
  }
  EXPECT_SEEN(shared, IsEmpty()) << "a manifest is for one major version of the API";
}

OPENXR_INSTALL_CASE(LS_XR_RUNTIME_12, is_among_the_available_runtimes) {
  SKIP_FOR(WhyNoNewValues(c, kActive));
  std::set<std::string> available;
  for (const RegistryValue& value : InstallOf(c).after) {
    if (PlaceOf(value) == RegistryPlace::kRuntimes) available.insert(Lower(value.name));
  }
  std::vector<std::string> missing;
  for (const RegistryValue& value : AddedIn(c, kActive)) {
    for (const std::string& path : ManifestsOf(value)) {
      if (!available.contains(Lower(path))) missing.push_back(path);
    }
  }
  EXPECT_SEEN(missing, IsEmpty()) << "a runtime adds a value under AvailableRuntimes";
}

OPENXR_INSTALL_CASE(LS_XR_RUNTIME_12, available_runtimes_are_numbers) {
  SKIP_FOR(WhyNoNewValues(c, kRuntimes));
  EXPECT_SEEN(
      Wrong(c, kRuntimes,
            [](const RegistryValue& value) { return !IsDword(value) || !HasAbsolutePaths(value); }),
      IsEmpty())
      << "a value under AvailableRuntimes is a DWORD whose name is the full path of a manifest";
}

}  // namespace
}  // namespace loadstone::suites::registry
