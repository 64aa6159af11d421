// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_UNJUDGED_H_
#define LOADSTONE_HARNESS_CASE_UNJUDGED_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

// The results of cases that could not judge because the layer, driver or runtime did not work at
// all.
namespace loadstone {

// Why a case is skipped.
struct SkipReason {
  SkipReason() = default;
  SkipReason(std::string text) : text(std::move(text)) {}  // NOLINT: a text is a reason
  SkipReason(const char* text) : text(text) {}             // NOLINT

  bool empty() const { return text.empty(); }

  std::string text = {};
  bool unjudged = false;  // the subject did not work, see Unjudged
  std::vector<std::string> judges = {};
  std::string accused = {};  // a policy, or empty
};
// Returns `reason` with `text` in front of its own.
SkipReason operator+(const std::string& text, SkipReason reason);

// Returns the reason of a case that could not judge because its subject did not work, for example
// because it ended the process. `why` describes what happened and names no case. `judges` are the
// cases, or policies with cases, one of which fails for this; the report names one that failed. If
// none did, the first case that observed it becomes a finding under `accused`, or else under the
// policy of the first judge (see ResolveUnjudged).
SkipReason Unjudged(const std::string& why, const std::vector<std::string>& judges,
                    const std::string& accused = {});
// Returns such a reason without an accused policy, because the cause may not be the subject. The
// run is then incomplete.
SkipReason Untold(const std::string& why, const std::vector<std::string>& judges = {});

// Adds the parts of `reason` but its text to the result of the running case, which is then skipped;
// SKIP_FOR and SKIP_WITH call it.
void RecordSkip(const SkipReason& reason);
// Returns the reason of a case that was skipped.
SkipReason SkipReasonOf(const testing::TestResult& test);

// Attributes failures of the case to this policy, which it cites, instead of the first cited one.
// For use in the body of a case.
void AttributeFailureTo(const std::string& policy);
// The name of the GoogleTest property with that policy.
inline constexpr char kViolates[] = "violates";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_UNJUDGED_H_
