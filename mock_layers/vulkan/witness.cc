// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/witness.h"

#include "mock_layers/vulkan/get_proc_addr.h"
#include "mock_layers/vulkan/owner.h"

using loadstone::mock::devices;
using loadstone::mock::instances;
using loadstone::mock::Owner;

extern "C" void lsWitness(LsWitness* witness) {
  *witness = LsWitness{};
  witness->own_gipa = loadstone::mock::GetInstanceProcAddr;
  witness->own_gdpa = loadstone::mock::GetDeviceProcAddr;
  witness->own_gpdpa = loadstone::mock::GetPhysicalDeviceProcAddr;
  if (const Owner* instance = instances.newest()) {
    witness->instance = instance->InstanceBelow();
    witness->next_gipa = instance->next_gipa;
    witness->next_gpdpa = instance->next_gpdpa;
  }
  if (const Owner* device = devices.newest()) {
    witness->device = device->DeviceBelow();
    witness->next_gdpa = device->next_gdpa;
  }
}
