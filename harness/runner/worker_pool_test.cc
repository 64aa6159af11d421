// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/worker_pool.h"

#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/errors.h"

namespace loadstone::worker_pool_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

size_t OpenDescriptors() {
  const std::filesystem::directory_iterator entries("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(entries), end(entries)));
}

bool HasNoChildren() { return waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD; }

// Every test begins and ends without children, and with the same file descriptors.
class WorkerPoolTest : public testing::Test {
 protected:
  WorkerPoolTest() : descriptors_(OpenDescriptors()) {}

  void TearDown() override {
    EXPECT_TRUE(HasNoChildren());
    EXPECT_EQ(OpenDescriptors(), descriptors_);
  }

  // Runs the pool and records its lines and endings.
  void Gather(WorkerPool& pool) {
    pool.Run({.on_line = [&](pid_t, const std::string& line) { lines_.push_back(line); },
              .on_end = [&](pid_t, int status) { ends_.push_back(DescribeStatus(status)); }});
  }

  std::vector<std::string> lines_;
  std::vector<std::string> ends_;

 private:
  const size_t descriptors_;
};

TEST_F(WorkerPoolTest, LinesArriveWhole) {
  const StopRequest stop;
  WorkerPool pool(stop);
  const std::string longer_than_a_pipe(300000, 'x');
  pool.Start([&](const WorkerProcess& process) {
    process.WriteLine("first");
    process.WriteLine("");
    process.WriteLine(longer_than_a_pipe);
    process.WriteLine("last");
  });
  Gather(pool);
  EXPECT_THAT(lines_, ElementsAre("first", "", longer_than_a_pipe, "last"));
  EXPECT_THAT(ends_, ElementsAre("exit status 0"));
  EXPECT_FALSE(stop.made());
}

TEST_F(WorkerPoolTest, WorkersAreToldApart) {
  const StopRequest stop;
  WorkerPool pool(stop);
  const auto tell_own_id = [](const WorkerProcess& process) {
    process.WriteLine(std::to_string(getpid()));
  };
  const pid_t one = pool.Start(tell_own_id);
  const pid_t other = pool.Start(tell_own_id);
  std::vector<pid_t> ended;
  pool.Run({.on_line = [](pid_t worker,
                          const std::string& line) { EXPECT_EQ(line, std::to_string(worker)); },
            .on_end = [&](pid_t worker, int) { ended.push_back(worker); }});
  EXPECT_THAT(ended, UnorderedElementsAre(one, other));
}

// The line is longer than the pipe's buffer, so the worker is still writing it when it is killed.
TEST_F(WorkerPoolTest, WorkerThatDiesInTheMiddleOfALine) {
  const StopRequest stop;
  WorkerPool pool(stop);
  pool.Start([](const WorkerProcess& process) {
    process.WriteLine("whole");
    process.WriteLine(std::string(10000000, 'x'));
  });
  pool.Run({.on_line =
                [&](pid_t worker, const std::string& line) {
                  lines_.push_back(line);
                  kill(worker, SIGKILL);
                },
            .on_end = [&](pid_t, int status) { ends_.push_back(DescribeStatus(status)); }});
  EXPECT_THAT(lines_, ElementsAre("whole"));
  EXPECT_THAT(ends_, ElementsAre("killed by signal 9"));
}

TEST_F(WorkerPoolTest, WorkerThatExits) {
  const StopRequest stop;
  WorkerPool pool(stop);
  pool.Start([](const WorkerProcess&) { _exit(7); });
  Gather(pool);
  EXPECT_THAT(ends_, ElementsAre("exit status 7"));
}

TEST_F(WorkerPoolTest, ExceptionEndsTheWorker) {
  const StopRequest stop;
  WorkerPool pool(stop);
  pool.Start([](const WorkerProcess&) { throw std::runtime_error("no"); });
  Gather(pool);
  EXPECT_THAT(ends_, ElementsAre("exit status 2"));
  EXPECT_THAT(lines_, IsEmpty());
}

TEST_F(WorkerPoolTest, WorkerMayTellWhyItFails) {
  const StopRequest stop;
  WorkerPool pool(stop);
  const auto describe = [](const std::exception& exception) {
    return std::string("because ") + exception.what();
  };
  pool.Start(
      ReportingExceptions([](const WorkerProcess&) { throw std::runtime_error("no"); }, describe));
  Gather(pool);
  EXPECT_THAT(lines_, ElementsAre("because no"));
  EXPECT_THAT(ends_, ElementsAre("exit status 2"));
}

TEST_F(WorkerPoolTest, AnotherTakesOver) {
  const StopRequest stop;
  WorkerPool pool(stop);
  pool.Start([](const WorkerProcess&) { raise(SIGKILL); });
  bool first = true;
  pool.Run({.on_line = [&](pid_t, const std::string& line) { lines_.push_back(line); },
            .on_end =
                [&](pid_t, int) {
                  if (!first) return;
                  first = false;
                  pool.Start([](const WorkerProcess& process) { process.WriteLine("again"); });
                }});
  EXPECT_THAT(lines_, ElementsAre("again"));
}

TEST_F(WorkerPoolTest, LineThatIsTooLong) {
  const StopRequest stop;
  for (const bool ends : {true, false}) {
    WorkerPool pool(stop, 1000);
    pool.Start([&](const WorkerProcess& process) {
      process.WriteLine(std::string(1000, 'x'));
      process.WriteLine(std::string(1001, 'x'));
      if (!ends) pause();
    });
    EXPECT_THAT([&] { Gather(pool); },
                testing::ThrowsMessage<HarnessError>(testing::HasSubstr("more than 1000 bytes")));
    EXPECT_EQ(lines_.size(), 1u);
    lines_.clear();
  }
}

TEST_F(WorkerPoolTest, LineWithoutEndIsTooLongToo) {
  const StopRequest stop;
  WorkerPool pool(stop, 100000);
  pool.Start([&](const WorkerProcess& process) { process.WriteLine(std::string(10000000, 'x')); });
  EXPECT_THROW(Gather(pool), HarnessError);
  EXPECT_THAT(lines_, IsEmpty());
}

TEST_F(WorkerPoolTest, ExceptionOfTheListenerEndsTheWorkers) {
  const StopRequest stop;
  {
    WorkerPool pool(stop);
    for (int i = 0; i < 3; ++i) {
      pool.Start([](const WorkerProcess& process) {
        process.WriteLine("no JSON");
        while (true) pause();
      });
    }
    EXPECT_THROW(pool.Run({.on_line = [](pid_t, const std::string&) { throw HarnessError("no"); },
                           .on_end = [](pid_t, int) {}}),
                 HarnessError);
  }
  EXPECT_TRUE(HasNoChildren());
}

TEST_F(WorkerPoolTest, StopRequestEndsAllWorkers) {
  for (const int number : {SIGINT, SIGTERM}) {
    const StopRequest stop;
    WorkerPool pool(stop);
    pool.Start([](const WorkerProcess&) {
      while (true) pause();
    });
    pool.Start([&](const WorkerProcess&) {
      kill(getppid(), number);
      while (true) pause();
    });
    Gather(pool);
    EXPECT_TRUE(stop.made());
    EXPECT_TRUE(HasNoChildren());
  }
  EXPECT_THAT(ends_, IsEmpty()) << "they were ended, and did not end";
}

TEST_F(WorkerPoolTest, StopRequestBeforeTheRun) {
  const StopRequest stop;
  WorkerPool pool(stop);
  raise(SIGTERM);
  EXPECT_TRUE(stop.made());
  pool.Start([](const WorkerProcess&) {
    while (true) pause();
  });
  Gather(pool);
  EXPECT_TRUE(HasNoChildren());
}

TEST_F(WorkerPoolTest, SignalsAreAsBeforeAfterwards) {
  signal(SIGINT, SIG_IGN);
  { const StopRequest stop; }
  EXPECT_EQ(signal(SIGINT, SIG_DFL), SIG_IGN);
  EXPECT_EQ(signal(SIGTERM, SIG_DFL), SIG_DFL);
}

TEST_F(WorkerPoolTest, WorkersIgnoreTheKeyboard) {
  const StopRequest stop;
  WorkerPool pool(stop);
  pool.Start([](const WorkerProcess& process) {
    raise(SIGINT);
    process.WriteLine("goes on");
  });
  pool.Start([](const WorkerProcess&) { raise(SIGTERM); });
  Gather(pool);
  EXPECT_THAT(lines_, ElementsAre("goes on"));
  EXPECT_THAT(ends_, UnorderedElementsAre("exit status 0", "killed by signal 15"));
  EXPECT_FALSE(stop.made());
}

TEST_F(WorkerPoolTest, WorkersHaveNothingOfEachOther) {
  const size_t before = OpenDescriptors();
  const StopRequest stop;
  WorkerPool pool(stop);
  const auto count = [](const WorkerProcess& process) {
    process.WriteLine(std::to_string(OpenDescriptors()));
  };
  for (int i = 0; i < 3; ++i) pool.Start(count);
  Gather(pool);
  EXPECT_THAT(lines_, testing::Each(std::to_string(before + 1))) << "its own pipe alone";
}

// A parent with a worker that the test observes through a pipe: the pipe has no writer once the
// worker has ended.
TEST_F(WorkerPoolTest, WorkersDieWithTheirParent) {
  int to_test[2];
  ASSERT_EQ(pipe(to_test), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    close(to_test[0]);
    const StopRequest stop;
    WorkerPool pool(stop);
    pool.Start([&](const WorkerProcess& process) {
      process.WriteLine("ready");
      while (true) pause();
    });
    pool.Run({.on_line = [](pid_t, const std::string&) { _exit(0); }, .on_end = [](pid_t, int) {}});
    _exit(1);
  }
  close(to_test[1]);
  char byte;
  EXPECT_EQ(read(to_test[0], &byte, 1), 0) << "waits until both have ended";
  close(to_test[0]);
  int status = -1;
  ASSERT_EQ(waitpid(parent, &status, 0), parent);
  EXPECT_EQ(DescribeStatus(status), "exit status 0");
}

// Writing a line to a pipe whose reading end is closed ends the process.
TEST_F(WorkerPoolTest, WorkerEndsWhenNobodyReads) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);  // before the worker can write
  const pid_t worker = fork();
  if (worker == 0) {
    signal(SIGPIPE, SIG_IGN);
    WorkerProcess(ends[1]).WriteLine("hello");
    _exit(0);
  }
  close(ends[1]);
  int status = -1;
  ASSERT_EQ(waitpid(worker, &status, 0), worker);
  EXPECT_EQ(DescribeStatus(status), "exit status 1");
}

}  // namespace
}  // namespace loadstone::worker_pool_test
