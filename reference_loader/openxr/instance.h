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

// The one instance that an application may have at a time (OpenXR Call Chains), from the start of
// its creation to the end of its destruction. Its libraries are unloaded with it, layers first.
struct Instance {
  explicit Instance(const Platform& platform) : platform(platform) {}
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  bool HasEnabled(std::string_view extension) const;

  // The runtime's extensions, asked for once; null and the error code in `result` on failure.
  const std::vector<Extension>* RuntimeExtensions(XrResult* result);

  const Platform& platform;
  Runtime runtime;
  // The one nearest the application first.
  std::vector<LoadedLayer> layers;
  // The list that the layers follow; kept for those that keep a pointer to it.
  std::vector<XrApiLayerNextInfo> links;
  // What the application asked for.
  std::vector<std::string> enabled_extensions;
  std::optional<std::vector<Extension>> runtime_extensions;
  // Of XR_EXT_debug_utils: the application or a layer enabled it; the runtime has it enabled too.
  bool debug_utils_enabled = false;
  bool runtime_has_debug_utils = false;
  // Of XR_EXT_debug_utils, when the runtime does not have it.
  DebugNames names;
  // The runtime's own handle, from its xrCreateInstance to its xrDestroyInstance.
  XrInstance runtime_handle = XR_NULL_HANDLE;
  // The top of the chain.
  PFN_xrGetInstanceProcAddr get_instance_proc_addr = nullptr;
  Dispatch dispatch;
};

// The instance that is being created, lives or is being destroyed, or null: what the ends of the
// call chains belong to, which get no pointer of the loader's.
Instance* CurrentInstance();

// Makes `instance` the current one. False when there is one already.
bool EnterInstance(Instance* instance);

// Ends what EnterInstance began.
void LeaveInstance();

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_INSTANCE_H_
