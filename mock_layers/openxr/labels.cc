// SPDX-License-Identifier: Apache-2.0
// The functions of XR_EXT_debug_utils for session labels, for layers that intercept them.
#include <string.h>

#include "mock_layers/openxr/behaviour.h"

namespace loadstone::mock {
namespace {

constexpr char kBegin[] = "xrSessionBeginDebugUtilsLabelRegionEXT";
constexpr char kEnd[] = "xrSessionEndDebugUtilsLabelRegionEXT";
constexpr char kInsert[] = "xrSessionInsertDebugUtilsLabelEXT";

// A layer may provide the extension itself, in which case there is no function below.
template <typename Function, typename... Arguments>
XrResult Pass(const char* name, XrSession session, Arguments... arguments) {
  XrResult result;
  if (Enter(name, &result)) return result;
  const auto next = reinterpret_cast<Function>(FindBelow(name));
  result = next != nullptr ? next(Below(session), arguments...) : XR_SUCCESS;
  return Leave(name, session, result);
}

XrResult CheckLabel(const char* name, const XrDebugUtilsLabelEXT* label) {
  const bool good = label != nullptr && label->type == XR_TYPE_DEBUG_UTILS_LABEL_EXT &&
                    label->labelName != nullptr;
  return good ? XR_SUCCESS : Violation(name, "no label");
}

XrResult XRAPI_CALL BeginRegion(XrSession session, const XrDebugUtilsLabelEXT* label) {
  const XrResult result = CheckLabel(kBegin, label);
  if (result != XR_SUCCESS) return result;
  return Pass<PFN_xrSessionBeginDebugUtilsLabelRegionEXT>(kBegin, session, label);
}

XrResult XRAPI_CALL EndRegion(XrSession session) {
  return Pass<PFN_xrSessionEndDebugUtilsLabelRegionEXT>(kEnd, session);
}

XrResult XRAPI_CALL InsertLabel(XrSession session, const XrDebugUtilsLabelEXT* label) {
  const XrResult result = CheckLabel(kInsert, label);
  if (result != XR_SUCCESS) return result;
  return Pass<PFN_xrSessionInsertDebugUtilsLabelEXT>(kInsert, session, label);
}

}  // namespace

PFN_xrVoidFunction FindLabelFunction(const char* name) {
  if (!IsListed(name)) return nullptr;
  if (strcmp(name, kBegin) == 0) return reinterpret_cast<PFN_xrVoidFunction>(BeginRegion);
  if (strcmp(name, kEnd) == 0) return reinterpret_cast<PFN_xrVoidFunction>(EndRegion);
  if (strcmp(name, kInsert) == 0) return reinterpret_cast<PFN_xrVoidFunction>(InsertLabel);
  return nullptr;
}

}  // namespace loadstone::mock
