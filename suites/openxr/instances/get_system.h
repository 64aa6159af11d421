// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_INSTANCES_GET_SYSTEM_H_
#define LOADSTONE_SUITES_OPENXR_INSTANCES_GET_SYSTEM_H_

#include <openxr/openxr.h>

namespace loadstone::suites {

// Calls xrGetSystem for a head-mounted display.
inline XrResult GetSystem(PFN_xrGetSystem get_system, XrInstance instance) {
  XrSystemGetInfo info = {};
  info.type = XR_TYPE_SYSTEM_GET_INFO;
  info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  XrSystemId system = XR_NULL_SYSTEM_ID;
  return get_system(instance, &info, &system);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_INSTANCES_GET_SYSTEM_H_
