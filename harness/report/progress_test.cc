// SPDX-License-Identifier: Apache-2.0
#include "harness/report/progress.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include "harness/report/terminal.h"
#include "harness/report/text.h"

namespace loadstone::progress_test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

Summary Done(std::size_t pass, std::size_t fail, std::size_t error) {
  Summary summary;
  summary.pass = pass;
  summary.fail = fail;
  summary.error = error;
  return summary;
}

TEST(ProgressLineTest, ShowsHowFarTheRunIs) {
  EXPECT_EQ(ProgressLine(Done(0, 0, 0), 24, "", 80), "[                        ] 0/24");
  EXPECT_EQ(ProgressLine(Done(5, 1, 0), 24, "LS_A_1/x", 80),
            "[======                  ] 6/24, 1 failed  LS_A_1/x");
  EXPECT_EQ(ProgressLine(Done(20, 2, 2), 24, "", 80),
            "[========================] 24/24, 2 failed, 2 errors");
}

TEST(ProgressLineTest, TakesCountsThatDoNotAddUp) {
  EXPECT_EQ(ProgressLine(Done(0, 0, 0), 0, "", 80), "[========================] 0/0");
  EXPECT_EQ(ProgressLine(Done(30, 0, 0), 24, "", 80), "[========================] 30/30");
}

TEST(ProgressLineTest, StaysOnItsLine) {
  EXPECT_EQ(Columns(ProgressLine(Done(1, 1, 1), 9, std::string(500, 'x'), 60)), 60u);
  EXPECT_EQ(ProgressLine(Done(0, 0, 0), 0, "", 0), "");
  EXPECT_THAT(ProgressLine(Done(1, 0, 0), 1, "a\nb\x1b[2J", 80), EndsWith("1/1  a b\\x1b[2J"));
}

// Returns what was written to the pipe or terminal behind the descriptor.
std::string Drain(int descriptor) {
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  std::string text;
  char buffer[512];
  for (ssize_t got; (got = read(descriptor, buffer, sizeof buffer)) > 0;) text.append(buffer, got);
  return text;
}

// Provides a terminal with the given number of columns.
class ProgressOnTerminalTest : public ::testing::Test {
 protected:
  void Open(unsigned short columns) {
    winsize size = {};
    size.ws_row = 24;
    size.ws_col = columns;
    termios raw = {};
    cfmakeraw(&raw);
    ASSERT_EQ(openpty(&screen_, &terminal_, nullptr, &raw, &size), 0);
  }
  void TearDown() override {
    close(screen_);
    close(terminal_);
  }

  int screen_ = -1;
  int terminal_ = -1;
};

TEST_F(ProgressOnTerminalTest, RedrawsOneLineAndClearsIt) {
  Open(60);
  {
    Progress progress(terminal_, 2);
    EXPECT_EQ(Drain(screen_), "");
    progress.Started("LS_A_1/x");
    EXPECT_EQ(Drain(screen_), "\r\x1b[K[                        ] 0/2  LS_A_1/x");
    progress.Finished(Verdict::kFail);
    EXPECT_EQ(Drain(screen_), "\r\x1b[K[============            ] 1/2, 1 failed  LS_A_1/x");
  }
  EXPECT_EQ(Drain(screen_), "\r\x1b[K");
}

TEST_F(ProgressOnTerminalTest, ClearsOnlyWhatItDrew) {
  Open(60);
  {
    Progress progress(terminal_, 1);
    progress.Started("x");
    progress.Clear();
    Drain(screen_);
    progress.Clear();
  }
  EXPECT_EQ(Drain(screen_), "");
}

TEST_F(ProgressOnTerminalTest, LeavesTheLastColumnFree) {
  Open(40);
  EXPECT_EQ(TerminalWidth(terminal_), 40u);
  Progress progress(terminal_, 1);
  progress.Started(std::string(100, 'x'));
  const std::string drawn = Drain(screen_);
  EXPECT_EQ(Columns(drawn), 39u + std::string_view("\r\x1b[K").size());
}

TEST_F(ProgressOnTerminalTest, TakesATerminalThatDoesNotSayItsWidth) {
  Open(0);
  EXPECT_EQ(TerminalWidth(terminal_), kPlainWidth);
  Progress progress(terminal_, 1);
  progress.Started("LS_A_1/x");
  EXPECT_THAT(Drain(screen_), HasSubstr("LS_A_1/x"));
}

TEST(ProgressTest, WritesALineEveryTenSecondsElsewhere) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  Progress::Clock::time_point now;
  {
    Progress progress(ends[1], 4, "runs of cases", [&] { return now; });
    progress.Started("LS_A_1/x");
    progress.Finished(Verdict::kPass);
    now += std::chrono::seconds(9);
    progress.Finished(Verdict::kPass);
    EXPECT_EQ(Drain(ends[0]), "");
    now += std::chrono::seconds(1);
    progress.Finished(Verdict::kFail);
    EXPECT_EQ(Drain(ends[0]), "loadstone: 3/4 runs of cases, 1 failed\n");
    progress.Finished(Verdict::kPass);
  }
  EXPECT_EQ(Drain(ends[0]), "");
  close(ends[0]);
  close(ends[1]);
}

TEST(ProgressTest, TakesAClosedDescriptor) {
  EXPECT_FALSE(IsTerminal(-1));
  EXPECT_EQ(TerminalWidth(-1), kPlainWidth);
  Progress progress(-1, 1);
  progress.Started("x");
  progress.Finished(Verdict::kPass);
}

}  // namespace
}  // namespace loadstone::progress_test
