// SPDX-License-Identifier: Apache-2.0
// Extensions with functions on a session: XR_KHR_visibility_mask, XR_EXT_performance_settings and
// XR_FB_display_refresh_rate. The runtime has those that its configuration lists.
#include "mock_runtime/openxr/instance.h"
namespace loadstone::mock {
namespace {

constexpr float kRate = 90;

XrResult CheckSession(const char* function, XrSession session) {
  return CheckHandle(function, session, XR_OBJECT_TYPE_SESSION);
}

// A triangle. Where a capacity is 0, both count as 0.
XrResult FillMask(const char* function, XrVisibilityMaskKHR* mask) {
  constexpr XrVector2f kVertices[] = {{-1, -1}, {1, -1}, {0, 1}};
  uint32_t vertex_capacity = mask->vertexCapacityInput;
  uint32_t index_capacity = mask->indexCapacityInput;
  if ((vertex_capacity == 0 || index_capacity == 0) &&
      !IsMisbehaviourConfigured("fill_each_array")) {
    vertex_capacity = index_capacity = 0;
  }
  const XrResult result =
      Give(function, 3, vertex_capacity, &mask->vertexCountOutput, mask->vertices, [&](uint32_t i) {
        mask->vertices[i] = kVertices[i];
        return XR_SUCCESS;
      });
  const XrResult of_indices =
      Give(function, 3, index_capacity, &mask->indexCountOutput, mask->indices, [&](uint32_t i) {
        mask->indices[i] = i;
        return XR_SUCCESS;
      });
  if (IsMisbehaviourConfigured("overlook_second_array")) return result;
  return XR_FAILED(result) ? result : of_indices;
}

XrResult XRAPI_CALL GetVisibilityMask(XrSession session, XrViewConfigurationType type,
                                      uint32_t view, XrVisibilityMaskTypeKHR mask_type,
                                      XrVisibilityMaskKHR* mask) {
  constexpr char kName[] = "xrGetVisibilityMaskKHR";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSession(kName, session);
  if (result == XR_SUCCESS) result = CheckStructure(kName, mask, XR_TYPE_VISIBILITY_MASK_KHR);
  if (result == XR_SUCCESS && type != XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO) {
    result = XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
  }
  if (result == XR_SUCCESS &&
      (view > 1 || mask_type < XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR ||
       mask_type > XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR)) {
    result = Violation(kName, "no view or mask", XR_ERROR_VALIDATION_FAILURE);
  }
  if (result == XR_SUCCESS) result = FillMask(kName, mask);
  return Traced(kName, session, result);
}

XrResult XRAPI_CALL SetPerformanceLevel(XrSession session, XrPerfSettingsDomainEXT domain,
                                        XrPerfSettingsLevelEXT level) {
  constexpr char kName[] = "xrPerfSettingsSetPerformanceLevelEXT";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSession(kName, session);
  const bool good =
      (domain == XR_PERF_SETTINGS_DOMAIN_CPU_EXT || domain == XR_PERF_SETTINGS_DOMAIN_GPU_EXT) &&
      level >= XR_PERF_SETTINGS_LEVEL_POWER_SAVINGS_EXT &&
      level <= XR_PERF_SETTINGS_LEVEL_BOOST_EXT;
  if (result == XR_SUCCESS && !good) {
    result = Violation(kName, "no domain or level", XR_ERROR_VALIDATION_FAILURE);
  }
  return Traced(kName, session, result);
}

XrResult XRAPI_CALL EnumerateRates(XrSession session, uint32_t capacity, uint32_t* count,
                                   float* rates) {
  constexpr char kName[] = "xrEnumerateDisplayRefreshRatesFB";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSession(kName, session);
  if (result == XR_SUCCESS) {
    result = Give(kName, 1, capacity, count, rates, [&](uint32_t i) {
      rates[i] = kRate;
      return XR_SUCCESS;
    });
  }
  return Traced(kName, session, result);
}

XrResult XRAPI_CALL GetRate(XrSession session, float* rate) {
  constexpr char kName[] = "xrGetDisplayRefreshRateFB";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSession(kName, session);
  if (result == XR_SUCCESS) result = CheckOutputPointer(kName, rate);
  if (result == XR_SUCCESS) *rate = kRate;
  return Traced(kName, session, result);
}

XrResult XRAPI_CALL RequestRate(XrSession session, float rate) {
  constexpr char kName[] = "xrRequestDisplayRefreshRateFB";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSession(kName, session);
  // 0 leaves the choice to the runtime.
  if (result == XR_SUCCESS && rate != 0 && rate != kRate) {
    result = XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB;
  }
  return Traced(kName, session, result);
}

struct ExtensionCommand {
  const char* extension;
  Command command;
};

const ExtensionCommand kFunctions[] = {
    {"XR_KHR_visibility_mask",
     {"xrGetVisibilityMaskKHR", reinterpret_cast<PFN_xrVoidFunction>(GetVisibilityMask)}},
    {"XR_EXT_performance_settings",
     {"xrPerfSettingsSetPerformanceLevelEXT",
      reinterpret_cast<PFN_xrVoidFunction>(SetPerformanceLevel)}},
    {"XR_FB_display_refresh_rate",
     {"xrEnumerateDisplayRefreshRatesFB", reinterpret_cast<PFN_xrVoidFunction>(EnumerateRates)}},
    {"XR_FB_display_refresh_rate",
     {"xrGetDisplayRefreshRateFB", reinterpret_cast<PFN_xrVoidFunction>(GetRate)}},
    {"XR_FB_display_refresh_rate",
     {"xrRequestDisplayRefreshRateFB", reinterpret_cast<PFN_xrVoidFunction>(RequestRate)}},
};
constexpr uint32_t kFunctionCount = sizeof(kFunctions) / sizeof(kFunctions[0]);

}  // namespace

uint32_t FunctionsOf(const XrInstanceCreateInfo& info) {
  uint32_t enabled = 0;
  for (uint32_t i = 0; i < info.enabledExtensionCount; ++i) {
    for (uint32_t one = 0; one < kFunctionCount; ++one) {
      if (strcmp(info.enabledExtensionNames[i], kFunctions[one].extension) == 0) {
        enabled |= 1u << one;
      }
    }
  }
  return enabled;
}

PFN_xrVoidFunction FindExtensionFunction(XrInstance instance, const char* name) {
  for (uint32_t one = 0; one < kFunctionCount; ++one) {
    const bool enabled = (PointerIn<const Instance>(instance)->functions & (1u << one)) != 0;
    if (enabled && strcmp(kFunctions[one].command.name, name) == 0) {
      return kFunctions[one].command.function;
    }
  }
  return nullptr;
}

}  // namespace loadstone::mock
