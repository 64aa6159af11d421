#include "fuzz/outside/in_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_set>

#include "fuzz/outside/api.h"
#include "fuzz/outside/cause.h"
#include "fuzz/outside/changed_files.h"
#include "fuzz/outside/difference.h"
#include "fuzz/outside/findings.h"
#include "fuzz/outside/input.h"
#include "fuzz/outside/minimise.h"
#include "fuzz/outside/order.h"
#include "fuzz/outside/subject_pair.h"
#include "harness/probe/app_trace.h"
#include "harness/probe/start.h"

namespace loadstone::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kChangePercent = 70;
// Of a hundred inputs so many ask something else on the machine of the one before.
constexpr unsigned kVaryPercent = 65;
constexpr size_t kMinimiseBudget = 600;
constexpr size_t kMinimiseHangBudget = 40;
constexpr size_t kMinimiseAfterBudget = 150;  // with inputs before
// An executor is given up after so many inputs, so that what it keeps in its memory stays small.
constexpr uint64_t kInputsPerExecutor = 5000;
constexpr int kMostDifferencesOfAKind = 3;

// One input in so many is asked in strict mode, every other of these with memory at the left.
constexpr uint64_t kStrictShare = 128;

// One input in so many is asked by two processes at once; one that is looked at alone, so often.
constexpr uint64_t kAtOnceShare = 128;
constexpr int kAtOnceTries = 8;

// How many inputs of the same process are told with what was seen, and how often that is done: the
// trace has to hold them.
constexpr size_t kMostBefore = 32;
constexpr size_t kMostToldWithThem = 30;

GuardMode ModeOf(uint64_t input) {
  const bool strict = input % kStrictShare == kStrictShare - 1;
  return {.left = strict && input / kStrictShare % 2 == 1, .strict = strict};
}

double Seconds(Clock::time_point since) {
  return std::chrono::duration<double>(Clock::now() - since).count();
}

void Tell(const Fault& fault, const Input& input, const std::vector<Input>& before = {}) {
  std::vector<std::string> texts;
  for (const Input& one : before) texts.push_back(ToJson(one));
  AppEvent(kSuspectEvent)
      .Add("policy", fault.policy)
      .Add("cause", fault.cause)
      .Add("expected", fault.expected)
      .Add("observed", fault.observed)
      .Add("match", fault.match)
      .Add("ending", fault.ending)
      .Add("input", ToJson(input))
      .Add("before", texts);
}

// What an answer looks like from afar: inputs with a new look are worth changing further.
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

// What earlier runs kept, in its order.
std::vector<Input> ReadCorpus() {
  std::error_code error;
  std::set<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpusFolder, error)) {
    paths.insert(entry.path());
  }
  std::vector<Input> corpus;
  for (const std::string& path : paths) corpus.push_back(ReadInput(path));
  return corpus;
}

class Slice {
 public:
  Slice(const Subject& subject, const Order& order)
      : order_(order),
        api_(FindApi(subject.api)),
        made_for_(order.against.has_value() ? WithCommonFolders(subject, *order.against) : subject),
        generator_(api_.NewGenerator(made_for_, order.options)),
        pair_(api_, subject, order.against, order.guard),
        random_(order.seed),
        told_(order.known.begin(), order.known.end()),
        corpus_(ReadCorpus()) {}

