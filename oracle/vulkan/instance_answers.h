// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_INSTANCE_ANSWERS_H_
#define LOADSTONE_ORACLE_VULKAN_INSTANCE_ANSWERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/answer.h"
#include "oracle/fault.h"
#include "oracle/machine.h"
#include "oracle/tristate.h"

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

// The name of the physical device of the driver of every machine.
inline constexpr char kUsualDevice[] = "Loadstone Mock 0";

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

// Faults in the groups of physical devices, each of which has to be in one group, also where its
// driver has none (Loader Instance Extension Emulation Support of LoaderDriverInterface). `driver`
// says whether there is a driver that can be used, and no driver that lacks functions. For the same
// machines.
std::vector<Fault> FindFaultsOfGroups(const Machine& machine, Tristate driver,
                                      const Answer& answer);

// The faults of a loader that does not list the physical device of a good driver, or lists it in no
// group, beside a driver whose lists violate the API or change. `driver` says whether there is a
// driver that can be used. Where a list changes, errors and VK_INCOMPLETE are accepted.
std::vector<Fault> FindFaultsBesideOddLists(const Machine& machine, Tristate driver,
                                            const Answer& answer);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_INSTANCE_ANSWERS_H_
