// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_FUZZ_WORKER_H_
#define LOADSTONE_FUZZ_OUTSIDE_FUZZ_WORKER_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "fuzz/outside/fuzz_run.h"
#include "harness/runner/worker_pool.h"

namespace loadstone::fuzz {

// The inputs are run in slices, each from a seed of its own, so that they do not depend on which
// process runs them. How many come before a slice: the first ones are short, since findings are
// told after each, and the later ones long, since what is learned lasts for one.
constexpr uint64_t SliceBegin(uint64_t slice) {
  constexpr uint64_t kShort = 5000, kLong = 50000, kShortOnes = 16;
  if (slice <= kShortOnes) return slice * kShort;
  return kShortOnes * kShort + (slice - kShortOnes) * kLong;
}

// Hands out slices to several processes: the numbers from 0.
class SliceCounter {
 public:
  SliceCounter();
  ~SliceCounter();
  SliceCounter(const SliceCounter&) = delete;
  SliceCounter& operator=(const SliceCounter&) = delete;
  uint64_t Take() { return (*next_)++; }

 private:
  std::atomic<uint64_t>* next_;
};

// What a worker tells, one line of JSON each.
struct FuzzMessage {
  enum class Kind { kSlice, kFinding, kKept, kUnconfirmed, kError, kUnusable };
  Kind kind = Kind::kSlice;
  std::string text = {};  // of the last two
  Finding finding = {};   // of kKept: only its input
  uint64_t inputs = 0;
  uint64_t creates = 0;
  double seconds = 0;
  uint64_t places = 0;  // of an instrumented subject

  std::string ToJson() const;
  static FuzzMessage FromJson(const std::string& line);
};

// What a worker does: run slices until `end`, or the one input after those before it. What the
// functions refer to must outlive the worker.
WorkerPool::Body SliceWorker(const FuzzRequest& request, const Subjects& subjects,
                             SliceCounter& slices, std::chrono::steady_clock::time_point end);
WorkerPool::Body InputWorker(const RunRequest& request, const Subjects& subjects,
                             const Input& input, const std::vector<Input>& before,
                             double hang_seconds);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_FUZZ_WORKER_H_
