// SPDX-License-Identifier: Apache-2.0
#include "harness/package/json5.h"

#include <gtest/gtest.h>

namespace loadstone::json5_test {
namespace {

TEST(Json5Test, CommentsAreLeftOut) {
  EXPECT_EQ(JsonFromJson5("{ // one\n}/* two\n */"), "{ \n} ");
  EXPECT_EQ(JsonFromJson5("\"// no /* comment */\""), "\"// no /* comment */\"");
}

TEST(Json5Test, NamesGetQuotesAndValuesDoNot) {
  EXPECT_EQ(JsonFromJson5("{a: true, $b_1: null, c: false}"),
            "{\"a\": true, \"$b_1\": null, \"c\": false}");
}

TEST(Json5Test, SingleQuotesBecomeDoubleOnes) {
  EXPECT_EQ(JsonFromJson5(R"('it\'s "quoted"\n')"), R"("it's \"quoted\"\n")");
  EXPECT_EQ(JsonFromJson5("'a\\\nb'"), "\"ab\"");
}

TEST(Json5Test, NumbersStay) { EXPECT_EQ(JsonFromJson5("[1, 2.5e3, 0x1F]"), "[1, 2.5e3, 0x1F]"); }

TEST(Json5Test, WhatHasNoEndBecomesNoJson) {
  EXPECT_EQ(JsonFromJson5("'a"), "\"a");
  EXPECT_EQ(JsonFromJson5("{} /* a"), "{} /*");
}

}  // namespace
}  // namespace loadstone::json5_test
