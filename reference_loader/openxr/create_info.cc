// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/create_info.h"

#include <cstring>

namespace reference_loader::openxr {
namespace {

// A name of at most `size` bytes including its terminator. A longer name, which no layer or
// extension can have, is truncated and then not found.
std::string_view BoundedName(const char* name, size_t size) {
  return std::string_view(name, strnlen(name, size));
}

// Collects the names of an array. False when the array or a name is a null pointer.
bool ReadNames(uint32_t count, const char* const* names, size_t size,
               std::vector<std::string_view>* result) {
  if (count != 0 && names == nullptr) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (names[i] == nullptr) return false;
    result->push_back(BoundedName(names[i], size));
  }
  return true;
}

template <size_t size>
bool IsTerminated(const char (&text)[size]) {
  return std::memchr(text, '\0', size) != nullptr;
}

}  // namespace

XrResult CheckCreateInfo(const XrInstanceCreateInfo& info, RequestedNames* names,
                         const char** problem) {
  const XrApplicationInfo& application = info.applicationInfo;
  if (info.type != XR_TYPE_INSTANCE_CREATE_INFO) {
    *problem = "the structure has the wrong type";
    return XR_ERROR_VALIDATION_FAILURE;
  }
  if (!IsTerminated(application.applicationName) || !IsTerminated(application.engineName)) {
    *problem = "the name of the application or engine has no end";
    return XR_ERROR_VALIDATION_FAILURE;
  }
  if (!ReadNames(info.enabledApiLayerCount, info.enabledApiLayerNames, XR_MAX_API_LAYER_NAME_SIZE,
                 &names->layers)) {
    *problem = "a name of an API layer is a null pointer";
    return XR_ERROR_VALIDATION_FAILURE;
  }
  if (!ReadNames(info.enabledExtensionCount, info.enabledExtensionNames, XR_MAX_EXTENSION_NAME_SIZE,
                 &names->extensions)) {
    *problem = "a name of an extension is a null pointer";
    return XR_ERROR_VALIDATION_FAILURE;
  }
  if (application.applicationName[0] == '\0') {
    *problem = "the name of the application is empty";
    return XR_ERROR_NAME_INVALID;
  }
  if (!IsSupportedApiVersion(application.apiVersion)) {
    *problem = "this loader does not support the requested version of the API";
    return XR_ERROR_API_VERSION_UNSUPPORTED;
  }
  return XR_SUCCESS;
}

}  // namespace reference_loader::openxr
