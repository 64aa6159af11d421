// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_INSTANCE_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_INSTANCE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference_loader/openxr/debug_names.h"
#include "reference_loader/openxr/dispatch.h"
#include "reference_loader/openxr/layer_library.h"
#include "reference_loader/openxr/log.h"
#include "reference_loader/openxr/runtime.h"

namespace reference_loader::openxr {

// The only instance that an application may have at a time (OpenXR Call Chains). Exists from the
// start of its creation to the end of its destruction, then unloads its libraries, layers first.
struct Instance {
  explicit Instance(const Platform& platform) : platform(platform) {}
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  bool HasEnabled(std::string_view extension) const;

  // The runtime's extensions, queried once. On failure null, and `result` is the error code.
  const std::vector<Extension>* RuntimeExtensions(XrResult* result);

  const Platform& platform;
  Runtime runtime;
  // The layer nearest the application is first.
  std::vector<LoadedLayer> layers;
  // The list of links that the layers receive; kept because a layer may keep a pointer to it.
  std::vector<XrApiLayerNextInfo> links;
  // The extensions that the application enabled.
  std::vector<std::string> enabled_extensions;
  std::optional<std::vector<Extension>> runtime_extensions;
  // Whether the application or a layer enabled XR_EXT_debug_utils, and whether the runtime has it
  // enabled.
  bool debug_utils_enabled = false;
  bool runtime_has_debug_utils = false;
  // Names and labels for XR_EXT_debug_utils, used when the runtime does not have it.
  DebugNames names;
  // The runtime's handle, from its xrCreateInstance to its xrDestroyInstance.
  XrInstance runtime_handle = XR_NULL_HANDLE;
  // The xrGetInstanceProcAddr of the top of the chain.
  PFN_xrGetInstanceProcAddr get_instance_proc_addr = nullptr;
  Dispatch dispatch;
};

// The instance that is being created, exists or is being destroyed, or null. The terminators use
// it, because they receive no pointer to the loader's data.
Instance* CurrentInstance();

// Makes `instance` the current one. False when there is one already.
bool EnterInstance(Instance* instance);

// Undoes EnterInstance.
void LeaveInstance();

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_INSTANCE_H_
