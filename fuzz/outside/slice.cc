// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/slice.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "fuzz/outside/api.h"
#include "fuzz/outside/difference.h"
#include "fuzz/outside/in_world.h"
#include "fuzz/outside/input.h"
#include "fuzz/outside/probe_trace.h"
#include "fuzz/outside/subject_pair.h"
#include "fuzz/outside/windows/adapt.h"
#include "harness/probe/app_trace.h"
#include "harness/probe/path_here.h"
#include "harness/world/platform.h"

namespace loadstone::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kChangePercent = 70;
// The percentage of inputs that reuse the machine of the previous one.
constexpr unsigned kVaryPercent = 65;
// An executor is replaced after this number of inputs, so that its memory stays small.
constexpr uint64_t kInputsPerExecutor = 5000;
constexpr int kMaxDifferencesPerKind = 3;

// One input in kStrictShare runs in strict mode, every other of these with the guard before the
// memory.
constexpr uint64_t kStrictShare = 128;

// One input in kConcurrentShare is run by two processes at once.
constexpr uint64_t kConcurrentShare = 128;

// How many earlier inputs of the same process are reported with a fault, and for how many faults:
// the size of the trace is limited.
constexpr size_t kMaxEarlierInputs = 32;
constexpr size_t kMaxReportsWithEarlierInputs = 30;

GuardMode ModeOf(uint64_t input) {
  const bool strict = input % kStrictShare == kStrictShare - 1;
  return {.left = strict && input / kStrictShare % 2 == 1, .strict = strict};
}

double Seconds(Clock::time_point since) {
  return std::chrono::duration<double>(Clock::now() - since).count();
}

// A coarse summary of an answer: inputs with a new summary are worth varying.
std::string Look(const Input& input, const Answer& answer) {
  const auto level = [](size_t count) { return count < 8 ? count : 8 + count / 16; };
  std::string look = fmt::format(
      "{} {} {} {} {} {}", static_cast<int>(answer.ending), static_cast<int>(answer.step),
      answer.enumerate_result, level(answer.layers.size()), level(input.files.size()),
      input.create
          ? fmt::format("{} {} {}", answer.create_result, answer.chain.size(), level(answer.events))
          : "");
  for (const auto& [name, value] : input.environment)
    look += name.substr(0, 16) + value.substr(0, 4);
  return look;
}

class Slice {
 public:
  Slice(const Subject& subject, const Order& order)
      : order_(order),
        api_(FindApi(subject.api)),
        subject_(order.against.has_value() ? WithCommonFolders(subject, *order.against) : subject),
        made_for_(IsWindows(subject) ? windows::WithFoldersOfKeys(subject_) : subject_),
        generator_(api_.NewGenerator(made_for_, order.options)),
        pair_(api_, subject, order.against, order.guard),
        random_(order.seed),
        told_(order.known.begin(), order.known.end()),
        corpus_(ReadCorpus(PathHere(kCorpusFolder), subject.api)) {}

  void Run() {
    const auto start = Clock::now();
    uint64_t creates = 0;
    uint64_t inputs = 0;
    for (; inputs < order_.inputs && Seconds(start) < order_.seconds; ++inputs) {
      if (inputs % kInputsPerExecutor == kInputsPerExecutor - 1) pair_.Renew();
      last_ = std::make_shared<const Input>(Next());
      const Input& input = *last_;
      creates += input.create ? 1 : 0;
      Answer answer;
      for (const Fault& fault : pair_.Ask(input, order_.hang_seconds, ModeOf(inputs), answer)) {
        if (!IsNew(fault)) continue;
        const bool with_them = reports_with_inputs_++ < kMaxReportsWithEarlierInputs;
        Tell(fault, input, with_them ? Before() : std::vector<Input>());
      }
      if (inputs % kConcurrentShare == 0) ReportConcurrentFault(input, answer);
      Remember(answer);
      // Variants of an input that ends the subject show little new, and each costs a process.
      last_survived_ = answer.ending == Answer::Ending::kDone;
      const bool is_new = looks_.insert(Look(input, answer)).second || answer.news;
      if (is_new && last_survived_) Keep(input);
    }
    AppEvent(kSliceEvent)
        .Add("inputs", static_cast<int64_t>(inputs))
        .Add("creates", static_cast<int64_t>(creates))
        .Add("microseconds", static_cast<int64_t>(Seconds(start) * 1e6))
        .Add("corpus", static_cast<int64_t>(corpus_.size()))
        .Add("places", static_cast<int64_t>(pair_.places()));
    ReportKeptInputs();
  }

 private:
  // Differences of one kind have many reasons, which are known only after minimisation.
  bool IsNew(const Fault& fault) {
    if (IsDifference(fault)) return ++differences_[fault.match] <= kMaxDifferencesPerKind;
    return told_.insert(fault.Signature()).second;
  }

  void ReportConcurrentFault(const Input& input, const Answer& alone) {
    const std::optional<Fault> fault = pair_.RunConcurrently(input, order_.hang_seconds, alone);
    if (fault.has_value() && IsNew(*fault)) Tell(*fault, input);
  }

  Input Next() {
    Input input = NextOfGenerator();
    if (IsWindows(subject_)) windows::Adapt(input, subject_, random_);
    return input;
  }

  Input NextOfGenerator() {
    if (last_survived_ && !last_->files.empty() && random_.Chance(kVaryPercent)) {
      return generator_->Vary(*last_, random_);
    }
    if (corpus_.empty() || !random_.Chance(kChangePercent)) {
      return generator_->Make(random_);
    }
    return generator_->Change(corpus_[random_.Below(corpus_.size())], random_);
  }

  // When a process has ended, its earlier inputs no longer matter.
  void Remember(const Answer& answer) {
    if (answer.ending != Answer::Ending::kDone) return before_.clear();
    if (before_.size() == kMaxEarlierInputs) before_.pop_front();
    before_.push_back(last_);
  }
  std::vector<Input> Before() const {
    std::vector<Input> inputs;
    for (const auto& one : before_) inputs.push_back(*one);
    return inputs;
  }

  void ReportKeptInputs() const {
    for (size_t i = 0; i < std::min(kept_.size(), order_.keep); ++i) {
      AppEvent(kKeptEvent).Add("input", ToJson(kept_[i]));
    }
  }

  void Keep(const Input& input) {
    if (kept_.size() < order_.keep) kept_.push_back(input);
    if (corpus_.size() < kMaxCorpus) {
      corpus_.push_back(input);
    } else {
      corpus_[random_.Below(kMaxCorpus)] = input;
    }
  }

  const Order& order_;
  const FuzzedApi& api_;
  const Subject subject_;
  const Subject made_for_;  // the subject as the generator needs it
  std::unique_ptr<Generator> generator_;
  SubjectPair pair_;
  Random random_;
  std::shared_ptr<const Input> last_ = std::make_shared<const Input>();
  bool last_survived_ = true;
  std::set<std::string> told_;
  std::map<std::string, int> differences_;  // by kind
  std::unordered_set<std::string> looks_;
  std::vector<Input> corpus_;
  // The last inputs that the present executor ran.
  std::deque<std::shared_ptr<const Input>> before_;
  size_t reports_with_inputs_ = 0;
  std::vector<Input> kept_;  // reported for the corpus outside of the world
};

}  // namespace

void RunSlice(const Subject& subject, const Order& order) { Slice(subject, order).Run(); }

}  // namespace loadstone::fuzz
