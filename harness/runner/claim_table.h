// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_CLAIM_TABLE_H_
#define LOADSTONE_HARNESS_RUNNER_CLAIM_TABLE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace loadstone {

// Shared by the processes of a run: how often each case was claimed.
class ClaimTable {
 public:
  explicit ClaimTable(size_t cases);
  ~ClaimTable();
  ClaimTable(const ClaimTable&) = delete;
  ClaimTable& operator=(const ClaimTable&) = delete;

  // Returns true for the first process that claims `index` in `repetition`, which counts from 1.
  bool Claim(size_t index, uint32_t repetition);
  // From now on no process can claim a case.
  void Close();
  bool closed() const;

 private:
  size_t size() const;  // in bytes

  size_t cases_;
  std::atomic<uint32_t>* counts_;  // one per case, and a last one that is not 0 after Close
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_CLAIM_TABLE_H_
