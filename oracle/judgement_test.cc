// SPDX-License-Identifier: Apache-2.0
#include "oracle/judgement.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace loadstone::oracle::judgement_test {
namespace {

TEST(ListText, IsShortAndShowsEmptyTexts) {
  EXPECT_EQ(ListText({}), "none");
  EXPECT_EQ(ListText({"a", "", "b"}), R"(a, "", b)");
  const std::string many = ListText(std::vector<std::string>(600, "a"));
  EXPECT_TRUE(many.starts_with("a, a, ")) << many;
  EXPECT_TRUE(many.ends_with(", a and 568 more")) << many;
}

}  // namespace
}  // namespace loadstone::oracle::judgement_test
