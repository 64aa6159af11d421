// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_DRIVERS_H_
#define LOADSTONE_ORACLE_VULKAN_DRIVERS_H_

#include <map>
#include <string>
#include <vector>

#include "harness/world/subject.h"
#include "oracle/library.h"
#include "oracle/machine.h"
#include "oracle/tristate.h"

// The drivers of generated machines. Which of them there are, the environment tells: a machine
// has the good one alone unless a machine names others.
namespace loadstone::oracle::vulkan {

// The variable with further drivers; an elevated application must not listen to it.
inline constexpr char kAddedDrivers[] = "VK_ADD_DRIVER_FILES";

// The good one comes first.
std::vector<const Library*> Drivers();
// Where the manifest of a driver is on every machine, and its text.
std::string DriverManifest(const Library& driver);
std::string DriverManifestText(const Library& driver);

// The environment in which the drivers are those, in their order.
std::map<std::string, std::string> DriverEnvironment(const std::vector<const Library*>& drivers);
// Whether an instance can have a driver: kNo when all refuse, kMaybe where it is not clear which
// there are or whether they are good for anything. Those of an elevated application are in the
// standard folders.
Tristate HasDriver(const Machine& machine, const Subject& subject);
// Whether there are drivers that only an application without special rights may use.
bool HasDriversOfUser(const Machine& machine, const Subject& subject);
// Whether a driver of that name refuses to negotiate, so that nobody may use it.
bool RefusesToNegotiate(const std::string& driver);
// Whether a driver of that name traces the instances that are created of it.
bool TellsOfInstances(const std::string& driver);

// The edition whose policies about portability drivers are the first, and the extension with which
// an application asks for them.
inline constexpr policy::Version kPortability = {1, 3, 239};
inline constexpr char kPortabilityExtension[] = "VK_KHR_portability_enumeration";
bool AsksForPortability(const Machine& machine);
// Whether the environment names a portability driver.
bool NamesPortabilityDriver(const Machine& machine);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_DRIVERS_H_
