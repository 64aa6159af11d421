#include "fuzz/outside/subject_pair.h"

#include <algorithm>
#include <utility>

#include "fuzz/outside/difference.h"

namespace loadstone::fuzz {
namespace {

constexpr char kOtherFolder[] = "/loadstone/against";

void KeepCommon(std::vector<std::string>& folders, const std::vector<std::string>& others) {
  std::erase_if(folders, [&](const std::string& folder) {
    return std::find(others.begin(), others.end(), folder) == others.end();
  });
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

SubjectPair::SubjectPair(const Api& api, const Subject& subject, std::optional<Subject> other,
                         bool guard)
    : api_(api),
      subject_(subject),
      other_(std::move(other)),
      executor_(api, subject.PathInWorld(), guard) {
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
  executor_.ForgetNewFiles();
  if (!api_.Judge(input, other, *other_).empty()) return {};
  if (const auto difference = FindDifference(seen, other)) faults.push_back(*difference);
  return faults;
}

void SubjectPair::Renew() {
  executor_.Renew();
  if (other_executor_ != nullptr) other_executor_->Renew();
}

}  // namespace loadstone::fuzz
