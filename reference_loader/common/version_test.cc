// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/version.h"

#include <gtest/gtest.h>

namespace reference_loader::version_test {
namespace {

TEST(VersionTest, ReadsThreeNumbers) {
  EXPECT_EQ(ParseVersion("1.3.239"), (Version{1, 3, 239}));
  EXPECT_EQ(ParseVersion("0.0.0"), (Version{0, 0, 0}));
  EXPECT_EQ(ParseVersion("10.11.12"), (Version{10, 11, 12}));
}

TEST(VersionTest, RefusesEverythingElse) {
  for (const char* text : {"", "1", "1.3", "1.3.", "1..3", "1.3.239.1", " 1.3.239", "1.3.239 ",
                           "+1.3.239", "-1.3.239", "1.3.x", "1.3.4294967296", "1.3.2147483648"}) {
    EXPECT_FALSE(ParseVersion(text)) << text;
  }
}

TEST(VersionTest, OrdersByMajorThenMinorThenPatch) {
  EXPECT_LT((Version{1, 2, 300}), (Version{1, 3, 0}));
  EXPECT_LT((Version{1, 9, 9}), (Version{2, 0, 0}));
}

TEST(VersionTest, ReadsNumbersInTwoBases) {
  EXPECT_EQ(ParseUnsigned("29827"), 29827u);
  EXPECT_EQ(ParseUnsigned("0x10DE"), 0x10deu);
  for (const char* text : {"", "0x", "x", "1 ", "-1", "10de", "4294967296"}) {
    EXPECT_FALSE(ParseUnsigned(text)) << text;
  }
}

}  // namespace
}  // namespace reference_loader::version_test
