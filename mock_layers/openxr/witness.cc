// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/openxr/witness.h"

#include "mock_layers/openxr/behaviour.h"

extern "C" __attribute__((visibility("default"))) void loadstone_witness(LsXrWitness* witness) {
  const loadstone::mock::Chain& chain = loadstone::mock::GetChain();
  witness->instance = chain.below;
  witness->next = chain.next_get_instance_proc_addr;
  witness->own = loadstone::mock::LayerGetInstanceProcAddr;
}
