// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_NEGOTIATION_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_NEGOTIATION_H_

#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// The versions and functions that a runtime or an API layer returned from negotiation.
struct Agreement {
  PFN_xrGetInstanceProcAddr get_instance_proc_addr = nullptr;
  PFN_xrCreateApiLayerInstance create_instance = nullptr;  // API layers only
};

// Negotiates with a runtime (Loader/Runtime Interface Negotiation). Returns the reason for a
// failure, or null. `negotiate` may be null.
const char* NegotiateWithRuntime(PFN_xrNegotiateLoaderRuntimeInterface negotiate,
                                 Agreement* agreement);

// Negotiates with the API layer `name` (Loader/API Layer Interface Negotiation), like
// NegotiateWithRuntime.
const char* NegotiateWithLayer(PFN_xrNegotiateLoaderApiLayerInterface negotiate, const char* name,
                               Agreement* agreement);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_NEGOTIATION_H_
