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

// How the process that runs cases shares them with others and tells what came out.
struct CaseHooks {
  // True if this process shall run the case of that index; asked once per case and repetition.
  std::function<bool(size_t index)> claim;
  std::function<void(const std::string& id)> begin;
  std::function<void(const CaseResult& result)> end;
};

// Registers a GoogleTest test for each of `cases`, on `stage`, under its ID: the policy is the test
// suite and the name the test. A case is skipped, with the reason, where a policy that it cites
// does not hold for the subject, and, unless `robustness`, where no document demands what it
// judges. What it says of a case that does not hold follows from the level of the policy that is
// not kept: fail for a must, else warn. A process that ends early does not keep the policy of
// robustness that the case cites, if any, whatever owns the case. Replaces GoogleTest's printer by
// a listener that speaks through `hooks`. Everything given must outlive the run.
void RegisterCaseTests(const std::vector<const CaseInfo*>& cases, Stage& stage,
                       const policy::Catalogue& catalogue, bool robustness, const CaseHooks& hooks);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_CASE_TESTS_H_
