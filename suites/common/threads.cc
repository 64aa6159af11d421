// SPDX-License-Identifier: Apache-2.0
#include "suites/common/threads.h"

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "harness/probe/app_trace.h"
#include "suites/suites.h"

namespace loadstone::suites {
namespace {

constexpr char kThread[] = "thread";
constexpr char kGood[] = "rounds";

}  // namespace

void InThreads(int count, const std::function<void(int number)>& body) {
  std::atomic<int> ready = 0;
  std::vector<std::thread> threads;
  for (int number = 1; number <= count; ++number) {
    threads.emplace_back([&, number] {
      ++ready;
      while (ready < count) std::this_thread::yield();
      body(number);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void RoundsInThreads(const std::function<bool()>& body) {
  int good[kThreads] = {};
  InThreads(kThreads, [&](int number) {
    for (int i = 0; i < kRounds; ++i) good[number - 1] += body() ? 1 : 0;
  });
  for (const int rounds : good) AppEvent(kThread).Add(kGood, int64_t{rounds});
}

void ExpectGoodRounds(const Observation& seen, const char* why) {
  std::vector<int64_t> rounds;
  for (const Event& event : seen.Select(kAppName, kThread)) rounds.push_back(event.Number(kGood));
  EXPECT_SEEN(rounds, AllOf(SizeIs(kThreads), Each(kRounds))) << why;
}

}  // namespace loadstone::suites
