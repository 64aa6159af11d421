// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/result_text.h"

#include <fmt/format.h>
#include <openxr/openxr.h>

namespace loadstone::oracle::openxr {

std::string ResultText(int result) {
  switch (result) {
    case XR_SUCCESS:
      return "XR_SUCCESS";
    case XR_ERROR_RUNTIME_FAILURE:
      return "XR_ERROR_RUNTIME_FAILURE";
    case XR_ERROR_INITIALIZATION_FAILED:
      return "XR_ERROR_INITIALIZATION_FAILED";
    case XR_ERROR_FILE_ACCESS_ERROR:
      return "XR_ERROR_FILE_ACCESS_ERROR";
    case XR_ERROR_FILE_CONTENTS_INVALID:
      return "XR_ERROR_FILE_CONTENTS_INVALID";
    case XR_ERROR_API_LAYER_NOT_PRESENT:
      return "XR_ERROR_API_LAYER_NOT_PRESENT";
    case XR_ERROR_EXTENSION_NOT_PRESENT:
      return "XR_ERROR_EXTENSION_NOT_PRESENT";
    case XR_ERROR_RUNTIME_UNAVAILABLE:
      return "XR_ERROR_RUNTIME_UNAVAILABLE";
    default:
      return fmt::format("XrResult {}", result);
  }
}

const char* StepName(Step step) {
  switch (step) {
    case Step::kLoad:
      return "loading the subject";
    case Step::kEnumerate:
      return "xrEnumerateApiLayerProperties";
    case Step::kExtensions:
      return "xrEnumerateInstanceExtensionProperties";
    case Step::kCreate:
      return "xrCreateInstance";
    case Step::kUse:
      return "xrGetInstanceProperties";
    case Step::kDestroy:
      return "xrDestroyInstance";
    case Step::kEnd:
      break;
  }
  return "the end";
}

}  // namespace loadstone::oracle::openxr
