// SPDX-License-Identifier: Apache-2.0
#include "harness/report/version_order.h"

#include <gtest/gtest.h>

namespace loadstone::version_order_test {
namespace {

TEST(VersionOrderTest, OrdersAsDebianDoes) {
  // Each is earlier than the next; `dpkg --compare-versions` says the same.
  const char* const versions[] = {"",          "1.0~rc1",   "1.0",         "1.0a",
                                  "1.0+b1",    "1.0.1",     "1.3.239.0-1", "1.3.239.0-1+deb12u1",
                                  "1.4.309.0", "1.4.309.1", "1.10",        "1:0.5"};
  for (std::size_t i = 0; i < std::size(versions); ++i) {
    for (std::size_t j = 0; j < std::size(versions); ++j) {
      EXPECT_EQ(IsEarlierVersion(versions[i], versions[j]), i < j)
          << versions[i] << " and " << versions[j];
    }
  }
}

TEST(VersionOrderTest, IgnoresLeadingZerosAndAnEpochOfZero) {
  EXPECT_FALSE(IsEarlierVersion("1.03", "1.3"));
  EXPECT_FALSE(IsEarlierVersion("1.3", "1.03"));
  EXPECT_FALSE(IsEarlierVersion("1.3", "0:1.3"));
  EXPECT_FALSE(IsEarlierVersion("0:1.3", "1.3"));
}

}  // namespace
}  // namespace loadstone::version_order_test
