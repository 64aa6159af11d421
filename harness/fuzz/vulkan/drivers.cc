#include "harness/fuzz/vulkan/drivers.h"

#include <algorithm>

#include "harness/fuzz/path_list.h"
#include "harness/fuzz/vulkan/libraries.h"

namespace loadstone::fuzz::vulkan {
namespace {

// The second is the older name of the first; both are in every edition that is judged.
constexpr const char* kVariables[] = {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"};

bool IsDriver(const Library& library) { return library.binary.starts_with("vulkan_driver"); }

}  // namespace

std::vector<const Library*> Drivers() {
  std::vector<const Library*> drivers = {&Driver()};
  for (const Library& library : Libraries()) {
    if (IsDriver(library) && &library != &Driver()) drivers.push_back(&library);
  }
  return drivers;
}

std::string DriverManifest(const Library& driver) {
  return "/opt/loadstone/" + driver.name + ".json";
}

std::map<std::string, std::string> DriverEnvironment(const std::vector<const Library*>& drivers) {
  std::string list;
  for (const Library* driver : drivers) {
    list += (list.empty() ? "" : ":") + DriverManifest(*driver);
  }
  std::map<std::string, std::string> environment;
  for (const char* variable : kVariables) environment[variable] = list;
  return environment;
}

std::vector<const Library*> SomeDrivers(Random& random) {
  const std::vector<const Library*> all = Drivers();
  std::vector<const Library*> drivers = {all[1 + random.Below(all.size() - 1)]};
  if (random.Chance(70)) {
    drivers.insert(random.Chance(50) ? drivers.begin() : drivers.end(), all.front());
  }
  return drivers;
}

Sure HasDriver(const Input& input) {
  const auto first = input.environment.find(kVariables[0]);
  const auto second = input.environment.find(kVariables[1]);
  if (first == input.environment.end() && second == input.environment.end()) return Sure::kYes;
  if (first == input.environment.end() || second == input.environment.end() ||
      first->second != second->second) {
    return Sure::kMaybe;
  }
  const std::vector<const Library*> all = Drivers();
  Sure there = Sure::kNo;
  for (const std::string& path : SplitPaths(first->second)) {
    const auto driver = std::find_if(
        all.begin(), all.end(), [&](const Library* one) { return DriverManifest(*one) == path; });
    if (driver == all.end()) return Sure::kMaybe;
    if (*driver == &Driver()) return Sure::kYes;
    if (!RefusesToNegotiate((*driver)->name)) there = Sure::kMaybe;
  }
  return there;
}

bool RefusesToNegotiate(const std::string& driver) { return driver == kRefusingDriver; }

}  // namespace loadstone::fuzz::vulkan
