// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/order.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "harness/json/bad_members.h"
#include "harness/json/json_object.h"

namespace loadstone::fuzz::order_test {
namespace {

Order Example() {
  return {.kind = Order::Kind::kMinimise,
          .seed = UINT64_MAX,
          .inputs = 5000,
          .seconds = 1.5,
          .hang_seconds = 0.25,
          .options = {.create_percent = 60, .elevated = true},
          .keep = 3,
          .guard = false,
          .match = "a \"match\"",
          .ending = true,
          .known = {"one", "other"}};
}

TEST(OrderTest, Travels) {
  const Order after = Order::FromJson(Example().ToJson());
  EXPECT_EQ(after.kind, Order::Kind::kMinimise);
  EXPECT_EQ(after.seed, UINT64_MAX);
  EXPECT_EQ(after.inputs, 5000u);
  EXPECT_DOUBLE_EQ(after.seconds, 1.5);
  EXPECT_DOUBLE_EQ(after.hang_seconds, 0.25);
  EXPECT_EQ(after.options.create_percent, 60u);
  EXPECT_TRUE(after.options.elevated);
  EXPECT_EQ(after.keep, 3u);
  EXPECT_FALSE(after.guard);
  EXPECT_TRUE(after.ending);
  EXPECT_EQ(after.match, "a \"match\"");
  EXPECT_EQ(after.known, (std::vector<std::string>{"one", "other"}));
}

TEST(OrderTest, RefusesAnythingElse) {
  const std::string good = Example().ToJson();
  for (const std::string& json : WithInvalidMembers(good)) {
    EXPECT_THROW(Order::FromJson(json), std::invalid_argument) << json;
  }
  for (const std::string& json :
       {std::string(), std::string("[]"), JsonObject().Merge(good).SetJson("kind", "3").Line()}) {
    EXPECT_THROW(Order::FromJson(json), std::invalid_argument) << json;
  }
}

}  // namespace
}  // namespace loadstone::fuzz::order_test
