#include "harness/fuzz/judgement.h"

#include <fmt/format.h>
#include <string.h>

namespace loadstone::fuzz {
namespace {

constexpr uint64_t kMostGrowthKib = 192 * 1024;

}  // namespace

std::string ListText(const std::vector<std::string>& texts) {
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
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

void Judgement::Add(const std::string& policy, const std::string& cause,
                    const std::string& expected, const std::string& observed) {
  faults_.push_back({policy, cause, expected, observed, policy + ": " + cause});
}

void Judgement::AddUnclear(const std::string& policy, const std::string& match,
                           const std::string& cause, const std::string& expected,
                           const std::string& observed) {
  faults_.push_back({policy, cause, expected, observed, match});
}

// The end of a process, whose policy is only known when the input is small.
void Judgement::AddEnding(const std::string& cause, const std::string& observed) {
  AddUnclear(EndingPolicy(), cause, cause, "the application comes to its end", observed);
}

bool Judgement::MayEnd() const {
  return answer_.step != Step::kLoad && answer_.step != Step::kEnumerate &&
         (Names(&Library::hollow) || Names(&Library::deadly));
}

void Judgement::JudgeEnding() {
  if (MayEnd()) return;
  const std::string step = StepName();
  switch (answer_.ending) {
    case Answer::Ending::kSignal: {
      if (answer_.place == kEndOfStack && IsEndOfMocks()) break;
      const char* name = sigabbrev_np(answer_.value);
      const std::string what = fmt::format("SIG{}", name != nullptr ? name : "?");
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
      AddEnding("no end of " + step, step + " did not come back");
      break;
    case Answer::Ending::kDone:
      break;
  }
}

void Judgement::JudgeResources() {
  const std::string step = answer_.tried_create ? "creating an instance" : "enumerating";
  if (answer_.lost_descriptors > 0) {
    Add(kNoPolicy, "file descriptors lost by " + step, "all files are closed",
        fmt::format("each run leaves {} file descriptors open", answer_.lost_descriptors));
  }
  if (answer_.peak_growth_kib > kMostGrowthKib) {
    AddEnding("memory without measure",
              fmt::format("one run took {} MiB", answer_.peak_growth_kib / 1024));
  }
  if (!answer_.left_files.empty()) {
    Add(kNoPolicy, "files left", "nothing is written to the disk",
        "left: " + ListText(answer_.left_files));
  }
}

}  // namespace loadstone::fuzz
