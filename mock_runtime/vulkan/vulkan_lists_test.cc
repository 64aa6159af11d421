// SPDX-License-Identifier: Apache-2.0
// The driver's lists that change, and its wrong answers about lists.
#include <gtest/gtest.h>
#include <string.h>

#include <fstream>
#include <string>
#include <utility>

#include "mock_runtime/vulkan/driver_copy.h"

namespace loadstone::mock::vulkan_lists_test {
namespace {

constexpr const char* kThreeDevices =
    R"("physical_devices":[{"name":"a"},{"name":"b"},{"name":"c"}])";

class ListsTest : public testing::Test {
 protected:
  TestFolder folder_;
};

TEST_F(ListsTest, ChangesBetweenTwoQueries) {
  const std::string present = folder_.Path("present");
  const DriverCopy driver(
      folder_, "driver",
      std::string(kThreeDevices) + R"(,"present_devices_file":")" + present + R"(")");
  const DriverUser user(driver, false);
  const auto count_devices = [&user] {
    uint32_t count = 0;
    user.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(user.instance, &count,
                                                                           nullptr);
    return count;
  };
  std::ofstream(present) << "2:01>2";
  for (const uint32_t count : {2U, 2U, 1U, 1U}) EXPECT_EQ(count_devices(), count);
  std::ofstream(present) << "1:>012";
  for (const uint32_t count : {0U, 3U, 3U}) EXPECT_EQ(count_devices(), count);
  std::ofstream(present) << "0:012>";
  for (const uint32_t count : {0U, 0U}) EXPECT_EQ(count_devices(), count);
}

TEST_F(ListsTest, HasOtherElementsInTurn) {
  const DriverCopy driver(
      folder_, "driver",
      std::string(kThreeDevices) + R"(,"in_turn":{"vkEnumeratePhysicalDevices":["01","","2"]})");
  const DriverUser user(driver, false);
  const auto enumerate = user.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
  uint32_t counts[6];
  for (uint32_t& count : counts) {
    EXPECT_EQ(enumerate(user.instance, &count, nullptr), VK_SUCCESS);
  }
  EXPECT_EQ(counts[0] + counts[1] + counts[2], 3u);
  EXPECT_NE(counts[0], counts[1]);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(counts[i], counts[i + 3]);
}

// The result, the count and the first name of an answer about instance extensions to a query with
// room for four.
std::string AnswerAboutExtensions(const DriverCopy& driver) {
  VkExtensionProperties extensions[4] = {{"untouched", 1}};
  uint32_t count = 4;
  const VkResult result = driver.Get<PFN_vkEnumerateInstanceExtensionProperties>(
      "vkEnumerateInstanceExtensionProperties")(nullptr, &count, extensions);
  return std::to_string(result) + " " + std::to_string(count) + " " +
         std::string(extensions[0].extensionName, strnlen(extensions[0].extensionName, 9));
}

TEST_F(ListsTest, MisreportsLists) {
  const std::string present = folder_.Path("present_extensions");
  for (const auto& [word, answer] : {std::pair{"", "0 2 VK_A"},
                                     {"no_elements", "0 2 untouched"},
                                     {"one_too_many", "0 3 VK_A"},
                                     {"far_too_many", "0 4294967295 VK_A"},
                                     {"never_complete", "5 2 VK_A"},
                                     {"names_without_end", "0 2 xxxxxxxxx"}}) {
    const DriverCopy driver(folder_, std::string("driver") + word,
                            R"("instance_extensions":["VK_A","VK_B"],)"
                            R"("present_instance_extensions_file":")" +
                                present +
                                R"(","misreport":{"vkEnumerateInstanceExtensionProperties":")" +
                                word + R"("})");
    EXPECT_EQ(AnswerAboutExtensions(driver), answer);
    if (word[0] != '\0') continue;
    std::ofstream(present) << "1";
    EXPECT_EQ(AnswerAboutExtensions(driver), "0 1 VK_B");
    std::ofstream(present) << "01";
  }
}

}  // namespace
}  // namespace loadstone::mock::vulkan_lists_test
