// SPDX-License-Identifier: Apache-2.0
// Cases that do not run on Android although their policies apply there, with the reason, and those
// that run on Android alone.
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
    {"LS_VK_ALLOCATION_1/messenger_*", kNoAndroid},
    {"LS_VK_ALLOCATION_1/report_callback_*", kNoAndroid},
    {"LS_VK_ROBUSTNESS_3/files_of_*", kManifests},
    {"LS_VK_ROBUSTNESS_3/process_after_*", kManifests},
    {"LDP_LOADER_1/*", kDriverManifests},
    {"LDP_LOADER_2/*", kNoAndroid},
    {"LDP_LOADER_1[02]/*", kNoAndroid},
};

const Exclusions on_android("android", kRows);

// Policies of every platform, with cases about windows of Android.
constexpr Exclusion kOnAndroidAlone[] = {
    {"LS_VK_ALLOCATION_1/window_*", "its machine is one of Android"},
    {"LS_VK_ROBUSTNESS_3/window_*", "its machine is one of Android"},
};

const Exclusions on_linux("linux", kOnAndroidAlone);
const Exclusions on_windows("windows", kOnAndroidAlone);
const Exclusions on_macos("macos", kOnAndroidAlone);
const Exclusions on_fuchsia("fuchsia", kOnAndroidAlone);

}  // namespace
}  // namespace loadstone::suites::not_on_android
