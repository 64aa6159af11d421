// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "harness/sandbox/sandbox.h"
#include "harness/sandbox/test_visits.h"

// Tests how a world ends, by itself or at a limit.
namespace loadstone::sandbox_endings_test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Ge;
using testing::Le;

constexpr uint64_t kMebibyte = uint64_t{1} << 20;

// How a world ends by itself.

TEST(SandboxEndingTest, Exit) {
  const ProbeResult seen = MakeVisit({}, {"exit:42"});
  EXPECT_EQ(seen.ending.kind, Ending::Kind::kExited);
  EXPECT_EQ(seen.ending.value, 42);
}

TEST(SandboxEndingTest, Crash) {
  for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGKILL, SIGTERM}) {
    const ProbeResult seen = MakeVisit({}, {fmt::format("signal:{}", number)});
    EXPECT_EQ(seen.ending.kind, Ending::Kind::kSignalled);
    EXPECT_EQ(seen.ending.value, number);
  }
}

TEST(SandboxEndingTest, CrashLosesNothingOfTheTrace) {
  const ProbeResult seen = MakeVisit({}, {std::string("write:") + kTracePath, "signal:11"});
  EXPECT_EQ(seen.ending.value, SIGSEGV);
  EXPECT_EQ(seen.trace, "written\n");
}

TEST(SandboxEndingTest, HangEndsWithTheTimeLimit) {
  Limits limits;
  limits.seconds = 0.5;
  const ProbeResult seen = MakeVisit({}, {"process:", "hang:"}, limits);
  EXPECT_EQ(seen.ending.kind, Ending::Kind::kTimedOut);
  EXPECT_EQ(seen.ending.stuck, Stuck::kBlocked);
  EXPECT_GE(seen.ending.seconds, limits.seconds);
  EXPECT_EQ(Answer(seen, "process:"), "2 1") << "what was said before it hung is not lost";
}

TEST(SandboxEndingTest, EndlessWorkEndsWithItsProcessorTime) {
  Limits limits;
  limits.seconds = 0.5;
  const Ending ending = MakeVisit({}, {"spin:"}, limits).ending;
  EXPECT_EQ(ending.kind, Ending::Kind::kTimedOut);
  EXPECT_EQ(ending.stuck, Stuck::kBusy);
  EXPECT_GT(ending.processor_seconds, 0.4);
}

TEST(SandboxEndingTest, WallTimeAloneShowsNothing) {
  Limits limits;
  limits.seconds = 0.2;
  const Ending ending = MakeVisit({}, {"nap:"}, limits).ending;
  EXPECT_EQ(ending.kind, Ending::Kind::kTimedOut);
  EXPECT_EQ(ending.stuck, Stuck::kUnknown);
  EXPECT_GE(ending.seconds, limits.seconds * kWallTimeFactor);
}

TEST(SandboxEndingTest, OutputOfBothKindsIsKeptInOrder) {
  const ProbeResult seen = MakeVisit({}, {"ids:", "say_error:", "process:"});
  EXPECT_EQ(seen.output, "ids:=1000 1000\nsaid to standard error\nsay_error:=ok\nprocess:=2 1\n");
}

TEST(SandboxEndingTest, EndlessOutputIsCut) {
  const ProbeResult seen = MakeVisit({}, {"chatter:3"});
  EXPECT_EQ(seen.output.size(), kMebibyte);
  EXPECT_EQ(seen.ending.kind, Ending::Kind::kExited);
}

// Limits on resources.

TEST(SandboxEndingTest, ForkBombStopsAtTheLimit) {
  Limits limits;
  limits.processes = 16;
  const std::string mark = fmt::format("fork_bomb:{}", getpid());
  // The keeper, the first process and the probe may be included in the count.
  EXPECT_THAT(Ask(mark, {}, limits), AnyOf("13 EAGAIN", "14 EAGAIN", "15 EAGAIN"));
  EXPECT_EQ(ProcessesWith(mark), 0) << "its children end with the world";
}

TEST(SandboxEndingTest, FullDiskStopsAtTheLimit) {
  Limits limits;
  limits.disk_bytes = 16 * kMebibyte;
  const ProbeResult seen =
      MakeVisit({}, {"fill_disk:", std::string("write:") + kTracePath}, limits);
  int blocks = 0;
  ASSERT_EQ(sscanf(Answer(seen, "fill_disk:").c_str(), "%d ENOSPC", &blocks), 1)
      << Answer(seen, "fill_disk:");
  EXPECT_THAT(blocks, AllOf(Ge(1), Le(16)));
  EXPECT_EQ(seen.trace, "written\n") << "the trace lies elsewhere";
}

TEST(SandboxEndingTest, LongFileStopsAtTheLimit) {
  Limits limits;
  limits.file_bytes = 4 * kMebibyte;
  EXPECT_EQ(Ask("long_file:", {}, limits), "4 EFBIG");
}

TEST(SandboxEndingTest, EndlessMemoryStopsAtTheLimit) {
  Limits limits;
  limits.memory_bytes = 128 * kMebibyte;
  const ProbeResult seen = MakeVisit({}, {"eat_memory:"}, limits);
  const int blocks = atoi(Answer(seen, "eat_memory:").c_str());
  EXPECT_THAT(blocks, AllOf(Ge(16), Le(128)));
  EXPECT_THAT(seen.ending.peak_memory_bytes, AllOf(Ge(16 * kMebibyte), Le(128 * kMebibyte)));
}

}  // namespace
}  // namespace loadstone::sandbox_endings_test
