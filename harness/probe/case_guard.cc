// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/case_guard.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "harness/errors.h"
#include "harness/probe/app_trace.h"
#include "harness/probe/fatal_signals.h"
#include "harness/probe/guard.h"

namespace loadstone {
namespace {

// Libraries that act on behalf of their caller.
constexpr std::string_view kRuntimes[] = {
    "libc.so",   "libm.so",      "ld-linux",    "libpthread.so", "libdl.so",     "librt.so",
    "libc++.so", "libstdc++.so", "libgcc_s.so", "libc++abi.so",  "libunwind.so", "linux-vdso"};

MemoryErrorReport case_report;
struct stat judged_file;
bool has_others = false;

std::string_view FileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool IsRuntime(std::string_view name) {
  return std::any_of(std::begin(kRuntimes), std::end(kRuntimes),
                     [&](std::string_view runtime) { return name.starts_with(runtime); });
}

bool IsJudged(const char* path) {
  struct stat file = {};
  return stat(path, &file) == 0 && file.st_dev == judged_file.st_dev &&
         file.st_ino == judged_file.st_ino;
}

constexpr char kJudged[] = "";
constexpr char kApplication[] = "the application";

// Returns the component that a stack points to: the innermost frame outside of the runtime
// libraries. kJudged, or a description.
std::string Whose(const Frames& frames, size_t own_frame_index = kMaxFrames) {
  for (size_t i = 0; i < kMaxFrames; ++i) {
    if (i == own_frame_index || frames.address[i] == 0) return kApplication;
    Dl_info info = {};
    if (dladdr(reinterpret_cast<void*>(frames.address[i]), &info) == 0)
      return "code outside of any library";
    if (IsRuntime(FileName(info.dli_fname))) continue;
    return IsJudged(info.dli_fname) ? kJudged : std::string(FileName(info.dli_fname));
  }
  return "an unknown component";
}

// Returns why the judged library is not accused of the error; empty if it is.
std::string WhyNotAccused(const MemoryErrorReport& report) {
  const auto error = static_cast<MemoryError>(report.error);
  const bool freed_wrongly =
      error == MemoryError::kFreedTwice || error == MemoryError::kFreedForeign;
  const bool seen_later = report.access == MemoryAccess::kNone && !freed_wrongly;
  if (seen_later && has_others) return "it is unknown who wrote there";
  if (const std::string who = Whose(report.frames, report.own_frame_index); who != kJudged) {
    return fmt::format(
        "{} was {}", seen_later ? "the component that freed it" : "the component that did it", who);
  }
  if (report.allocation_frames.address[0] == 0) {
    // A wrong free is the fault of the component that frees, whatever the memory was.
    return freed_wrongly ? "" : "the owner of the memory is unknown";
  }
  if (const std::string who = Whose(report.allocation_frames); who != kJudged) {
    return "the memory was allocated by " + who;
  }
  if (report.free_frames.address[0] == 0) return {};
  const std::string who = Whose(report.free_frames);
  return who == kJudged ? "" : "the memory was freed by " + who;
}

void Tell() {
  const std::string why = WhyNotAccused(case_report);
  AppEvent(kAppMemoryError)
      .Add("error", DescribeMemoryError(case_report))
      .Add("story", MemoryErrorStory(case_report))
      .Add("accused", why.empty())
      .Add("why", why);
}

void TraceSignal(int number, siginfo_t* info, void* context) {
  signal(number, SIG_DFL);
  ExplainSignal(*info, context);
  if (case_report.error != 0) Tell();
  // For a fault, returning executes the same instruction again; a signal from outside is raised
  // again.
  raise(number);
}

}  // namespace

void GuardCase(const std::string& judged, bool others) {
  // If the world has no such library, no component is accused.
  if (stat(judged.c_str(), &judged_file) != 0) judged_file = {};
  if (!PrepareGuard()) {
    throw HarnessError(
        "cannot guard the heap: this Loadstone was built with a sanitizer, or has no address space "
        "left; leave out --guard");
  }
  has_others = others;
  CatchFatalSignals(TraceSignal);
  SetGuardMode({.left = false, .strict = true});
  ArmGuard(case_report);
}

}  // namespace loadstone
