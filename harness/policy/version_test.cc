// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace loadstone::policy::version_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(VersionTest, ReadsOneToThreeParts) {
  EXPECT_EQ(Version::Parse("1.3.234"), (Version{1, 3, 234}));
  EXPECT_EQ(Version::Parse("1.3"), (Version{1, 3, 0}));
  EXPECT_EQ(Version::Parse("1"), (Version{1, 0, 0}));
  EXPECT_EQ(Version::Parse("0.0.4294967295"), (Version{0, 0, 4294967295u}));
}

TEST(VersionTest, ComparesByNumberFromLeftToRight) {
  EXPECT_LT(Version::Parse("1.3.99"), Version::Parse("1.3.239"));
  EXPECT_LT(Version::Parse("1.3.239"), Version::Parse("1.4"));
  EXPECT_GT(Version::Parse("2"), Version::Parse("1.99.99"));
  EXPECT_EQ(Version::Parse("1.3"), Version::Parse("1.3.0"));
}

TEST(VersionTest, PrintsAllParts) {
  EXPECT_EQ(Version::Parse("1.3").ToString(), "1.3.0");
  EXPECT_EQ((Version{1, 4, 326}).ToString(), "1.4.326");
}

class BadVersionTest : public testing::TestWithParam<std::string> {};

TEST_P(BadVersionTest, IsRefused) {
  EXPECT_EQ(Version::TryParse(GetParam()), std::nullopt);
  EXPECT_THROW(Version::Parse(GetParam()), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Texts, BadVersionTest,
                         testing::Values("", ".", "1.", ".3", "1..3", "1.3.", "1.3.2.1", "1.3.2.",
                                         "v1.3", "1.3x", "-1.3", "+1.3", " 1.3", "1.3 ", "1,3",
                                         "0x1", "4294967296", "99999999999999999999",
                                         std::string("1\0.3", 4)));

TEST(VersionTest, QuotesAHostileTextInOneShortLine) {
  try {
    Version::Parse("1.3\n\x1b[2J" + std::string(100000, 'x'));
    FAIL() << "was accepted";
  } catch (const std::invalid_argument& error) {
    const std::string message = error.what();
    EXPECT_THAT(message,
                AllOf(HasSubstr("1.3??[2J"), Not(HasSubstr("\n")), Not(HasSubstr("\x1b"))));
    EXPECT_LT(message.size(), 120u);
  }
}

}  // namespace
}  // namespace loadstone::policy::version_test
