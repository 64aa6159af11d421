// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_OPENXR_WITNESS_H_
#define LOADSTONE_MOCK_LAYERS_OPENXR_WITNESS_H_

#include "interfaces/openxr/loader_interfaces.h"

// An API layer's view of the next entity: the next entity's handle of the live instance, and its
// xrGetInstanceProcAddr; and the layer's own, which the entity above it calls.
struct LsXrWitness {
  XrInstance instance;
  PFN_xrGetInstanceProcAddr next;
  PFN_xrGetInstanceProcAddr own;
};

// Only the variant openxr_layer_witness exports it, as lsWitness, so that an application in the
// same process can call the next entity like a layer above it.
typedef void (*PFN_lsXrWitness)(LsXrWitness* witness);

#endif  // LOADSTONE_MOCK_LAYERS_OPENXR_WITNESS_H_