  void Run() {
    const auto start = Clock::now();
    uint64_t creates = 0;
    uint64_t inputs = 0;
    for (; inputs < order_.inputs && Seconds(start) < order_.seconds; ++inputs) {
      if (inputs % kInputsPerExecutor == kInputsPerExecutor - 1) pair_.Renew();
      last_ = Next();
      const Input& input = last_;
      creates += input.create ? 1 : 0;
      Answer answer;
      for (const Fault& fault : pair_.Ask(input, order_.hang_seconds, ModeOf(inputs), answer)) {
        if (!IsNew(fault)) continue;
        const bool with_them = told_now_++ < kMostToldWithThem;
        Tell(fault, input, with_them ? Before() : std::vector<Input>());
      }
      if (inputs % kAtOnceShare == 0) TellAtOnce(input, answer);
      Remember(input, answer);
      // What ends the subject tells nothing more when it is changed, and costs a process each time.
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
    TellKept();
  }

 private:
  // Differences of one kind have many reasons, which are known when they are made small.
  bool IsNew(const Fault& fault) {
    if (IsDifference(fault)) return ++differences_[fault.match] <= kMostDifferencesOfAKind;
    return told_.insert(fault.Signature()).second;
  }

  void TellAtOnce(const Input& input, const Answer& alone) {
    const std::optional<Fault> fault = pair_.AskAtOnce(input, order_.hang_seconds, alone);
    if (fault.has_value() && IsNew(*fault)) Tell(*fault, input);
  }

  Input Next() {
    if (last_survived_ && !last_.files.empty() && random_.Chance(kVaryPercent)) {
      return generator_->Vary(last_, random_);
    }
    if (corpus_.empty() || !random_.Chance(kChangePercent)) {
      return generator_->Make(random_);
    }
    return generator_->Change(corpus_[random_.Below(corpus_.size())], random_);
  }

  // A process that has ended takes with it what it was asked.
  void Remember(const Input& input, const Answer& answer) {
    if (answer.ending != Answer::Ending::kDone) return before_.clear();
    if (before_.size() == kMostBefore) before_.pop_front();
    before_.push_back(input);
  }
  std::vector<Input> Before() const { return {before_.begin(), before_.end()}; }

  void TellKept() const {
    for (size_t i = 0; i < std::min(kept_.size(), order_.keep); ++i) {
      AppEvent(kKeptEvent).Add("input", ToJson(kept_[i]));
    }
  }

  void Keep(const Input& input) {
    if (kept_.size() < order_.keep) kept_.push_back(input);
    if (corpus_.size() < kMostCorpus) {
      corpus_.push_back(input);
    } else {
      corpus_[random_.Below(kMostCorpus)] = input;
    }
  }

  const Order& order_;
  const Api& api_;
  Subject made_for_;
  std::unique_ptr<Generator> generator_;
  SubjectPair pair_;
  Random random_;
  Input last_;
  bool last_survived_ = true;
  std::set<std::string> told_;
  std::map<std::string, int> differences_;  // by kind
  std::unordered_set<std::string> looks_;
  std::vector<Input> corpus_;
  std::deque<Input> before_;  // what the process that holds the subject was asked, the last ones
  size_t told_now_ = 0;
  std::vector<Input> kept_;  // of which the corpus outside is told
};

// Runs single inputs, each in a fresh process, and tells all that is wrong.
class Alone {
 public:
  Alone(const Subject& subject, const Order& order, bool guard)
      : api_(FindApi(subject.api)),
        at_once_(order.kind == Order::Kind::kJudge ||
                 order.match.starts_with(api_.OtherProcessPolicy())),
        seconds_(order.hang_seconds),
        guard_(guard),
        pair_(api_, subject, order.against, guard) {}

  const Api& api() const { return api_; }

  // Of memory errors, those that the guard sees at the cost of a little time.
  std::vector<Fault> Ask(const Input& input) { return AskOnce(input, {}); }

  // All that the guard can see.
  std::vector<Fault> AskThoroughly(const Input& input) {
    if (!guard_) return Ask(input);
    std::vector<Fault> faults = AskOnce(input, {.left = false, .strict = true});
    if (EndOf(faults) != nullptr) return faults;
    std::vector<Fault> others = AskOnce(input, {.left = true, .strict = true});
    return EndOf(others) != nullptr ? others : faults;
  }

  // The last of several inputs that one process is asked.
  std::vector<Fault> AskAfter(const std::vector<Input>& before, const Input& input) {
    std::vector<Fault> faults = AskOnce(input, {}, before);
    if (!guard_ || !faults.empty()) return faults;
    return AskOnce(input, {.left = false, .strict = true}, before);
  }

  // Whether the fault of the last answer, to `input` after `before`, is one of changed files.
  bool IsLastMixture(const std::vector<Input>& before, const Input& input,
                     const Fault& fault) const {
    return IsMixture(api_, pair_.subject(), before, input, answer_, fault.match);
  }

  // The end of the process among the faults, or nullptr.
  static const Fault* EndOf(const std::vector<Fault>& faults) {
    const auto end =
        std::find_if(faults.begin(), faults.end(), [](const Fault& fault) { return fault.ending; });
    return end != faults.end() ? &*end : nullptr;
  }

 private:
  std::vector<Fault> AskOnce(const Input& input, GuardMode mode,
                             const std::vector<Input>& before = {}) {
    pair_.Renew();
    for (const Input& one : before) pair_.Ask(one, seconds_, mode);
    std::vector<Fault> faults = pair_.Ask(input, seconds_, mode, answer_);
    if (!at_once_ || !faults.empty() || !before.empty()) return faults;
    for (int i = 0; i < kAtOnceTries && faults.empty(); ++i) {
      if (const auto fault = pair_.AskAtOnce(input, seconds_, answer_)) faults.push_back(*fault);
    }
    return faults;
  }

