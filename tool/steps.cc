// SPDX-License-Identifier: Apache-2.0
#include "tool/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "harness/world/platform.h"
#include "harness/world/signal_name.h"
#include "tool/steps_kit.h"

namespace loadstone {
namespace {

// The greatest length of an issue in a bug tracker is 65,536; the rest of the report is short.
constexpr size_t kByteLimit = 60000;

constexpr char kLinuxUsage[] = "The script below prints:";
constexpr char kWindowsUsage[] =
    "Save the files below in one folder under their names, case.reg in UTF-16 if it has letters "
    "outside ASCII. There, `bash steps.sh LOADER` with Wine, and `steps.cmd LOADER` on Windows, "
    "print:";

std::string EndingOf(const Observation& seen) {
  const Ending& ending = seen.ending();
  switch (ending.kind) {
    case Ending::Kind::kExited:
      return fmt::format("ending: {}{}\n", ending.value == 0 ? "exit status " : "", ending.value);
    case Ending::Kind::kSignalled:
      return fmt::format("ending: {}\n", SignalName(ending.value));
    case Ending::Kind::kTimedOut:
      return "ending: it hangs\n";
  }
  return "";
}

size_t SizeOf(const std::vector<Steps::File>& files) {
  return std::accumulate(
      files.begin(), files.end(), size_t{0},
      [](size_t sum, const Steps::File& file) { return sum + file.text.size(); });
}

}  // namespace

Steps StepsOf(const std::string& case_id, const Subject& subject, const World& world,
              const Observation& seen) {
  try {
    const Told told = StepsKitOf(subject.api).tell(seen);
    const bool windows = IsWindows(subject);
    const auto files = windows ? WindowsSteps(case_id, subject, world, told)
                               : LinuxSteps(case_id, subject, world, told);
    if (SizeOf(files) > kByteLimit) throw Impossible("its files are too large to paste");
    const bool torn = !told.prints.empty() && !told.prints.ends_with('\n');
    return {files, windows ? kWindowsUsage : kLinuxUsage,
            told.prints + (torn ? "\n" : "") + EndingOf(seen), ""};
  } catch (const std::runtime_error& why) {  // Impossible, or a trace without an expected field
    return {{}, "", "", why.what()};
  }
}

}  // namespace loadstone
