// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/changed_files.h"

#include <algorithm>

namespace loadstone::fuzz {
namespace {

// The answer without the resources and files that the subject left.
Answer WithoutLeftovers(Answer answer) {
  answer.lost_descriptors = answer.lost_threads = 0;
  answer.changes.clear();
  answer.peak_growth_kib = 0;
  answer.remaining_files.clear();
  return answer;
}

}  // namespace

bool IsMixture(const FuzzedApi& api, const Subject& subject, const std::vector<Input>& before,
               const Input& input, const Answer& answer, const std::string& match) {
  if (before.empty() || answer.ending != Answer::Ending::kDone || !answer.memory_error.empty()) {
    return false;
  }
  const Answer words = WithoutLeftovers(answer);
  const auto is_wrong = [&](const Input& machine) {
    const std::vector<Fault> faults = api.Judge(machine, words, subject);
    return std::any_of(faults.begin(), faults.end(),
                       [&](const Fault& fault) { return fault.match == match; });
  };
  const auto is_wrong_after = [&](const Input& earlier) {
    Input files = input, environment = input, both = input;
    files.files = both.files = earlier.files;
    files.registry = both.registry = earlier.registry;
    environment.environment = both.environment = earlier.environment;
    return is_wrong(files) && is_wrong(environment) && is_wrong(both);
  };
  return is_wrong(input) && std::all_of(before.begin(), before.end(), is_wrong_after);
}

Fault NameMixture(const FuzzedApi& api, Fault fault) {
  fault.cause = "after the files changed: " + fault.cause;
  fault.expected += ", or the result that was right before the change";
  fault.policy = api.ChangedFilesPolicy();
  return fault;
}

}  // namespace loadstone::fuzz
