// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_OPENXR_WITNESS_H_
#define LOADSTONE_MOCK_LAYERS_OPENXR_WITNESS_H_

#include "interfaces/openxr/loader_interfaces.h"

// What an API layer knows of the next entity: the instance that is alive, as the next entity knows
// it, and its xrGetInstanceProcAddr; and the layer's own, which the entity above it calls.
struct LsXrWitness {
  XrInstance instance;
  PFN_xrGetInstanceProcAddr next;
  PFN_xrGetInstanceProcAddr own;
};

// Exported by the variant openxr_layer_witness alone, as lsWitness, so that an application in the
// same process can ask the next entity what only a layer above it could.
typedef void (*PFN_lsXrWitness)(LsXrWitness* witness);

#endif  // LOADSTONE_MOCK_LAYERS_OPENXR_WITNESS_H_
