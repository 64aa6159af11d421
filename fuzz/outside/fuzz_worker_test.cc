// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/fuzz_worker.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/errors.h"
#include "harness/json/bad_members.h"

namespace loadstone::fuzz::fuzz_worker_test {
namespace {

using Kind = FuzzMessage::Kind;

FuzzMessage Example(Kind kind) {
  return {.kind = kind,
          .text = "an \"error\"\nof two lines",
          .finding = {.fault = {"LLP_LOADER_3", "cause", "expected", "observed", "match"},
                      .input = {.files = {{"/etc/a.json", "\xff"}}, .layers = {"VK_LAYER_LS_a"}},
                      .slice = 7,
                      .before = {{.layers = {"VK_LAYER_LS_b"}}, {.files = {{"/b", ""}}}}},
          .inputs = 5000,
          .creates = 12,
          .seconds = 1.25,
          .places = 42};
}

TEST(FuzzMessageTest, Travels) {
  for (const Kind kind : {Kind::kSlice, Kind::kFinding, Kind::kKept, Kind::kUnconfirmed,
                          Kind::kError, Kind::kUnusable}) {
    FuzzMessage before = Example(kind);
    before.finding.fault.ending = kind == Kind::kFinding;
    const std::string line = before.ToJson();
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const FuzzMessage after = FuzzMessage::FromJson(line);
    EXPECT_EQ(after.kind, kind);
    EXPECT_EQ(after.text, before.text);
    EXPECT_EQ(after.finding.fault.policy, "LLP_LOADER_3");
    EXPECT_EQ(after.finding.fault.cause, "cause");
    EXPECT_EQ(after.finding.fault.expected, "expected");
    EXPECT_EQ(after.finding.fault.observed, "observed");
    EXPECT_EQ(after.finding.fault.match, "match");
    EXPECT_EQ(after.finding.fault.ending, before.finding.fault.ending);
    EXPECT_EQ(after.finding.input, before.finding.input);
    EXPECT_EQ(after.finding.before, before.finding.before);
    EXPECT_EQ(after.finding.slice, 7u);
    EXPECT_EQ(after.inputs, 5000u);
    EXPECT_EQ(after.creates, 12u);
    EXPECT_DOUBLE_EQ(after.seconds, 1.25);
    EXPECT_EQ(after.places, 42u);
  }
}

TEST(FuzzMessageTest, RefusesAnythingElse) {
  const std::string good = Example(Kind::kFinding).ToJson();
  for (const std::string& line : WithInvalidMembers(good)) {
    EXPECT_THROW(FuzzMessage::FromJson(line), HarnessError) << line;
  }
  const std::string unknown = JsonObject().Merge(good).SetJson("kind", "6").Line();
  for (const std::string& line : {std::string(), std::string("nonsense"), std::string("[]"),
                                  good.substr(0, good.size() / 2), unknown}) {
    EXPECT_THROW(FuzzMessage::FromJson(line), HarnessError) << line;
  }
}

}  // namespace
}  // namespace loadstone::fuzz::fuzz_worker_test
