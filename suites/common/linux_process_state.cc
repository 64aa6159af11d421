// SPDX-License-Identifier: Apache-2.0
#include "suites/common/linux_process_state.h"

#include <fenv.h>
#include <fmt/format.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include <algorithm>
#include <cctype>
#include <clocale>
#include <filesystem>
#include <set>

#include "harness/world/signal_name.h"

extern char** environ;

namespace loadstone::suites {
namespace {

constexpr size_t kByteLimit = 200;  // of output that a report quotes

void AddSignals(std::vector<std::string>& state) {
  for (int number = 1; number < SIGRTMIN; ++number) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) != 0) continue;
    const bool usual = action.sa_handler == SIG_DFL;
    const bool ignored = action.sa_handler == SIG_IGN;
    if (!usual) {
      state.push_back(fmt::format("{} is {}", SignalName(number), ignored ? "ignored" : "handled"));
    }
  }
}

void AddProcesses(std::vector<std::string>& state) {
  const std::string self = std::to_string(getpid());
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    // Process 1 is the init of the world.
    if (name == "1" || name == self || !isdigit(static_cast<unsigned char>(name[0]))) continue;
    state.push_back("process " + name);
  }
}

// The rounding mode and the treatment of denormal numbers, without the exception flags.
std::string FloatingPointModes() {
  std::string modes = fmt::format("rounding mode {}", fegetround());
#ifdef __SSE__
  modes += fmt::format(", MXCSR {:#x}", _mm_getcsr() & ~unsigned{_MM_EXCEPT_MASK});
#endif
  return modes;
}

}  // namespace

std::vector<std::string> ProcessState() {
  std::vector<std::string> state;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    state.push_back(fmt::format("variable {}", *variable));
  }
  std::error_code error;
  state.push_back("working folder " + std::filesystem::current_path(error).string());
  const mode_t mask = umask(0);
  umask(mask);
  state.push_back(fmt::format("mask of new files {:04o}", mask));
  state.push_back(fmt::format("locale {}", setlocale(LC_ALL, nullptr)));
  state.push_back(FloatingPointModes());
  AddSignals(state);
  AddProcesses(state);
  return state;
}

std::vector<std::string> ChangesOf(const std::vector<std::string>& before,
                                   const std::vector<std::string>& after) {
  const std::multiset<std::string> old_lines(before.begin(), before.end());
  const std::multiset<std::string> new_lines(after.begin(), after.end());
  std::vector<std::string> changes;
  for (const std::string& line : old_lines) {
    if (!new_lines.contains(line)) changes.push_back("- " + line);
  }
  for (const std::string& line : new_lines) {
    if (!old_lines.contains(line)) changes.push_back("+ " + line);
  }
  return changes;
}

std::string StandardOutputOf(const std::function<void()>& work) {
  fflush(stdout);
  const int usual = dup(STDOUT_FILENO);
  const int file = memfd_create("standard output", 0);
  dup2(file, STDOUT_FILENO);
  work();
  fflush(stdout);
  dup2(usual, STDOUT_FILENO);
  close(usual);
  std::string text(kByteLimit, '\0');
  const ssize_t count = pread(file, text.data(), text.size(), 0);
  close(file);
  text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return text;
}

}  // namespace loadstone::suites
