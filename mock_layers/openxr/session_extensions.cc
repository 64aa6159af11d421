// SPDX-License-Identifier: Apache-2.0
// The functions on a session of the extensions that the mock runtime may have, and of OpenXR 1.1,
// for layers that intercept them.
#include <string.h>

#include "mock_layers/openxr/behaviour.h"

namespace loadstone::mock {
namespace {

constexpr char kGetMask[] = "xrGetVisibilityMaskKHR";
constexpr char kSetLevel[] = "xrPerfSettingsSetPerformanceLevelEXT";
constexpr char kEnumerateRates[] = "xrEnumerateDisplayRefreshRatesFB";
constexpr char kGetRate[] = "xrGetDisplayRefreshRateFB";
constexpr char kRequestRate[] = "xrRequestDisplayRefreshRateFB";
constexpr char kLocateSpaces[] = "xrLocateSpaces";  // not all headers have its structures

template <const char* kName, typename... Arguments>
XrResult XRAPI_CALL Pass(XrSession session, Arguments... arguments) {
  XrResult result;
  if (Enter(kName, &result)) return result;
  const auto next =
      reinterpret_cast<XrResult(XRAPI_PTR*)(XrSession, Arguments...)>(FindBelow(kName));
  if (next == nullptr) return Violation(kName, "the next entity does not have it");
  const XrSession below = Misbehaves("leak_to_extensions") ? session : Below(session);
  return Leave(kName, session, next(below, arguments...));
}

// The function of the layer for a function of this type.
template <const char* kName, typename... Arguments>
PFN_xrVoidFunction PassLike(XrResult(XRAPI_PTR*)(XrSession, Arguments...)) {
  return reinterpret_cast<PFN_xrVoidFunction>(Pass<kName, Arguments...>);
}

struct ExtensionFunction {
  const char* name;
  PFN_xrVoidFunction function;
};

const ExtensionFunction kFunctions[] = {
    {kGetMask, PassLike<kGetMask>(PFN_xrGetVisibilityMaskKHR{})},
    {kSetLevel, PassLike<kSetLevel>(PFN_xrPerfSettingsSetPerformanceLevelEXT{})},
    {kEnumerateRates, PassLike<kEnumerateRates>(PFN_xrEnumerateDisplayRefreshRatesFB{})},
    {kGetRate, PassLike<kGetRate>(PFN_xrGetDisplayRefreshRateFB{})},
    {kRequestRate, PassLike<kRequestRate>(PFN_xrRequestDisplayRefreshRateFB{})},
    {kLocateSpaces, reinterpret_cast<PFN_xrVoidFunction>(Pass<kLocateSpaces, const void*, void*>)},
};

}  // namespace

PFN_xrVoidFunction FindExtensionFunction(const char* name) {
  for (const ExtensionFunction& one : kFunctions) {
    if (strcmp(one.name, name) != 0) continue;
    const bool intercepts = Wraps("XrSession") || IsListed(name) || IsConfigured(name);
    return intercepts && FindBelow(name) != nullptr ? one.function : nullptr;
  }
  return nullptr;
}

}  // namespace loadstone::mock
