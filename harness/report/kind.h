// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_KIND_H_
#define LOADSTONE_HARNESS_REPORT_KIND_H_

#include <string>
#include <string_view>

#include "harness/report/result.h"

namespace loadstone {

// In what a violation can differ from another of the same case. Two of one kind differ in names,
// paths, numbers and the order and number of what was seen at most, which may change from run to
// run and from machine to machine.
struct Kind {
  std::string violates;  // the policy
  std::string ending;    // see EndingOf
  // As KindOfText gives them; empty where the process did not come to its end, which says it all.
  std::string reason;
  std::string expected;
  std::string observed;
  bool operator==(const Kind&) const = default;
};

Kind KindOf(const CaseResult& result);

// The parts between the commas of Pattern(text), each once and in order, without what tells how
// much there was: "and 3 more", or how much memory was used.
std::string KindOfText(std::string_view text);

// How the process of a case ended that did not come to its end, such as "killed by SIGSEGV during
// vkCreateInstance"; empty for any other case. Of a report by an older version, which does not say
// it, it is read from the texts.
std::string EndingOf(const CaseResult& result);

// What of a text in which Observation::DescribeEnding stands is the ending, as above; else empty.
std::string EndingIn(std::string_view text);

// The reason without what a waiver or a baseline added to it.
std::string OwnReason(const CaseResult& result);

// What a baseline adds to the reason, and how what a waiver adds begins.
inline constexpr char kKnown[] = "known from the baseline";
inline constexpr char kWaivedBy[] = "waived: ";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_KIND_H_
