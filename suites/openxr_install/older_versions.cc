// SPDX-License-Identifier: Apache-2.0
// What uninstalling or updating leaves of OpenXR API layers and runtimes in the Windows registry,
// and what becomes of the values of others: API Layer Interaction, "Windows Manifest Registry
// Usage"; Runtime Interaction, "Windows Installed Runtimes Enumeration". LS_XR_LAYER_38,
// LS_XR_RUNTIME_26.

#include "harness/case/install_case.h"

namespace loadstone::suites::older_versions {
namespace {

const Places kLayers = {RegistryPlace::kApiLayers};
const Places kRuntimes = {RegistryPlace::kActiveRuntime, RegistryPlace::kRuntimes};

void JudgeUninstalling(Case& c, const Places& places) {
  SKIP_FOR(WhyNoNewValues(c, places));
  SKIP_FOR(WhyNotUninstalled(c));
  EXPECT_SEEN(RemainingAfterUninstall(c, places), IsEmpty())
      << "uninstalling removes manifests, and the values that lead to them";
}

void JudgeUpdate(Case& c, const Places& places) {
  SKIP_FOR(WhyNoOldVersion(c, places));
  EXPECT_SEEN(OldVersionLeft(c, places), IsEmpty())
      << "an update removes or updates the old manifests, and the values that lead to them";
}

void JudgeOthers(Case& c, const Places& places) {
  SKIP_FOR(WhyNoOthers(c, places));
  EXPECT_SEEN(OthersChangedIn(c, places), IsEmpty()) << "the values of others stay";
}

OPENXR_INSTALL_CASE(LS_XR_LAYER_38, uninstalling_leaves_no_layer) { JudgeUninstalling(c, kLayers); }
OPENXR_INSTALL_CASE(LS_XR_LAYER_38, updating_leaves_no_old_layer) { JudgeUpdate(c, kLayers); }
OPENXR_INSTALL_CASE(LS_XR_LAYER_38, values_of_others_stay) { JudgeOthers(c, kLayers); }

OPENXR_INSTALL_CASE(LS_XR_RUNTIME_26, uninstalling_leaves_no_runtime) {
  JudgeUninstalling(c, kRuntimes);
}
OPENXR_INSTALL_CASE(LS_XR_RUNTIME_26, updating_leaves_no_old_runtime) { JudgeUpdate(c, kRuntimes); }
OPENXR_INSTALL_CASE(LS_XR_RUNTIME_26, values_of_others_stay) { JudgeOthers(c, kRuntimes); }

}  // namespace
}  // namespace loadstone::suites::older_versions
