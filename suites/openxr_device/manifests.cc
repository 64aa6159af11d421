// SPDX-License-Identifier: Apache-2.0
// The OpenXR manifests on a device: "Android API Layer Discovery" and "Android Active Runtime
// Location".

#include <fmt/format.h>

#include "harness/case/image_case.h"
#include "policies/reading_ids.h"

namespace loadstone::suites::manifests {
namespace {

std::string WhyNone(const Case& c, bool is_runtime) {
  for (const ImageManifest& each : ImageOf(c).manifests) {
    if (each.is_runtime == is_runtime) return {};
  }
  return is_runtime ? "no partition has a manifest of an active runtime"
                    : "no partition has manifests of API layers";
}

// The faults of such manifests, as "PATH: why".
std::vector<std::string> Wrong(const Case& c, bool is_runtime,
                               std::string ImageManifest::*problem) {
  std::vector<std::string> wrong;
  for (const ImageManifest& each : ImageOf(c).manifests) {
    if (each.is_runtime != is_runtime || (each.*problem).empty()) continue;
    wrong.push_back(fmt::format("{}: {}", each.path, each.*problem));
  }
  return wrong;
}

OPENXR_DEVICE_CASE(LS_ANDROID_DEVICE_23, manifests_are_valid) {
  SKIP_FOR(WhyNone(c, false));
  EXPECT_SEEN(Wrong(c, false, &ImageManifest::problem), IsEmpty())
      << "each file is the manifest of an API layer";
}

OPENXR_DEVICE_CASE(LS_ANDROID_DEVICE_23, libraries_are_there) {
  SKIP_FOR(WhyNone(c, false));
  EXPECT_SEEN(Wrong(c, false, &ImageManifest::library_problem), IsEmpty())
      << "the library of each manifest is in the image" << reading::LS_ANDROID_DEVICE_23_r1;
}

OPENXR_DEVICE_CASE(LS_ANDROID_DEVICE_24, manifest_is_valid) {
  SKIP_FOR(WhyNone(c, true));
  EXPECT_SEEN(Wrong(c, true, &ImageManifest::problem), IsEmpty())
      << "each file is the manifest of a runtime";
}

OPENXR_DEVICE_CASE(LS_ANDROID_DEVICE_24, library_is_there) {
  SKIP_FOR(WhyNone(c, true));
  EXPECT_SEEN(Wrong(c, true, &ImageManifest::library_problem), IsEmpty())
      << "the library of the manifest is in the image" << reading::LS_ANDROID_DEVICE_24_r1;
}

}  // namespace
}  // namespace loadstone::suites::manifests
