// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_OPENXR_UNKNOWN_H_
#define LOADSTONE_MOCK_COMMON_OPENXR_UNKNOWN_H_

#include <string.h>

#include "interfaces/openxr/loader_interfaces.h"
#include "mock_common/config.h"
#include "mock_common/trace.h"

// Functions that no header declares: one for each index in the configuration's list "functions", so
// that each can report which one it is. The mock calls kEnter at the beginning of each function; if
// it returns true, the function returns the result that it set.
namespace loadstone::mock {

inline constexpr uint32_t kMaxUnknownFunctions = 64;

template <bool (*kEnter)(const char*, XrResult*), uint32_t kPlace>
XrResult XRAPI_CALL Unknown(XrInstance instance, uint64_t value) {
  const char* name = List(Config(), "functions")[kPlace].GetString();
  XrResult result;
  if (kEnter(name, &result)) return result;
  Event(name).AddPointer("handle", instance).Add("value", value).Add("result", 0);
  return XR_SUCCESS;
}

template <bool (*kEnter)(const char*, XrResult*), uint32_t kPlace = 0>
PFN_xrVoidFunction UnknownAt(uint32_t place) {
  if (place == kPlace) return reinterpret_cast<PFN_xrVoidFunction>(Unknown<kEnter, kPlace>);
  if constexpr (kPlace + 1 < kMaxUnknownFunctions) return UnknownAt<kEnter, kPlace + 1>(place);
  return nullptr;
}

// The function of that name, or nullptr.
template <bool (*kEnter)(const char*, XrResult*)>
PFN_xrVoidFunction FindUnknownFunction(const char* name) {
  const rapidjson::Value& names = List(Config(), "functions");
  for (uint32_t i = 0; i < names.Size() && i < kMaxUnknownFunctions; ++i) {
    if (names[i].IsString() && strcmp(names[i].GetString(), name) == 0) {
      return UnknownAt<kEnter>(i);
    }
  }
  return nullptr;
}

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_OPENXR_UNKNOWN_H_
