// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_BENCH_TWO_LOADERS_H_
#define LOADSTONE_BENCH_TWO_LOADERS_H_

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// Shared by the programs that compare two loaders.
namespace loadstone::bench {

// Ends the program with status 2.
[[noreturn]] inline void Fail(const std::string& what, const char* why) {
  std::fprintf(stderr, "%s: %s\n", what.c_str(), why);
  std::exit(2);
}

inline double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Seconds for each of `count` runs of `body`.
template <typename Body>
double Measure(int count, Body body) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) body();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return took.count() / count;
}

// Prints a ratio. Returns whether it is, rounded to two digits, at most `goal`; 0 means no goal.
inline bool Print(const std::string& what, double one, double other, double ratio, double goal,
                  const char* unit) {
  const bool met = goal == 0 || ratio < goal + 0.005;
  std::printf("%-34s %10.2f %-2s against %10.2f %-2s ratio %.2f", what.c_str(), one, unit, other,
              unit, ratio);
  if (goal > 0) std::printf(" (goal %.1f%s)", goal, met ? "" : ", missed");
  std::printf("\n");
  return met;
}

// Calls `measure` alternately for the two subjects, 0 and 1; it returns seconds. Prints the result
// and returns whether it meets the goal.
template <typename Tell>
bool Compare(const std::string& what, double goal, const char* unit, double per_second,
             Tell measure) {
  std::vector<double> ones;
  std::vector<double> others;
  std::vector<double> ratios;
  constexpr int kRounds = 41;
  for (int round = -1; round < kRounds; ++round) {
    // The order alternates, so that neither subject profits from the other's cache content.
    double seconds[2] = {};
    for (const int turn : {0, 1}) {
      const int i = round % 2 == 0 ? turn : 1 - turn;
      seconds[i] = measure(i);
    }
    if (round < 0) continue;  // warm-up
    ones.push_back(seconds[0] * per_second);
    others.push_back(seconds[1] * per_second);
    ratios.push_back(seconds[0] / seconds[1]);
  }
  return Print(what, Median(ones), Median(others), Median(ratios), goal, unit);
}

// The result of `body` in a child process: the C library's allocator adapts to what a process
// frees, so that two loaders in one process would change each other's cost.
template <typename Value, typename Body>
Value InChild(const std::string& path, Body body) {
  int ends[2];
  if (pipe(ends) != 0) Fail("pipe", "failed");
  const pid_t child = fork();
  if (child < 0) Fail("fork", "failed");
  if (child == 0) {
    const Value value = body();
    _exit(write(ends[1], &value, sizeof(value)) == sizeof(value) ? 0 : 1);
  }
  close(ends[1]);
  Value value;
  if (read(ends[0], &value, sizeof(value)) != sizeof(value)) Fail(path, "ended early");
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return value;
}

}  // namespace loadstone::bench

#endif  // LOADSTONE_BENCH_TWO_LOADERS_H_
