// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_UNJUDGED_H_
#define LOADSTONE_HARNESS_CASE_UNJUDGED_H_

#include <string>
#include <vector>

// The results of cases that could not judge because the layer, driver or runtime did not work at
// all.
namespace loadstone {

// Returns the text of a skip, for SKIP_FOR or GTEST_SKIP, of a case that could not judge because
// its subject did not work, for example because it ended the process. Other text may precede it.
// `why` describes what happened and names no case. `judges` are the cases, or policies with cases,
// one of which fails for this; the report names one that failed. If none did, the first case that
// observed it becomes a finding under `accused`, or else under the policy of the first judge (see
// ResolveUnjudged).
std::string Unjudged(const std::string& why, const std::vector<std::string>& judges,
                     const std::string& accused = {});
// Returns such a text without an accused policy, because the cause may not be the subject. The run
// is then incomplete.
std::string Untold(const std::string& why, const std::vector<std::string>& judges = {});

// The parsed message of a skipped case.
struct Skip {
  std::string reason = {};
  bool unjudged = false;  // because the subject did not work, see above
  std::vector<std::string> judges = {};
  std::string accused = {};  // a policy, or empty
};
// Parses the message of GoogleTest.
Skip SkipFromMessage(const std::string& message);

// Attributes failures of the case to this policy, which it cites, instead of the first cited one.
// For use in the body of a case.
void AttributeFailureTo(const std::string& policy);
// The name of the GoogleTest property with that policy.
inline constexpr char kViolates[] = "violates";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_UNJUDGED_H_
