// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/subject_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "fuzz/outside/difference.h"
#include "oracle/judgement.h"

namespace loadstone::fuzz {
namespace {

constexpr char kOtherFolder[] = "/opt/against";

void KeepCommon(std::vector<std::string>& folders, const std::vector<std::string>& others) {
  std::erase_if(folders, [&](const std::string& folder) {
    return std::find(others.begin(), others.end(), folder) == others.end();
  });
}

std::string TextOf(const Answer& answer) {
  std::vector<std::string> names;
  for (const oracle::Enumerated& layer : answer.layers) names.push_back(layer.name);
  return fmt::format("result {}, layers {}", answer.enumerate_result, oracle::ListText(names));
}

// The order may depend on addresses, which differ between processes.
std::vector<oracle::Enumerated> LayersOf(const Answer& answer) {
  std::vector<oracle::Enumerated> layers = answer.layers;
  std::sort(layers.begin(), layers.end(),
            [](const oracle::Enumerated& one, const oracle::Enumerated& other) {
              return std::tie(one.name, one.description) < std::tie(other.name, other.description);
            });
  return layers;
}

std::optional<Fault> CompareWithAlone(const Answer& answer, const Answer& alone,
                                      const std::string& policy) {
  const bool ends = answer.ending != Answer::Ending::kDone;
  if (!ends && answer.enumerate_result == alone.enumerate_result &&
      LayersOf(answer) == LayersOf(alone)) {
    return std::nullopt;
  }
  Fault fault = {policy, "asked while another process is: ", TextOf(alone) + ", as alone",
                 ends ? "the call does not return, or the process terminates" : TextOf(answer)};
  fault.cause += ends ? "the call does not return" : "another answer than alone";
  fault.match = policy + ": " + fault.cause;
  fault.ending = ends;
  return fault;
}

}  // namespace

std::string PathOfOther(const Subject& other) {
  return kOtherFolder + other.path.substr(other.path.rfind('/'));
}

Subject WithCommonFolders(Subject subject, const Subject& other) {
  KeepCommon(subject.folders.explicit_layers, other.folders.explicit_layers);
  KeepCommon(subject.folders.implicit_layers, other.folders.implicit_layers);
  KeepCommon(subject.folders.drivers, other.folders.drivers);
  return subject;
}

SubjectPair::SubjectPair(const FuzzedApi& api, const Subject& subject, std::optional<Subject> other,
                         bool guard)
    : api_(api),
      subject_(subject),
      other_(std::move(other)),
      executor_(api, subject.PathInWorld(), guard),
      guard_(guard) {
  if (other_.has_value()) {
    other_executor_ = std::make_unique<Executor>(api, PathOfOther(*other_), guard);
  }
}

std::vector<Fault> SubjectPair::Ask(const Input& input, double seconds, GuardMode mode) {
  Answer ignored;
  return Ask(input, seconds, mode, ignored);
}

std::vector<Fault> SubjectPair::Ask(const Input& input, double seconds, GuardMode mode,
                                    Answer& seen) {
  seen = executor_.Run(input, seconds, mode);
  std::vector<Fault> faults = api_.Judge(input, seen, subject_);
  if (other_executor_ == nullptr || !faults.empty()) return faults;
  const Answer other = other_executor_->RunOnPlaced(input, seconds, mode);
  executor_.IgnoreNewFiles();
  if (!api_.Judge(input, other, *other_).empty()) return {};
  if (const auto difference = FindDifference(seen, other)) faults.push_back(*difference);
  return faults;
}

std::optional<Fault> SubjectPair::RunConcurrently(const Input& input, double seconds,
                                                  const Answer& alone) {
  if (input.create || other_executor_ != nullptr || alone.ending != Answer::Ending::kDone) {
    return std::nullopt;
  }
  if (second_executor_ == nullptr) {
    second_executor_ = std::make_unique<Executor>(api_, subject_.PathInWorld(), guard_);
    second_executor_->AllowAnyProcessor();
  }
  executor_.Begin(input);
  second_executor_->Begin(input);
  const Answer answers[] = {executor_.Finish(input, seconds),
                            second_executor_->Finish(input, seconds)};
  executor_.IgnoreNewFiles();
  second_executor_->IgnoreNewFiles();
  for (const Answer& answer : answers) {
    if (auto fault = CompareWithAlone(answer, alone, api_.OtherProcessPolicy())) return fault;
  }
  return std::nullopt;
}

void SubjectPair::Renew() {
  executor_.Renew();
  if (second_executor_ != nullptr) second_executor_->Renew();
  if (other_executor_ != nullptr) other_executor_->Renew();
}

}  // namespace loadstone::fuzz
