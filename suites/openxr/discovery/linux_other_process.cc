// SPDX-License-Identifier: Apache-2.0
#include "suites/common/linux_other_process.h"

#include "policies/policy_ids.h"
#include "suites/openxr/layers.h"

// LS_XR_ROBUSTNESS_5: while another process of the machine uses the loader, a call answers the
// same as without it.
namespace loadstone::suites::other_process_of_openxr {
namespace {

OPENXR_CASE(LS_XR_ROBUSTNESS_5, layers_for_a_second_process) {
  JudgeSecondProcess<OpenXrApp, ApiLayer>(c, OpenXrWorld(c.subject()), "XR_APILAYER_LS_",
                                          "xrEnumerateApiLayerProperties");
}

}  // namespace
}  // namespace loadstone::suites::other_process_of_openxr
