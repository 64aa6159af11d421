// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/in_world.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/outside/alone.h"
#include "fuzz/outside/cause.h"
#include "fuzz/outside/changed_files.h"
#include "fuzz/outside/difference.h"
#include "fuzz/outside/input.h"
#include "fuzz/outside/minimise.h"
#include "fuzz/outside/order.h"
#include "fuzz/outside/probe_trace.h"
#include "fuzz/outside/slice.h"
#include "harness/probe/app_trace.h"
#include "harness/probe/path_here.h"
#include "harness/probe/start.h"

namespace loadstone::fuzz {
namespace {

constexpr size_t kMinimiseBudget = 600;
constexpr size_t kMinimiseHangBudget = 40;
constexpr size_t kMinimiseAfterBudget = 150;  // if other inputs ran before

const Fault* WithMatch(const std::vector<Fault>& faults, const std::string& match) {
  const auto found = std::find_if(faults.begin(), faults.end(),
                                  [&](const Fault& fault) { return fault.match == match; });
  return found != faults.end() ? &*found : nullptr;
}

// The fault to which the order refers, in its description with all checks of the guard: these may
// show a memory error where another run showed a consequence of it.
std::optional<Fault> FindFaultOfOrder(const std::vector<Fault>& faults, const Order& order) {
  const Fault* meant = WithMatch(faults, order.match);
  if (meant == nullptr && order.ending) meant = Alone::EndOf(faults);
  return meant != nullptr ? std::optional(*meant) : std::nullopt;
}

// Minimises first the list of inputs before, and then the input: the violated policy may depend on
// the other contents of the input.
void MinimiseBefore(const Subject& subject, const Order& order, std::vector<Input> before) {
  Alone alone(subject, order, order.guard);
  const Input input = ReadInput(PathHere(kInputPath));
  std::optional<Fault> last;
  bool mixture = false;  // whether only a mixture of changed files counts
  const auto fails = [&](const std::vector<Input>& some, const Input& one) {
    const std::optional<Fault> fault = FindFaultOfOrder(alone.RunAfterInputs(some, one), order);
    if (!fault.has_value() || (mixture && !alone.IsLastMixture(some, one, *fault))) return false;
    last = mixture ? NameMixture(alone.api(), *fault) : fault;
    return true;
  };
  if (!fails(before, input)) return;
  Tell(*last, input, before);  // in case the time is over before the end
  const auto fails_after = [&](const std::vector<Input>& some) { return fails(some, input); };
  if (!last->ending) {
    // With many earlier machines, the answer is likely to be correct for one of them.
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
  const Input input = ReadInput(PathHere(kInputPath));
  std::optional<Fault> last = FindFaultOfOrder(alone.RunWithFullGuard(input), order);
  if (!last.has_value()) return;
  const auto fails = [&](const Input& smaller) {
    const auto faults = last->memory ? alone.RunWithFullGuard(smaller) : alone.Ask(smaller);
    const Fault* fault = WithMatch(faults, last->match);
    if (fault == nullptr || (!last->unclear && fault->unclear)) return false;
    last = *fault;
    return true;
  };
  const bool hang = last->match.find("no end of") != std::string::npos;
  const Input smallest = Minimise(input, hang ? kMinimiseHangBudget : kMinimiseBudget, fails);
  if (fails(smallest)) Tell(*last, smallest);
}

// If a memory error ends the process without a guard as well, the fault is that end, and the
// guard's report explains it.
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
  const Input input = ReadInput(PathHere(kInputPath));
  if (const std::vector<Input> before = ReadCorpus(PathHere(kCorpusFolder), subject.api);
      !before.empty()) {
    for (const Fault& fault : alone.RunAfterInputs(before, input)) {
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
  for (const Fault& fault : alone.RunWithFullGuard(input)) Tell(named(fault), input);
}

}  // namespace

void FuzzProbeMain(const std::string& subject_json, const std::string& order_json) {
  try {
    const Subject subject = Subject::FromJson(subject_json);
    const Order order = Order::FromJson(order_json);
    TraceStart();
    if (order.kind == Order::Kind::kFuzz) {
      RunSlice(subject, order);
    } else if (order.kind == Order::Kind::kMinimise) {
      const std::vector<Input> before = ReadCorpus(PathHere(kCorpusFolder), subject.api);
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
