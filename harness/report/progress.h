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

// Returns the progress line, at most `width` columns: a bar, done/total, the failures, warnings and
// errors so far, and the current case.
std::string ProgressLine(const Summary& done, std::size_t total, std::string_view current,
                         std::size_t width);

// Shows the progress of a run: on one line that is redrawn, if the descriptor (usually standard
// error) is a terminal, and otherwise with a new line every ten seconds, for the log of a CI.
// Thread-safe. Write errors are ignored: progress is not part of the result.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  // `total` is the number of calls of Finished that are expected, and `unit` what each of them is:
  // "cases". If there are more, for example after a second try, the total shown grows with them.
  // `descriptor` belongs to the caller and must outlive this object. `now` returns the time.
  Progress(int descriptor, std::size_t total, std::string unit = "cases",
           std::function<Clock::time_point()> now = Clock::now);
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // A case begins; if several run at once, the latest is shown.
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
  const std::string unit_;
  std::mutex mutex_;
  Summary done_;
  std::string current_;
  bool drawn_ = false;
  const std::function<Clock::time_point()> now_;
  Clock::time_point written_;  // when the last separate line was written
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_PROGRESS_H_
