// SPDX-License-Identifier: Apache-2.0
#include "tool/debugger.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "harness/runner/installation.h"
#include "harness/sandbox/process_stat.h"

namespace loadstone {
namespace {

constexpr char kGdb[] = "/usr/bin/gdb";

// Returns the only child of `init` once it has stopped itself; 0 if it ended before that.
pid_t AwaitStoppedChild(int init) {
  while (kill(init, 0) == 0) {
    pid_t child = 0;
    std::ifstream(fmt::format("/proc/{}/task/{}/children", init, init)) >> child;
    const auto stat = ReadProcessStat(child);
    if (stat.has_value() && stat->state == 'T') return child;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return 0;
}

// Returns the file with the symbols of the probe: the separate debug file of a build, or the
// program itself. gdb finds neither inside a world.
std::string DebugFile() {
  const std::filesystem::path probe = FindInstallation().probe;
  const std::filesystem::path apart = probe.parent_path() / ".debug" / "probe.debug";
  return std::filesystem::exists(apart) ? apart : probe;
}

}  // namespace

void RequireDebugger() {
  if (access(kGdb, X_OK) != 0) {
    throw std::runtime_error("--gdb needs gdb: install Debian's package gdb");
  }
}

void DebugWorld(int init) {
  const pid_t probe = AwaitStoppedChild(init);
  if (probe == 0) return;
  const std::string process = std::to_string(probe);
  const std::string symbols = "symbol-file " + DebugFile();
  const pid_t gdb = fork();
  if (gdb == 0) {
    execl(kGdb, "gdb", "-q", "-p", process.c_str(), "-ex", symbols.c_str(), "-ex",
          "handle SIGSTOP nostop noprint nopass", "-ex",
          "echo The application has not started yet: set breakpoints, then continue.\\n", nullptr);
    _exit(127);
  }
  // Ctrl-C in the terminal is meant for the debugger only.
  const auto interrupt = signal(SIGINT, SIG_IGN);
  waitpid(gdb, nullptr, 0);
  signal(SIGINT, interrupt);
  kill(probe, SIGCONT);
}

}  // namespace loadstone
