// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/vulkan/some_drivers.h"

#include <algorithm>

#include "oracle/vulkan/drivers.h"

namespace loadstone::fuzz::vulkan {

std::vector<const Library*> RandomDrivers(Random& random) {
  const std::vector<const Library*> all = oracle::vulkan::Drivers();
  const auto refusing = std::find_if(all.begin(), all.end(), [](const Library* driver) {
    return oracle::vulkan::RefusesToNegotiate(driver->name);
  });
  std::vector<const Library*> plain;
  std::vector<const Library*> odd;
  for (const Library* driver : all) {
    if (driver == all.front()) continue;
    (driver->misreports_lists || driver->changes_lists ? odd : plain).push_back(driver);
  }
  const auto& some = random.Chance(50) ? odd : plain;
  std::vector<const Library*> drivers = {random.Chance(30) ? *refusing
                                                           : some[random.Below(some.size())]};
  if (random.Chance(70)) {
    drivers.insert(random.Chance(50) ? drivers.begin() : drivers.end(), all.front());
  }
  return drivers;
}

void SetRandomDrivers(Input& input, Random& random) {
  input.environment.merge(oracle::vulkan::DriverEnvironment(RandomDrivers(random)));
  // Only an application with a device lists all physical devices, and their groups.
  if (oracle::vulkan::HasDriverWithOddLists(input) ||
      oracle::vulkan::NamesDriverThat(input, &Library::has_groups)) {
    input.device |= random.Chance(80);
  }
}

}  // namespace loadstone::fuzz::vulkan
