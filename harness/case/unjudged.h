// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_UNJUDGED_H_
#define LOADSTONE_HARNESS_CASE_UNJUDGED_H_

#include <string>
#include <vector>

// What a case of a layer, driver or runtime says where that did not work at all.
namespace loadstone {

// Why a case tells nothing because its subject did not work, as where it ended the process: a text
// for SKIP_FOR or GTEST_SKIP, of which other text may stand in front. `why` says what happened, and
// names no case. `judges` are the cases of which one fails for it, and policies whose cases do; of
// those the report names one that went wrong. Where none did, nobody has told of it yet: the first
// case that saw it is then a finding under `accused`, or else the policy of the first judge (see
// SettleUnjudged).
std::string Unjudged(const std::string& why, const std::vector<std::string>& judges,
                     const std::string& accused = {});
// Likewise where nobody is accused: what happened may have other reasons than the subject. Then the
// run is incomplete.
std::string Untold(const std::string& why, const std::vector<std::string>& judges = {});

// What a case that was skipped tells.
struct Skip {
  std::string reason = {};
  bool unjudged = false;  // by the subject's doing, see above
  std::vector<std::string> judges = {};
  std::string accused = {};  // a policy, or nothing
};
// From the message of GoogleTest.
Skip SkipFromMessage(const std::string& message);

// What the case fails for is held against that policy, which it cites, and not against the first
// one. For use in the body of a case.
void HoldAgainst(const std::string& policy);
// Under what name GoogleTest keeps it.
inline constexpr char kViolates[] = "violates";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_UNJUDGED_H_
