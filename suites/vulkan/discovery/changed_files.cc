// SPDX-License-Identifier: Apache-2.0
#include "suites/common/changed_files.h"

#include "policies/policy_ids.h"

// LS_VK_ROBUSTNESS_15: after manifests changed, an answer is right for the files as they are or
// as they were at an earlier call, never for a mixture. No document says whether a loader
// searches anew for each call.
namespace loadstone::suites::changed_files {
namespace {

REGISTER_CASES {
  for (const FileChange& change : kFileChanges) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_15}, change.name, [&change](Case& c) {
      VulkanWorld world(c.subject());
      world.Env("VK_LAYER_PATH", kChangingFolder);
      JudgeFileChange<VulkanApp, Layer>(c, change, world, "VK_LAYER_LS_",
                                        "vkEnumerateInstanceLayerProperties");
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::changed_files
