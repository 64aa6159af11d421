// SPDX-License-Identifier: Apache-2.0
// What uninstalling or updating leaves of OpenXR API layers and runtimes in the Windows registry,
// and what becomes of the values of others: API Layer Interaction, "Windows Manifest Registry
// Usage"; Runtime Interaction, "Windows Installed Runtimes Enumeration". LS_XR_LAYER_38,
// LS_XR_RUNTIME_26.

#include "suites/common/install.h"

namespace loadstone::suites::older_versions {
namespace {

const Places kLayers = {RegistryPlace::kApiLayers};
const Places kRuntimes = {RegistryPlace::kActiveRuntime, RegistryPlace::kRuntimes};

constexpr char kOthers[] = "the values of others stay";

OPENXR_INSTALL_CASE(LS_XR_LAYER_38, uninstalling_leaves_no_layer) { JudgeUninstalling(c, kLayers); }
OPENXR_INSTALL_CASE(LS_XR_LAYER_38, updating_leaves_no_old_layer) { JudgeUpdate(c, kLayers); }
OPENXR_INSTALL_CASE(LS_XR_LAYER_38, values_of_others_stay) { JudgeOthers(c, kLayers, kOthers); }

OPENXR_INSTALL_CASE(LS_XR_RUNTIME_26, uninstalling_leaves_no_runtime) {
  JudgeUninstalling(c, kRuntimes);
}
OPENXR_INSTALL_CASE(LS_XR_RUNTIME_26, updating_leaves_no_old_runtime) { JudgeUpdate(c, kRuntimes); }
OPENXR_INSTALL_CASE(LS_XR_RUNTIME_26, values_of_others_stay) { JudgeOthers(c, kRuntimes, kOthers); }

}  // namespace
}  // namespace loadstone::suites::older_versions
