// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_PROGRESS_H_
#define LOADSTONE_HARNESS_REPORT_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "harness/report/result.h"

namespace loadstone {

// The line of progress, at most `width` columns: a bar, done/total, the fails and errors so far and
// the case that runs.
std::string ProgressLine(const Summary& done, std::size_t total, std::string_view current,
                         std::size_t width);

// Shows how far a run is: on one line that is redrawn, if the descriptor (standard error, usually)
// is a terminal, and otherwise by a line of its own every ten seconds, for the log of a CI. May be
// called from several threads. A terminal that cannot be written to is ignored: progress is no part
// of the result.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  // `descriptor` stays the caller's and must outlive this. `now` tells the time.
  Progress(int descriptor, std::size_t total, std::function<Clock::time_point()> now = Clock::now);
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // A case begins; with several at once the latest is shown.
  void Started(std::string_view case_id);
  // A case ended.
  void Finished(Verdict verdict);
  // Removes the line, so that other text can be written; the next event draws it again.
  void Clear();

 private:
  void Draw();
  void WriteLine();

  const int descriptor_;
  const bool terminal_;
  const std::size_t total_;
  std::mutex mutex_;
  Summary done_;
  std::string current_;
  bool drawn_ = false;
  const std::function<Clock::time_point()> now_;
  Clock::time_point written_;  // when the last line of its own was
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_PROGRESS_H_
