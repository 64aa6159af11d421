// SPDX-License-Identifier: Apache-2.0
#include "suites/common/threads.h"

#include <atomic>
#include <cstdint>
#include <ctime>
#include <thread>
#include <vector>

#include "harness/probe/app_trace.h"
#include "suites/suites.h"

namespace loadstone::suites {
namespace {

constexpr char kThread[] = "thread";
constexpr char kGood[] = "rounds";
constexpr char kBesideOthers[] = "beside_others";
constexpr char kCreated[] = "created";
constexpr char kWrong[] = "wrong";
constexpr int kChecks = 64;  // from one look at the clock to the next

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

void InAnotherThread(const std::function<void()>& body) { std::thread(body).join(); }

void RoundsInThreads(const std::function<bool()>& body) {
  int good[kThreads] = {};
  InThreads(kThreads, [&](int number) {
    for (int i = 0; i < kRounds; ++i) good[number - 1] += body() ? 1 : 0;
  });
  for (const int rounds : good) AppEvent(kThread).Add(kGood, int64_t{rounds});
}

void UseBesideOthers(const std::function<int()>& create_and_destroy,
                     const std::function<bool()>& is_good) {
  int created = 0;
  std::atomic<bool> done = false;
  std::atomic<int> wrong = 0;
  const std::clock_t end = std::clock() + CLOCKS_PER_SEC;
  InThreads(kThreads, [&](int number) {
    if (number == 1) {
      created = create_and_destroy();
      done = true;
    }
    for (int checks = 1; !done && (checks % kChecks != 0 || std::clock() < end); ++checks) {
      wrong += is_good() ? 0 : 1;
      std::this_thread::yield();  // to the thread that goes on, on machines with few processors
    }
  });
  AppEvent(kBesideOthers).Add(kCreated, int64_t{created}).Add(kWrong, int64_t{wrong});
}

void ExpectGoodBesideOthers(const Observation& seen, size_t times, const char* why) {
  const std::vector<Event> events = seen.Select(kAppName, kBesideOthers);
  EXPECT_SEEN(events, SizeIs(times)) << "what the threads use is created";
  for (const Event& event : events) {
    EXPECT_SEEN(event.Number(kCreated), kObjects) << why;
    EXPECT_SEEN(event.Number(kWrong), 0) << why;
  }
}

void ExpectGoodRounds(const Observation& seen, const char* why) {
  std::vector<int64_t> rounds;
  for (const Event& event : seen.Select(kAppName, kThread)) rounds.push_back(event.Number(kGood));
  EXPECT_SEEN(rounds, AllOf(SizeIs(kThreads), Each(kRounds))) << why;
}

}  // namespace loadstone::suites
