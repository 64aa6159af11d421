// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_INSTANCE_ANSWERS_H_
#define LOADSTONE_ORACLE_VULKAN_INSTANCE_ANSWERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/answer.h"
#include "oracle/fault.h"

namespace loadstone::oracle::vulkan {

// The function that looks up an address.
enum class LookUp {
  kGlobal,    // vkGetInstanceProcAddr without an instance
  kInstance,  // vkGetInstanceProcAddr with the instance of the machine
  kDevice,    // vkGetDeviceProcAddr
};

struct LookedUp {
  LookUp by;
  const char* name;
  bool exists;  // whether the function exists, with any well-behaved layers
};

// The functions that the application of a machine with a device looks up; at most 32.
const std::vector<LookedUp>& LookedUpFunctions();

// Answer::functions for a bit mask of the functions that were found; the lowest bit is the first
// function.
std::vector<std::string> FoundFunctions(uint32_t found);

// Faults in the addresses of functions (Layer Unknown Physical Device Extensions of
// LoaderLayerInterface), and in the properties of the first physical device, which must be the
// driver's (Layer Call Chains and Distributed Dispatch). For a machine whose layers are all
// well-behaved and whose drivers are those of every machine.
std::vector<Fault> FindInstanceFaults(const Answer& answer);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_INSTANCE_ANSWERS_H_
