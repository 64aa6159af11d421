// SPDX-License-Identifier: Apache-2.0
// Cases that do not run on Android although their policies apply there, with the reason.
#include "harness/case/exclusions.h"

namespace loadstone::suites::not_on_android {
namespace {

constexpr char kLayerManifests[] =
    "its machine has layers with manifests, which Android does not use; the cases of "
    "LS_ANDROID_LOADER_10 judge the policy on Android";
constexpr char kDriverManifests[] =
    "its machine has drivers with manifests, which Android does not use; the cases of "
    "LS_ANDROID_LOADER_4 judge the policy on Android";
constexpr char kNoAndroid[] = "its machine has drivers with manifests, which Android does not use";

constexpr char kManifests[] = "its machine has manifests, which Android does not use";

constexpr Exclusion kRows[] = {
    {"LLP_LOADER_[13489]/*", kLayerManifests},
    {"LLP_LAYER_*/*", "its machine has layers with manifests, which Android does not use"},
    {"LS_VK_ROBUSTNESS_3/files_of_*", kManifests},
    {"LS_VK_ROBUSTNESS_3/process_after_*", kManifests},
    {"LDP_LOADER_1/*", kDriverManifests},
    {"LDP_LOADER_2/*", kNoAndroid},
    {"LDP_LOADER_1[02]/*", kNoAndroid},
};

const Exclusions on_android("android", kRows);

}  // namespace
}  // namespace loadstone::suites::not_on_android
