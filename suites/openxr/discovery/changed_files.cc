// SPDX-License-Identifier: Apache-2.0
#include "suites/common/changed_files.h"

#include "policies/policy_ids.h"
#include "suites/openxr/layers.h"

// LS_XR_ROBUSTNESS_4: after manifests changed, an answer is right for the files as they are or
// as they were at an earlier call, never for a mixture. No document says whether a loader
// searches anew for each call.
namespace loadstone::suites::changed_api_layers {
namespace {

REGISTER_CASES {
  for (const FileChange& change : kFileChanges) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_ROBUSTNESS_4}, change.name, [&change](Case& c) {
      OpenXrWorld world(c.subject());
      world.Env("XR_API_LAYER_PATH", kChangingFolder);
      JudgeFileChange<OpenXrApp, ApiLayer>(c, change, world, "XR_APILAYER_LS_",
                                           "xrEnumerateApiLayerProperties");
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::changed_api_layers
