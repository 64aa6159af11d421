// SPDX-License-Identifier: Apache-2.0
#include "harness/report/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "harness/report/terminal.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kBarColumns = 24;
// The time between two lines if the output is not a terminal.
constexpr std::chrono::seconds kPause(10);
// Moves to the first column and erases to the end of the line (ECMA-48 EL).
constexpr std::string_view kEraseLine = "\r\x1b[K";

void WriteIgnoringErrors(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string Share(const Summary& done, std::size_t total) {
  return fmt::format("{}/{}", done.total(), std::max(total, done.total()));
}

// Describes the failures so far; empty if there are none.
std::string Bad(const Summary& done) {
  std::string text;
  if (done.fail > 0) text += fmt::format(", {} failed", done.fail);
  if (done.warn > 0) text += fmt::format(", {} warned", done.warn);
  if (done.error > 0) text += fmt::format(", {} errors", done.error);
  return text;
}

}  // namespace

std::string ProgressLine(const Summary& done, std::size_t total, std::string_view current,
                         std::size_t width) {
  const std::size_t finished = done.total();
  const std::size_t shown = std::min(finished, total);
  const std::size_t filled = total == 0 ? kBarColumns : kBarColumns * shown / total;
  std::string line = fmt::format("[{:=<{}}{:<{}}] {}{}", "", filled, "", kBarColumns - filled,
                                 Share(done, total), Bad(done));
  const std::string name = OneLine(current);
  if (!name.empty()) line += "  " + name;
  return Truncate(line, width);
}

Progress::Progress(int descriptor, std::size_t total, std::string unit,
                   std::function<Clock::time_point()> now)
    : descriptor_(descriptor),
      terminal_(IsTerminal(descriptor)),
      total_(total),
      unit_(std::move(unit)),
      now_(std::move(now)),
      written_(now_()) {}

Progress::~Progress() { Clear(); }

void Progress::Started(std::string_view case_id) {
  if (!terminal_) return;
  const std::lock_guard lock(mutex_);
  current_ = case_id;
  Draw();
}

void Progress::Finished(Verdict verdict) {
  const std::lock_guard lock(mutex_);
  done_.Add(verdict);
  if (terminal_) {
    Draw();
  } else if (now_() - written_ >= kPause) {
    WriteLine();
  }
}

void Progress::Clear() {
  const std::lock_guard lock(mutex_);
  if (drawn_) WriteIgnoringErrors(descriptor_, kEraseLine);
  drawn_ = false;
}

void Progress::WriteLine() {
  written_ = now_();
  WriteIgnoringErrors(descriptor_,
                      fmt::format("loadstone: {} {}{}\n", Share(done_, total_), unit_, Bad(done_)));
}

void Progress::Draw() {
  // The last column stays empty: some terminals wrap as soon as it is written.
  const std::size_t width = TerminalWidth(descriptor_) - 1;
  WriteIgnoringErrors(
      descriptor_, fmt::format("{}{}", kEraseLine, ProgressLine(done_, total_, current_, width)));
  drawn_ = true;
}

}  // namespace loadstone
