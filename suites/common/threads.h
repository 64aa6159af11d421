// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_THREADS_H_
#define LOADSTONE_SUITES_COMMON_THREADS_H_

#include <functional>

#include "harness/case/observation.h"

// Applications whose threads make calls at the same time.
namespace loadstone::suites {

inline constexpr int kThreads = 8;
inline constexpr int kRounds = 10;

// In the probe: runs `body` in `count` threads, with the thread's number from 1 on, and waits for
// all. None begins before all have started.
void InThreads(int count, const std::function<void(int number)>& body);

// In the probe: runs `body`, which returns whether it succeeded, kRounds times in each of kThreads
// threads, and traces the number of good rounds of each.
void RoundsInThreads(const std::function<bool()>& body);

// Expects that all of these rounds were good; `why` is the requirement.
void ExpectGoodRounds(const Observation& seen, const char* why);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_THREADS_H_