  const Api& api_;
  bool at_once_;  // whether two processes are asked as well
  double seconds_;
  bool guard_;
  SubjectPair pair_;
  Answer answer_;
};

const Fault* WithMatch(const std::vector<Fault>& faults, const std::string& match) {
  const auto found = std::find_if(faults.begin(), faults.end(),
                                  [&](const Fault& fault) { return fault.match == match; });
  return found != faults.end() ? &*found : nullptr;
}

// The fault that is meant by the order, by the words of a thorough look: that may see a memory
// error where another one saw what came of it.
std::optional<Fault> WhatIsMeant(const std::vector<Fault>& faults, const Order& order) {
  const Fault* meant = WithMatch(faults, order.match);
  if (meant == nullptr && order.ending) meant = Alone::EndOf(faults);
  return meant != nullptr ? std::optional(*meant) : std::nullopt;
}

// The input after as few others as can be, and then itself as small as can be: which policy is
// broken may hang on what else stands in it.
void MinimiseBefore(const Subject& subject, const Order& order, std::vector<Input> before) {
  Alone alone(subject, order, order.guard);
  const Input input = ReadInput(kInputPath);
  std::optional<Fault> last;
  bool mixture = false;  // whether only a fault of changed files counts
  const auto fails = [&](const std::vector<Input>& some, const Input& one) {
    const std::optional<Fault> fault = WhatIsMeant(alone.AskAfter(some, one), order);
    if (!fault.has_value() || (mixture && !alone.IsLastMixture(some, one, *fault))) return false;
    last = mixture ? NameMixture(alone.api(), *fault) : fault;
    return true;
  };
  if (!fails(before, input)) return;
  Tell(*last, input, before);  // in case the time is over before the end
  const auto fails_after = [&](const std::vector<Input>& some) { return fails(some, input); };
  if (!last->ending) {
    // Of many machines before, the answer is easily right for one.
    mixture = true;
    const std::vector<Input> fewer = LeaveOut(before, fails_after);
    mixture = fails(fewer, input);
    if (mixture) before = fewer;
  }
  before = LeaveOut(before, fails_after);
  const Input smallest = Minimise(input, kMinimiseAfterBudget,
                                  [&](const Input& smaller) { return fails(before, smaller); });
  if (fails(before, smallest)) Tell(*last, smallest, before);
}

void MinimiseInput(const Subject& subject, const Order& order) {
  Alone alone(subject, order, order.guard);
  const Input input = ReadInput(kInputPath);
  std::optional<Fault> last = WhatIsMeant(alone.AskThoroughly(input), order);
  if (!last.has_value()) return;
  const auto fails = [&](const Input& smaller) {
    const auto faults = last->memory ? alone.AskThoroughly(smaller) : alone.Ask(smaller);
    const Fault* fault = WithMatch(faults, last->match);
    if (fault == nullptr || (!last->unclear && fault->unclear)) return false;
    last = *fault;
    return true;
  };
  const bool hang = last->match.find("no end of") != std::string::npos;
  const Input smallest = Minimise(input, hang ? kMinimiseHangBudget : kMinimiseBudget, fails);
  if (fails(smallest)) Tell(*last, smallest);
}

// A memory error that ends the process without a guard as well is what it was without one, and the
// guard says why.
Fault WithoutGuard(const Fault& fault, const Input& input, const Subject& subject,
                   const Order& order) {
  Alone alone(subject, order, /*guard=*/false);
  const std::vector<Fault> faults = alone.Ask(input);
  const Fault* end = Alone::EndOf(faults);
  if (end == nullptr) return fault;
  Fault both = *end;
  both.observed += ", after " + fault.observed;
  both.match = fault.match;
  return both;
}

void JudgeInput(const Subject& subject, const Order& order) {
  Alone alone(subject, order, order.guard);
  const Input input = ReadInput(kInputPath);
  if (const std::vector<Input> before = ReadCorpus(); !before.empty()) {
    for (const Fault& fault : alone.AskAfter(before, input)) {
      const bool mixture = alone.IsLastMixture(before, input, fault);
      Tell(mixture ? NameMixture(alone.api(), fault) : fault, input, before);
    }
    return;
  }
  const auto ask = [&](const Input& one) { return alone.Ask(one); };
  const auto named = [&](const Fault& fault) {
    if (IsDifference(fault)) return DescribeMachine(fault, input);
    return fault.memory ? WithoutGuard(fault, input, subject, order)
                        : NameCause(fault, input, alone.api(), subject, ask);
  };
  for (const Fault& fault : alone.AskThoroughly(input)) Tell(named(fault), input);
}

}  // namespace

void FuzzProbeMain(const std::string& subject_json, const std::string& order_json) {
  try {
    const Subject subject = Subject::FromJson(subject_json);
    const Order order = Order::FromJson(order_json);
    TellStart();
    if (order.kind == Order::Kind::kFuzz) {
      Slice(subject, order).Run();
    } else if (order.kind == Order::Kind::kMinimise) {
      const std::vector<Input> before = ReadCorpus();
      before.empty() ? MinimiseInput(subject, order) : MinimiseBefore(subject, order, before);
    } else {
      JudgeInput(subject, order);
    }
    AppEvent{kAppDone};
    std::exit(0);
  } catch (const std::exception& exception) {
    AppEvent(kAppHarnessError).Add("error", exception.what());
  }
  std::exit(1);
}

}  // namespace loadstone::fuzz
