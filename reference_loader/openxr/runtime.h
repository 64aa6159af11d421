// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_RUNTIME_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_RUNTIME_H_

#include <optional>
#include <vector>

#include "reference_loader/openxr/layer_manifest.h"
#include "reference_loader/openxr/library.h"
#include "reference_loader/openxr/log.h"
#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// The active runtime, whose library is loaded and which agreed on an interface version; the
// destructor unloads it.
class Runtime {
 public:
  Runtime() = default;

  // Finds, opens and negotiates with the active runtime. Logs a message and returns nothing when
  // one of these fails.
  static std::optional<Runtime> Load(const Platform& platform, const Log& log);

  PFN_xrGetInstanceProcAddr get_instance_proc_addr() const { return get_instance_proc_addr_; }

  // The runtime's function of that name as a `Function`, or null.
  template <typename Function>
  Function Get(XrInstance instance, const char* name) const {
    return reinterpret_cast<Function>(Lookup(instance, name));
  }

  // Gets the runtime's own extensions; returns an error code when the query fails. Never queries
  // the runtime for extensions of API layers (Additional Loader Requirements).
  XrResult Extensions(std::vector<Extension>* extensions) const;

 private:
  PFN_xrVoidFunction Lookup(XrInstance instance, const char* name) const;

  Library library_;
  PFN_xrGetInstanceProcAddr get_instance_proc_addr_ = nullptr;
};

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_RUNTIME_H_
