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

// What programs share that measure two loaders side by side.
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

// Prints a ratio, and returns whether it is at most `goal`, if that is not 0, as far as two digits
// show.
inline bool Print(const std::string& what, double one, double other, double ratio, double goal,
                  const char* unit) {
  const bool met = goal == 0 || ratio < goal + 0.005;
  std::printf("%-34s %10.2f %-2s against %10.2f %-2s ratio %.2f", what.c_str(), one, unit, other,
              unit, ratio);
  if (goal > 0) std::printf(" (goal %.1f%s)", goal, met ? "" : ", missed");
  std::printf("\n");
  return met;
}

// Lets `measure` tell the seconds of each of the two subjects, 0 and 1, in turns. Prints, and
// returns whether the goal is met.
template <typename Tell>
bool Compare(const std::string& what, double goal, const char* unit, double per_second,
             Tell measure) {
  std::vector<double> ones;
  std::vector<double> others;
  std::vector<double> ratios;
  constexpr int kRounds = 41;
  for (int round = -1; round < kRounds; ++round) {
    // Who is first changes, so that what one leaves in the caches favours neither.
    double seconds[2] = {};
    for (const int turn : {0, 1}) {
      const int i = round % 2 == 0 ? turn : 1 - turn;
      seconds[i] = measure(i);
    }
    if (round < 0) continue;  // warms up
    ones.push_back(seconds[0] * per_second);
    others.push_back(seconds[1] * per_second);
    ratios.push_back(seconds[0] / seconds[1]);
  }
  return Print(what, Median(ones), Median(others), Median(ratios), goal, unit);
}

// What `body` gives in a child: the allocator of the C library adapts to what a process frees, so
// that two loaders in one process would change what each other costs.
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
