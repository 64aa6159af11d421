// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/json/bad_members.h"
#include "harness/runner/claim_table.h"
#include "harness/runner/worker_message.h"

namespace loadstone::worker_test {
namespace {

using testing::ElementsAre;

using Kind = WorkerMessage::Kind;

WorkerMessage RoundTrip(const WorkerMessage& message) {
  const std::string line = WriteMessage(message);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  return ReadMessage(line);
}

TEST(WorkerMessageTest, EveryKindTravels) {
  for (const Kind kind : {Kind::kBegin, Kind::kEnd, Kind::kCalibrated, Kind::kStarted,
                          Kind::kProbeResult, Kind::kUnusable}) {
    const WorkerMessage message =
        RoundTrip({.kind = kind, .id = "an \"id\"\nof two lines", .subject = "{}"});
    EXPECT_EQ(message.kind, kind);
    EXPECT_EQ(message.id, "an \"id\"\nof two lines");
    EXPECT_EQ(message.subject, "{}");
  }
}

TEST(WorkerMessageTest, ResultTravels) {
  for (const Verdict verdict : {Verdict::kPass, Verdict::kFail, Verdict::kWarn, Verdict::kWaived,
                                Verdict::kSkip, Verdict::kError}) {
    const CaseResult result = RoundTrip({.kind = Kind::kEnd,
                                         .result = {.id = "LLP_LOADER_3/one",
                                                    .policies = {"LLP_LOADER_3", "LS_VK_1"},
                                                    .verdict = verdict,
                                                    .seconds = 1.25,
                                                    .reason = "why",
                                                    .expected = "\x01 \xff",
                                                    .observed = std::string("a\0b", 3),
                                                    .violates = "LS_VK_1",
                                                    .level = "should",
                                                    .timed_out = true,
                                                    .blocked = true,
                                                    .ending = "killed by SIGSEGV",
                                                    .demanded = true}})
                                  .result;
    EXPECT_EQ(result.id, "LLP_LOADER_3/one");
    EXPECT_THAT(result.policies, ElementsAre("LLP_LOADER_3", "LS_VK_1"));
    EXPECT_EQ(result.verdict, verdict);
    EXPECT_DOUBLE_EQ(result.seconds, 1.25);
    EXPECT_EQ(result.reason, "why");
    EXPECT_EQ(result.expected, "\x01 \xff");
    EXPECT_EQ(result.observed, std::string("a\0b", 3));
    EXPECT_EQ(result.violates, "LS_VK_1");
    EXPECT_EQ(result.level, "should");
    EXPECT_TRUE(result.timed_out);
    EXPECT_TRUE(result.blocked);
    EXPECT_EQ(result.ending, "killed by SIGSEGV");
    EXPECT_TRUE(result.demanded);
  }
}

TEST(WorkerMessageTest, ProbeResultTravelsByteByByte) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  const ProbeResult probe_result =
      RoundTrip({.kind = Kind::kProbeResult,
                 .probe_result = {.ending = {.kind = Ending::Kind::kSignalled,
                                             .value = SIGSEGV,
                                             .seconds = 2,
                                             .stuck = Stuck::kBlocked,
                                             .processor_seconds = 1.5},
                                  .trace = bytes,
                                  .output = std::string(100000, '\xfe')}})
          .probe_result;
  EXPECT_EQ(probe_result.ending.kind, Ending::Kind::kSignalled);
  EXPECT_EQ(probe_result.ending.value, SIGSEGV);
  EXPECT_DOUBLE_EQ(probe_result.ending.seconds, 2);
  EXPECT_EQ(probe_result.ending.stuck, Stuck::kBlocked);
  EXPECT_DOUBLE_EQ(probe_result.ending.processor_seconds, 1.5);
  EXPECT_EQ(probe_result.trace, bytes);
  EXPECT_EQ(probe_result.output.size(), 100000u);
}

TEST(WorkerMessageTest, RefusesNonsense) {
  const std::string end = WriteMessage({.kind = Kind::kEnd, .result = {.id = "a"}});
  for (const std::string& line :
       {std::string(), std::string("nonsense"), std::string("[]"), std::string("{}"),
        std::string(R"({"kind":"begin"})"), std::string(R"({"kind":5,"id":"","subject":""})"),
        std::string(R"({"kind":"other","id":"","subject":""})"),
        std::string(R"({"kind":"end","id":"","subject":""})"),
        std::string(R"({"kind":"probe_result","id":"","subject":""})"),
        end.substr(0, end.size() / 2)}) {
    EXPECT_THROW(ReadMessage(line), HarnessError) << line;
  }
  for (const WorkerMessage& message :
       {WorkerMessage{.kind = Kind::kEnd}, WorkerMessage{.kind = Kind::kProbeResult}}) {
    for (const std::string& line : WithInvalidMembers(WriteMessage(message))) {
      EXPECT_THROW(ReadMessage(line), HarnessError) << line;
    }
  }
}

TEST(ClaimTableTest, EveryCaseIsClaimedOncePerRepetition) {
  ClaimTable claims(2);
  EXPECT_TRUE(claims.Claim(0, 1));
  EXPECT_FALSE(claims.Claim(0, 1));
  EXPECT_TRUE(claims.Claim(1, 1));
  EXPECT_TRUE(claims.Claim(0, 2));
  EXPECT_FALSE(claims.Claim(0, 2));
  EXPECT_FALSE(claims.Claim(0, 1)) << "a repetition that is over";
}

TEST(ClaimTableTest, GivesNothingOnceItIsClosed) {
  ClaimTable claims(2);
  EXPECT_TRUE(claims.Claim(0, 1));
  EXPECT_FALSE(claims.closed());
  claims.Close();
  EXPECT_TRUE(claims.closed());
  EXPECT_FALSE(claims.Claim(0, 2));
  EXPECT_FALSE(claims.Claim(1, 1));
}

TEST(ClaimTableTest, IsSharedWithChildren) {
  ClaimTable claims(1000);
  const pid_t child = fork();
  if (child == 0) {
    int taken = 0;
    for (size_t i = 0; i < 1000; i += 2) taken += claims.Claim(i, 1) ? 1 : 0;
    _exit(taken == 500 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  int left = 0;
  for (size_t i = 0; i < 1000; ++i) left += claims.Claim(i, 1) ? 1 : 0;
  EXPECT_EQ(left, 500);
}

}  // namespace
}  // namespace loadstone::worker_test
