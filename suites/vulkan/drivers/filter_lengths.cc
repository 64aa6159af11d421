// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/common/list_limits.h"
#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Driver Filtering": long lists in the variables that filter drivers. No
// section limits the number of elements.
namespace loadstone::suites::driver_filter_lengths {
namespace {

constexpr char kOther[] = "other";

std::string NameAt(int position) { return fmt::format("number_{}", position); }

// The drivers at the positions that matter, whose manifests the filter names among manifests that
// do not exist, and another driver.
Observation RunWithFilter(Case& c, const char* variable, int length) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver(kOther));
  for (const std::string& name : NamesAtLimits(length, NameAt)) world.With(NamedDriver(name));
  const auto file_at = [](int position) { return NameAt(position) + ".json"; };
  world.Env(variable, ListAtLimits(length, ',', file_at, [](int position) {
              return fmt::format("missing_{}.json", position);
            }));
  return RunEnumerating(c, world);
}

void JudgeSelect(Case& c, int length) {
  EXPECT_SEEN(DriversReached(RunWithFilter(c, "VK_LOADER_DRIVERS_SELECT", length)),
              UnorderedElementsAreArray(NamesAtLimits(length, NameAt)))
      << "each of the " << length << " elements of VK_LOADER_DRIVERS_SELECT has effect";
}

void JudgeDisable(Case& c, int length) {
  EXPECT_SEEN(DriversReached(RunWithFilter(c, "VK_LOADER_DRIVERS_DISABLE", length)),
              ElementsAre(kOther))
      << "each of the " << length << " elements of VK_LOADER_DRIVERS_DISABLE has effect";
}

REGISTER_CASES {
  for (const int length : kListLengths) {
    using policy::LS_VK_DRIVER_FILTER_4;
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_FILTER_4, policy::LS_VK_DRIVER_FILTER_1},
                 fmt::format("select_list_of_{}", length),
                 [length](Case& c) { JudgeSelect(c, length); });
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_FILTER_4, policy::LS_VK_DRIVER_FILTER_2},
                 fmt::format("disable_list_of_{}", length),
                 [length](Case& c) { JudgeDisable(c, length); });
  }
}

}  // namespace
}  // namespace loadstone::suites::driver_filter_lengths
