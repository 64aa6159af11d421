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

// The drivers of generated machines. The environment determines which of them exist: a machine has
// only the good one unless it names others.
namespace loadstone::oracle::vulkan {

// The variable that adds drivers; an elevated application must ignore it.
inline constexpr char kAddedDrivers[] = "VK_ADD_DRIVER_FILES";

// The good one comes first.
std::vector<const Library*> Drivers();
// The path of a driver's manifest, which is the same on every machine, and its text.
std::string DriverManifest(const Library& driver);
std::string DriverManifestText(const Library& driver);

// The environment in which exactly these drivers exist, in this order.
std::map<std::string, std::string> DriverEnvironment(const std::vector<const Library*>& drivers);
// Whether an instance can have a driver: kNo if all refuse to negotiate, kMaybe if it is unclear
// which exist or whether they can be used. The drivers of an elevated application are in the
// standard folders.
Tristate HasDriver(const Machine& machine, const Subject& subject);
// Whether the environment names drivers.
bool NamesDriversByVariable(const Machine& machine);
// Whether there are drivers that only an application without elevated privileges may use.
bool HasDriversOfUser(const Machine& machine, const Subject& subject);
// Whether the driver with this name refuses to negotiate, so that a loader must not use it.
bool RefusesToNegotiate(const std::string& driver);
// Whether the environment names the driver of every machine, or a driver with the trait, which is
// Library::misreports_lists or Library::changes_lists.
bool NamesUsualDriver(const Machine& machine);
bool NamesDriverThat(const Machine& machine, bool Library::*trait);
// Whether the application may use a driver with the trait: one in a file if it is elevated,
// otherwise one that the environment names.
bool HasDriverThat(const Machine& machine, bool Library::*trait);
// Whether the environment names one, or HasDriverThat.
bool MentionsDriverThat(const Machine& machine, bool Library::*trait);
// MentionsDriverThat for either trait.
bool HasDriverWithOddLists(const Machine& machine);
// Whether the driver with this name traces the creation of instances.
bool TracesInstanceCreation(const std::string& driver);

// The first edition with policies about portability drivers, and the extension with which an
// application requests them.
inline constexpr policy::Version kPortability = {1, 3, 239};
inline constexpr char kPortabilityExtension[] = "VK_KHR_portability_enumeration";
bool AsksForPortability(const Machine& machine);
// Whether the environment names a portability driver.
bool NamesPortabilityDriver(const Machine& machine);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_DRIVERS_H_
