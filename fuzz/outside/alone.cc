// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/alone.h"

#include <algorithm>
#include <optional>

#include "fuzz/outside/changed_files.h"

namespace loadstone::fuzz {
namespace {

// How often two processes are given an input at the same time.
constexpr int kConcurrentTries = 8;

}  // namespace

Alone::Alone(const Subject& subject, const Order& order, bool guard)
    : api_(FindApi(subject.api)),
      concurrent_(order.kind == Order::Kind::kJudge ||
                  order.match.starts_with(api_.OtherProcessPolicy())),
      seconds_(order.hang_seconds),
      guard_(guard),
      pair_(api_, subject, order.against, guard) {}

std::vector<Fault> Alone::RunWithFullGuard(const Input& input) {
  if (!guard_) return Ask(input);
  std::vector<Fault> faults = AskOnce(input, {.left = false, .strict = true});
  if (EndOf(faults) != nullptr) return faults;
  std::vector<Fault> others = AskOnce(input, {.left = true, .strict = true});
  return EndOf(others) != nullptr ? others : faults;
}

std::vector<Fault> Alone::RunAfterInputs(const std::vector<Input>& before, const Input& input) {
  std::vector<Fault> faults = AskOnce(input, {}, before);
  if (!guard_ || !faults.empty()) return faults;
  return AskOnce(input, {.left = false, .strict = true}, before);
}

bool Alone::IsLastMixture(const std::vector<Input>& before, const Input& input,
                          const Fault& fault) const {
  return IsMixture(api_, pair_.subject(), before, input, answer_, fault.match);
}

const Fault* Alone::EndOf(const std::vector<Fault>& faults) {
  const auto end =
      std::find_if(faults.begin(), faults.end(), [](const Fault& fault) { return fault.ending; });
  return end != faults.end() ? &*end : nullptr;
}

std::vector<Fault> Alone::AskOnce(const Input& input, GuardMode mode,
                                  const std::vector<Input>& before) {
  pair_.Renew();
  for (const Input& one : before) pair_.Ask(one, seconds_, mode);
  std::vector<Fault> faults = pair_.Ask(input, seconds_, mode, answer_);
  if (!concurrent_ || !faults.empty() || !before.empty()) return faults;
  for (int i = 0; i < kConcurrentTries && faults.empty(); ++i) {
    if (const auto fault = pair_.RunConcurrently(input, seconds_, answer_))
      faults.push_back(*fault);
  }
  return faults;
}

}  // namespace loadstone::fuzz
