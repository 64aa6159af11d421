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
  std::vector<const Library*> drivers = {random.Chance(40) ? *refusing
                                                           : all[1 + random.Below(all.size() - 1)]};
  if (random.Chance(70)) {
    drivers.insert(random.Chance(50) ? drivers.begin() : drivers.end(), all.front());
  }
  return drivers;
}

}  // namespace loadstone::fuzz::vulkan
