// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/layer_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::fuzz::inside::layer_rules_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(LayerRulesTest, EveryWrongAnswerIsReported) {
  const auto world = World::Parse(R"({"files": {
      "/a.json": {"layer": {"name": "a", "instance_extensions": [{"name": "x"}]}}}})");
  ASSERT_TRUE(world);
  const auto check = [&](const WorldAnswer& answer) {
    return CheckLayers(world->Components("layer"), answer);
  };
  WorldAnswer answer;
  answer.seen.layers = {{.name = "a"}};
  answer.layer_extensions = {{"x"}};
  EXPECT_THAT(check(answer), IsEmpty());
  WorldAnswer wrong = answer;
  wrong.seen.layers.push_back({.name = "a"});
  EXPECT_THAT(check(wrong), HasSubstr("twice"));
  wrong = answer;
  wrong.layer_extensions = {{"y"}};
  EXPECT_THAT(check(wrong), HasSubstr("extension y"));
  wrong = answer;
  wrong.used_after_refusal = true;
  EXPECT_THAT(check(wrong), HasSubstr("negotiation"));
  wrong = answer;
  wrong.broken_link = true;
  EXPECT_THAT(check(wrong), HasSubstr("link"));
}

TEST(LayerRulesTest, PrivilegedReadingIsReported) {
  EXPECT_THAT(CheckElevatedReads({"/home/u/a.json"}, {"/etc/"}), HasSubstr("elevated"));
  EXPECT_THAT(CheckElevatedReads({"/etc/a.json"}, {"/etc/"}), IsEmpty());
}

}  // namespace
}  // namespace loadstone::fuzz::inside::layer_rules_test
