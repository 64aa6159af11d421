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

// The inputs are run in slices, each with its own seed, so that they do not depend on which process
// runs them. Returns the number of inputs before a slice: the first slices are short, since
// findings are reported after each, and later ones are long, since a corpus lasts for one slice.
constexpr uint64_t SliceBegin(uint64_t slice) {
  constexpr uint64_t kShort = 5000, kLong = 50000, kShortOnes = 16;
  if (slice <= kShortOnes) return slice * kShort;
  return kShortOnes * kShort + (slice - kShortOnes) * kLong;
}

// Assigns slices, numbered from 0, to several processes.
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

// The messages of a worker, one line of JSON each.
struct FuzzMessage {
  enum class Kind { kSlice, kFinding, kKept, kUnconfirmed, kError, kUnusable };
  Kind kind = Kind::kSlice;
  std::string text = {};  // of the last two kinds
  Finding finding = {};   // of kKept: only its input
  uint64_t inputs = 0;
  uint64_t creates = 0;
  double seconds = 0;
  uint64_t places = 0;  // of an instrumented subject

  std::string ToJson() const;
  static FuzzMessage FromJson(const std::string& line);
};

// The body of a worker: runs slices until `end`, or one input after those before it. The arguments
// must outlive the worker.
WorkerPool::Body SliceWorker(const FuzzRequest& request, const Subjects& subjects,
                             SliceCounter& slices, std::chrono::steady_clock::time_point end);
WorkerPool::Body InputWorker(const RunRequest& request, const Subjects& subjects,
                             const Input& input, const std::vector<Input>& before,
                             double hang_seconds);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_FUZZ_WORKER_H_
