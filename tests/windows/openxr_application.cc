// SPDX-License-Identifier: Apache-2.0
// An application that prints what openxr_loader.dll beside it returns.
// Usage: openxr_application.exe [LAYER...]    with these API layers enabled

#include <windows.h>

#include <cstring>
#include <string>
#include <vector>

#include "reference_loader/openxr/openxr_headers.h"
#include "tests/windows/trace.h"

namespace {

using loadstone::Trace;

HMODULE loader = nullptr;

template <typename Function>
Function Get(const char* name) {
  return reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(loader, name)));
}

void ShowLayers() {
  const auto enumerate = Get<PFN_xrEnumerateApiLayerProperties>("xrEnumerateApiLayerProperties");
  uint32_t count = 0;
  enumerate(0, &count, nullptr);
  std::vector<XrApiLayerProperties> layers(count,
                                           {XR_TYPE_API_LAYER_PROPERTIES, nullptr, {}, 0, 0, {}});
  enumerate(count, &count, layers.data());
  for (const XrApiLayerProperties& layer : layers) {
    Trace(std::string("has ") + layer.layerName);
  }
}

void ShowInstance(const std::vector<const char*>& layers) {
  XrInstanceCreateInfo info = {};
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  std::strcpy(info.applicationInfo.applicationName, "application");
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
  info.enabledApiLayerCount = static_cast<uint32_t>(layers.size());
  info.enabledApiLayerNames = layers.data();
  XrInstance instance = XR_NULL_HANDLE;
  const XrResult result = Get<PFN_xrCreateInstance>("xrCreateInstance")(&info, &instance);
  Trace("result " + std::to_string(result));
  if (XR_FAILED(result)) return;
  const XrSystemGetInfo system_info = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                       XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
  XrSystemId system = XR_NULL_SYSTEM_ID;
  Get<PFN_xrGetSystem>("xrGetSystem")(instance, &system_info, &system);
  Trace("system " + std::to_string(system));
  Get<PFN_xrDestroyInstance>("xrDestroyInstance")(instance);
}

}  // namespace

int main(int count, char** arguments) {
  loader = LoadLibraryA("openxr_loader.dll");
  if (loader == nullptr) {
    Trace("no loader: error " + std::to_string(GetLastError()));
    return 1;
  }
  ShowLayers();
  Trace("enumerated");
  ShowInstance(std::vector<const char*>(arguments + 1, arguments + count));
  return 0;
}
