// SPDX-License-Identifier: Apache-2.0
#include "harness/report/kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/test_reports.h"

namespace loadstone::kind_test {
namespace {

TEST(KindOfTextTest, LeavesOutWhatVaries) {
  EXPECT_EQ(KindOfText("\"b\", \"a\""), KindOfText("\"c\""));
  EXPECT_EQ(KindOfText("(\"a\", 1), (\"b\", 2)"), KindOfText("(\"c\", 30)"));
  EXPECT_EQ(KindOfText("\"a\", \"b\" and 5 more, in this order"),
            KindOfText("\"a\", in this order"));
  EXPECT_EQ(KindOfText("next at 0x7ffe12ab"), KindOfText("next at 0x55d0c"));
  EXPECT_EQ(KindOfText("it ended, having used 900 MiB of memory"), KindOfText("it ended"));
  EXPECT_EQ(KindOfText("of /a/b and /c the first"), KindOfText("of /d and /e the first"));
  EXPECT_EQ(KindOfText(""), "");
}

TEST(KindOfTextTest, KeepsTheKind) {
  EXPECT_NE(KindOfText("\"a\""), KindOfText("nothing"));
  EXPECT_NE(KindOfText("\"a\""), KindOfText("12"));
  EXPECT_NE(KindOfText("true"), KindOfText("false"));
  EXPECT_NE(KindOfText("each layer is there"), KindOfText("the driver is there"));
}

TEST(KindOfTextTest, OfAKindIsThatKind) {
  for (const char* text :
       {"(\"a\", 1), (\"b\", 2)", "\"a\", \"b\" and 5 more, in this order",
        "of /a and /b, 12 of 13", "-13, -13", "nothing", ", ,", "\"open, \"x\""}) {
    const std::string kind = KindOfText(text);
    EXPECT_EQ(KindOfText(kind), kind) << text;
  }
  EXPECT_EQ(KindOfText(KindOfText(HostileText())), KindOfText(HostileText()));
}

TEST(EndingInTest, ReadsWhatReportsOfOlderVersionsSay) {
  EXPECT_EQ(EndingIn("it was killed by SIGSEGV during vkCreateInstance"),
            "killed by SIGSEGV during vkCreateInstance");
  EXPECT_EQ(EndingIn("it was killed by SIGKILL, having used 900 MiB of memory"),
            "killed by SIGKILL");
  EXPECT_EQ(EndingIn("the layer did not survive the negotiation: it was killed by SIGABRT"),
            "killed by SIGABRT");
  EXPECT_EQ(EndingIn("it exited with status 3 during xrCreateInstance"),
            "exited during xrCreateInstance");
  EXPECT_EQ(EndingIn("it hung with every thread asleep during vkCreateInstance"),
            "did not end during vkCreateInstance");
  EXPECT_EQ(EndingIn("it had not ended after 9 s of processor time"), "did not end");
  EXPECT_EQ(EndingIn("\"it was killed by SIGSEGV\""), "");
  EXPECT_EQ(EndingIn("nothing"), "");
}

TEST(EndingOfTest, IsWhatTheReportSays) {
  CaseResult result = MakeCase("LS_A_1/x", Verdict::kFail, "the process did not survive");
  result.observed = "it was killed by SIGSEGV";
  EXPECT_EQ(EndingOf(result), "killed by SIGSEGV");
  result.ending = "killed by SIGABRT";
  EXPECT_EQ(EndingOf(result), "killed by SIGABRT");
  result.ending = "";
  EXPECT_EQ(EndingOf(result), "");
}

TEST(OwnReasonTest, IsWithoutWhatWaivedIt) {
  CaseResult result = MakeCase("LS_A_1/x", Verdict::kWaived, "broken; known from the baseline");
  EXPECT_EQ(OwnReason(result), "broken");
  result.reason = "a; b; waived: soon; waived: later (until 2030-01-01)";
  EXPECT_EQ(OwnReason(result), "a; b");
  result.reason = "known from the baseline";
  EXPECT_EQ(OwnReason(result), "");
  result.verdict = Verdict::kFail;
  EXPECT_EQ(OwnReason(result), "known from the baseline");
}

TEST(KindOfTest, OfAProcessThatDidNotSurviveIsHowItEnded) {
  CaseResult a = MakeCase("LS_A_1/x", Verdict::kFail, "the process did not survive");
  a.ending = "killed by SIGSEGV during f";
  CaseResult b = a;
  b.observed = "it was killed by SIGSEGV during f, having used 900 MiB of memory";
  EXPECT_EQ(KindOf(a), KindOf(b));
  b.ending = "killed by SIGSEGV during g";
  EXPECT_NE(KindOf(a), KindOf(b));
  b.ending = "";
  EXPECT_NE(KindOf(a), KindOf(b));
}

}  // namespace
}  // namespace loadstone::kind_test
