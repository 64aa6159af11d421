// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_CASE_TESTS_H_
#define LOADSTONE_HARNESS_RUNNER_CASE_TESTS_H_

#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/policy/catalogue.h"
#include "harness/report/result.h"

namespace loadstone {

// The functions by which a process that runs cases shares them with others and reports results.
struct CaseHooks {
  // Returns true if this process must run the case of that index; called once per case and
  // repetition.
  std::function<bool(size_t index)> claim;
  std::function<void(const std::string& id)> begin;
  std::function<void(const CaseResult& result)> end;
};

// Registers a GoogleTest test on `stage` for each of `cases`: the test suite is the policy in its
// ID, the test is the name. A case is skipped, with the reason, if a policy that it cites does not
// apply to the subject, or, if `robustness` is false, if no document demands what it judges. The
// verdict of a failed case follows from the level of the violated policy: fail for a must, else
// warn. If the process ended early, the violated policy is the robustness policy that the case
// cites, if any, instead of the policy in its ID. Replaces GoogleTest's printer by a listener that
// reports through `hooks`. All arguments must outlive the run.
void RegisterCaseTests(const std::vector<const CaseInfo*>& cases, Stage& stage,
                       const policy::Catalogue& catalogue, bool robustness, const CaseHooks& hooks);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_CASE_TESTS_H_
