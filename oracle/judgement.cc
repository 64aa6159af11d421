// SPDX-License-Identifier: Apache-2.0
#include "oracle/judgement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string.h>

#include <algorithm>

#include "harness/world/signal_name.h"
#include "oracle/path_list.h"

namespace loadstone::oracle {
namespace {

constexpr uint64_t kMaxGrowthKib = 192 * 1024;
constexpr size_t kMostTexts = 32;
// This runs in the process that asks the subject.
#ifdef _WIN32
constexpr char kDescriptors[] = "handles";
#else
constexpr char kDescriptors[] = "file descriptors";
#endif

}  // namespace

bool HasUndefinedValue(const Machine& machine) {
  return std::any_of(
      machine.environment.begin(), machine.environment.end(), [](const auto& variable) {
        std::string list = variable.second;
        std::replace(list.begin(), list.end(), ',', ':');
        const std::vector<std::string> elements = SplitPaths(list);
        return std::any_of(elements.begin(), elements.end(), [](const std::string& element) {
          if (element.find('/') != std::string::npos) {
            return !IsPlainPath(element) || element.starts_with("/dev/");
          }
          const bool glob = element.find('*', 1) < element.size() - 1 || element == "*" ||
                            element == "**" || element.find('?') != std::string::npos;
          return element.empty() || element == "." || glob;
        });
      });
}

std::string ListText(const std::vector<std::string>& texts) {
  if (texts.empty()) return "none";
  std::vector<std::string> shown(texts.begin(), texts.begin() + std::min(texts.size(), kMostTexts));
  std::replace(shown.begin(), shown.end(), std::string(), std::string(R"("")"));
  const std::string list = fmt::format("{}", fmt::join(shown, ", "));
  const size_t more = texts.size() - shown.size();
  return more == 0 ? list : fmt::format("{} and {} more", list, more);
}

std::vector<Fault> Judgement::Make() {
  if (answer_.ending != Answer::Ending::kDone) {
    JudgeEnding();
  } else {
    JudgeResources();
    JudgeAnswer();
  }
  for (Fault& fault : faults_) fault.unclear = IsUnclear();
  return std::move(faults_);
}

Fault& Judgement::Add(const std::string& policy, const std::string& cause,
                      const std::string& expected, const std::string& observed) {
  faults_.push_back(MakeFault(policy, cause, expected, observed));
  return faults_.back();
}

Fault& Judgement::AddUnclear(const std::string& policy, const std::string& match,
                             const std::string& cause, const std::string& expected,
                             const std::string& observed) {
  faults_.push_back({policy, cause, expected, observed, match});
  return faults_.back();
}

// Adds an end of the process, whose policy becomes known only when the machine has been minimised.
void Judgement::AddEnding(const std::string& cause, const std::string& observed) {
  AddUnclear(EndingPolicy(), cause, cause, "the application comes to its end", observed).ending =
      true;
}

void Judgement::AddMemoryError() {
  const std::string place = answer_.place.empty() ? "" : " at " + answer_.place;
  const std::string cause = fmt::format("{} in {}{}", answer_.memory_error, StepName(), place);
  Fault& fault = AddUnclear(MemoryPolicy(), cause, cause, "only memory of its own is used",
                            answer_.memory_error_story);
  fault.ending = true;
  fault.memory = true;
}

bool Judgement::MayEndProcess() const {
  return answer_.step != Step::kLoad && answer_.step != Step::kEnumerate &&
         (Names(&Library::lacks_functions) || Names(&Library::announces_missing_functions));
}

void Judgement::JudgeEnding() {
  if (MayEndProcess()) return;
  const std::string step = StepName();
  switch (answer_.ending) {
    case Answer::Ending::kSignal: {
      if (answer_.place == kEndOfStack && answer_.step != Step::kEnumerate && SharesLibraries())
        break;
      if (!answer_.memory_error.empty()) {
        AddMemoryError();
        break;
      }
      const std::string what =
          answer_.exception.empty() ? SignalName(answer_.value) : answer_.exception;
      const std::string place = answer_.place.empty() ? "" : " at " + answer_.place;
      AddEnding(fmt::format("{} in {}{}", what, step, place),
                fmt::format("it was killed by {} in {}{}", what, step, place));
      break;
    }
    case Answer::Ending::kExit:
      AddEnding("the process is ended in " + step,
                fmt::format("the process ended with status {} in {}", answer_.value, step));
      break;
    case Answer::Ending::kHang:
      AddEnding("no end of " + step,
                fmt::format("{} did not come back: it {}", step,
                            answer_.stuck == Stuck::kBlocked
                                ? "waits, without any processor time"
                                : "used all the processor time that it was given"));
      break;
    case Answer::Ending::kDone:
      break;
  }
}

void Judgement::JudgeResources() {
  const std::string step = answer_.tried_create ? "creating an instance" : "enumerating";
  if (answer_.lost_descriptors > 0) {
    Add(LeakPolicy(), std::string(kDescriptors) + " lost by " + step, "all files are closed",
        fmt::format("each run leaves {} {} open", answer_.lost_descriptors, kDescriptors))
        .left = true;
  }
  if (answer_.peak_growth_kib > kMaxGrowthKib) {
    AddUnclear(LeakPolicy(), "memory without measure", "memory without measure",
               "memory in proportion to what was read",
               fmt::format("one run took {} MiB", answer_.peak_growth_kib / 1024))
        .ending = true;
  }
  if (answer_.lost_threads > 0) {
    Add(LeakPolicy(), "threads left by " + step, "every thread has ended",
        fmt::format("each run leaves {} threads", answer_.lost_threads))
        .left = true;
  }
  for (const std::string& change : answer_.changes) {
    Add(LeakPolicy(), change + " by " + step, "the process is as it was", change).left = true;
  }
  if (!answer_.remaining_files.empty()) {
    Add(LeakPolicy(), "files left", "nothing is written to the disk",
        "left: " + ListText(answer_.remaining_files))
        .left = true;
  }
}

}  // namespace loadstone::oracle
