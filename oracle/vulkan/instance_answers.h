// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_INSTANCE_ANSWERS_H_
#define LOADSTONE_ORACLE_VULKAN_INSTANCE_ANSWERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/answer.h"
#include "oracle/fault.h"

namespace loadstone::oracle::vulkan {

// Which function is asked for an address.
enum class LookUp {
  kGlobal,    // vkGetInstanceProcAddr without an instance
  kInstance,  // the same with the instance of the machine
  kDevice,    // vkGetDeviceProcAddr
};

struct LookedUp {
  LookUp by;
  const char* name;
  bool exists;  // whether there is such a function, with any layers that work
};

// What the application of a machine with a device asks for; at most 32.
const std::vector<LookedUp>& LookedUpFunctions();

// Answer::functions for a bit of each that was found, the lowest that of the first.
std::vector<std::string> FoundFunctions(uint32_t found);

// What is wrong with the addresses of functions (Layer Unknown Physical Device Extensions of
// LoaderLayerInterface), and with the properties of the first physical device, which are the
// driver's (Layer Call Chains and Distributed Dispatch), on a machine whose layers all work and
// whose drivers are those of every machine.
std::vector<Fault> FindInstanceFaults(const Answer& answer);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_INSTANCE_ANSWERS_H_
