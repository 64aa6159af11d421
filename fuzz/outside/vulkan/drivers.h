#ifndef LOADSTONE_FUZZ_OUTSIDE_VULKAN_DRIVERS_H_
#define LOADSTONE_FUZZ_OUTSIDE_VULKAN_DRIVERS_H_

#include <map>
#include <string>
#include <vector>

#include "fuzz/outside/input.h"
#include "fuzz/outside/random.h"
#include "fuzz/outside/sure.h"
#include "harness/world/subject.h"
#include "oracle/library.h"

// The drivers of the fuzzer's machines. Which of them there are, the environment tells: a machine
// has the good one alone unless an input names others.
namespace loadstone::fuzz::vulkan {

// The variable with further drivers; an elevated application must not listen to it.
inline constexpr char kAddedDrivers[] = "VK_ADD_DRIVER_FILES";

// The good one comes first.
std::vector<const Library*> Drivers();
// Where the manifest of a driver is on every machine, and its text.
std::string DriverManifest(const Library& driver);
std::string DriverManifestText(const Library& driver);

// The environment in which the drivers are those, in their order.
std::map<std::string, std::string> DriverEnvironment(const std::vector<const Library*>& drivers);
// Some drivers at random, the good one mostly among them.
std::vector<const Library*> SomeDrivers(Random& random);

// Whether an instance can have a driver: kNo when all refuse, kMaybe where it is not clear which
// there are or whether they are good for anything. Those of an elevated application are in the
// standard folders.
Sure HasDriver(const Input& input, const Subject& subject);
// Whether there are drivers that only an application without special rights may use.
bool HasDriversOfUser(const Input& input, const Subject& subject);
// Whether a driver of that name refuses to negotiate, so that nobody may use it.
bool RefusesToNegotiate(const std::string& driver);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_FUZZ_OUTSIDE_VULKAN_DRIVERS_H_
