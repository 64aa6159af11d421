// SPDX-License-Identifier: Apache-2.0
#include "harness/report/reproduce.h"

#include <gtest/gtest.h>

#include "harness/report/test_reports.h"

namespace loadstone::reproduce_test {
namespace {

TEST(ReproduceCommandTest, IsQuotedForAShell) {
  SubjectSummary subject;
  subject.path = "/my dir/$(x).so";
  EXPECT_EQ(ReproduceCommand(subject, MakeCase("LS_A_1/it's", Verdict::kFail)),
            "loadstone repro 'LS_A_1/it'\\''s' --loader '/my dir/$(x).so'");
  subject.path = "-l.so";
  EXPECT_EQ(ReproduceCommand(subject, MakeCase("LS_A_1/a", Verdict::kFail)),
            "loadstone repro LS_A_1/a --loader ./-l.so");
}

TEST(ReproduceCommandTest, JudgesAsTheRunDid) {
  SubjectSummary subject;
  subject.path = "/l.so";
  subject.options = {"--spec", "1.4.330", "--search-folder", "/opt/a b"};
  EXPECT_EQ(ReproduceCommand(subject, MakeCase("LS_A_1/a", Verdict::kFail)),
            "loadstone repro LS_A_1/a --loader /l.so --spec 1.4.330 --search-folder '/opt/a b'");
}

TEST(ReproduceCommandTest, NamesTheVerbThatTakesAManifest) {
  SubjectSummary subject;
  subject.path = "/m.json";
  subject.kind = "layer";
  const CaseResult result = MakeCase("LLP_LAYER_6/is_json", Verdict::kFail);
  EXPECT_EQ(ReproduceCommand(subject, result),
            "loadstone check-layer /m.json --case LLP_LAYER_6/is_json");
  subject.layer = "VK_LAYER_LS_a";
  EXPECT_EQ(ReproduceCommand(subject, result),
            "loadstone check-layer /m.json --layer VK_LAYER_LS_a --case LLP_LAYER_6/is_json");
  subject.kind = "driver";
  subject.layer.clear();
  EXPECT_EQ(ReproduceCommand(subject, result),
            "loadstone check-driver /m.json --case LLP_LAYER_6/is_json");
}

}  // namespace
}  // namespace loadstone::reproduce_test
