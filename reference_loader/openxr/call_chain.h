// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_CALL_CHAIN_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_CALL_CHAIN_H_

#include "reference_loader/openxr/instance.h"

namespace reference_loader::openxr {

// Links the layers of the instance, which must be loaded, to each other and to the loader's
// terminators, and creates the instance through them (API Layer Create Instance Process). On
// success the dispatch table is complete; after a failure the runtime has no instance.
XrResult CreateThroughChain(Instance* instance, const XrInstanceCreateInfo& info);

// Destroys the instance through its layers; destroys the runtime's instance even if a layer does
// not call down.
XrResult DestroyThroughChain(Instance* instance);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_CALL_CHAIN_H_
