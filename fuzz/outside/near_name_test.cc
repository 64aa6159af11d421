// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/near_name.h"

#include <gtest/gtest.h>

namespace loadstone::fuzz::near_name_test {
namespace {

TEST(SimilarName, IsAPartOfTheNameOrHasItAsAPart) {
  const std::string name = "VK_LAYER_LS_a";
  Random random(1);
  size_t shorter = 0;
  for (int i = 0; i < 500; ++i) {
    const std::string near = SimilarName(name, random);
    ASSERT_FALSE(near.empty());
    ASSERT_NE(near, name);
    const bool part = name.find(near) != std::string::npos;
    ASSERT_TRUE(part || near.find(name) != std::string::npos) << near;
    shorter += part ? 1 : 0;
  }
  EXPECT_GT(shorter, 100u);
  EXPECT_LT(shorter, 400u);
}

}  // namespace
}  // namespace loadstone::fuzz::near_name_test
