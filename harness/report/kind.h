// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_KIND_H_
#define LOADSTONE_HARNESS_REPORT_KIND_H_

#include <string>
#include <string_view>

#include "harness/report/result.h"

namespace loadstone {

// What distinguishes a violation from another one of the same case. Violations of one kind differ
// only in names, paths, numbers, and the order and number of observations, which may vary between
// runs and between machines.
struct Kind {
  std::string violates;  // the violated policy
  std::string ending;    // see EndingOf
  // As returned by KindOfText; empty if the process ended early, because then only the ending
  // counts.
  std::string reason;
  std::string expected;
  std::string observed;
  bool operator==(const Kind&) const = default;
};

Kind KindOf(const CaseResult& result);

// Returns the parts of Pattern(text) between its commas, sorted and without duplicates, and without
// amounts: "and 3 more", or how much memory was used.
std::string KindOfText(std::string_view text);

// Returns how the process of a case ended, if it ended early, such as "killed by SIGSEGV during
// vkCreateInstance"; empty for any other case. For a report of an older version without this field,
// it is parsed from the texts.
std::string EndingOf(const CaseResult& result);

// Returns the ending, as above, in a text that contains a result of Observation::DescribeEnding;
// else empty.
std::string EndingIn(std::string_view text);

// Returns the reason without what a waiver or a baseline added to it.
std::string OwnReason(const CaseResult& result);

// The text that a baseline adds to the reason, and the beginning of what a waiver adds.
inline constexpr char kKnown[] = "known from the baseline";
inline constexpr char kWaivedBy[] = "waived: ";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_KIND_H_
