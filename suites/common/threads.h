// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_THREADS_H_
#define LOADSTONE_SUITES_COMMON_THREADS_H_

#include <functional>

#include "harness/case/observation.h"

// Applications whose threads make calls at the same time.
namespace loadstone::suites {

inline constexpr int kThreads = 8;
inline constexpr int kRounds = 10;
inline constexpr int kObjects = 32;  // that one thread creates and destroys beside others

// In the probe: runs `body` in `count` threads, with the thread's number from 1 on, and waits for
// all. None begins before all have started.
void InThreads(int count, const std::function<void(int number)>& body);

// In the probe: runs `body` in a thread of its own, and waits for it: a lock that this thread still
// holds stops the other one.
void InAnotherThread(const std::function<void()>& body);

// In the probe: runs `body`, which returns whether it succeeded, kRounds times in each of kThreads
// threads, and traces the number of good rounds of each.
void RoundsInThreads(const std::function<bool()>& body);

// In the probe: one thread calls `create_and_destroy`, which returns how many of kObjects objects
// there were, while the others check again and again what `is_good` says of what exists throughout.
// They stop after some processor time, because a case may only use a certain amount of it: an
// instrumented loader is slow. Traces both.
void UseBesideOthers(const std::function<int()>& create_and_destroy,
                     const std::function<bool()>& is_good);

// Expects that UseBesideOthers was called `times` times, with all objects and nothing wrong.
void ExpectGoodBesideOthers(const Observation& seen, size_t times, const char* why);

// Expects that all of these rounds were good; `why` is the requirement.
void ExpectGoodRounds(const Observation& seen, const char* why);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_THREADS_H_
