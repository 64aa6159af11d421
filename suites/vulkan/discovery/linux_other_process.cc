// SPDX-License-Identifier: Apache-2.0
#include "suites/common/linux_other_process.h"

#include "policies/policy_ids.h"

// LS_VK_ROBUSTNESS_16: while another process of the machine uses the loader, a call answers the
// same as without it.
namespace loadstone::suites::other_process {
namespace {

VULKAN_CASE(LS_VK_ROBUSTNESS_16, layers_for_a_second_process) {
  JudgeSecondProcess<VulkanApp, Layer>(c, VulkanWorld(c.subject()), "VK_LAYER_LS_",
                                       "vkEnumerateInstanceLayerProperties");
}

}  // namespace
}  // namespace loadstone::suites::other_process
