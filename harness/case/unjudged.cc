// SPDX-License-Identifier: Apache-2.0
#include "harness/case/unjudged.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

#include "harness/case/expect.h"

namespace loadstone {
namespace {

// The names of the GoogleTest properties with the parts of the reason.
constexpr char kUnjudged[] = "unjudged";
constexpr char kJudges[] = "judges";  // separated by spaces
constexpr char kAccused[] = "accused";

}  // namespace

SkipReason operator+(const std::string& text, SkipReason reason) {
  reason.text = text + reason.text;
  return reason;
}

SkipReason Unjudged(const std::string& why, const std::vector<std::string>& judges,
                    const std::string& accused) {
  SkipReason reason = Untold(why, judges);
  const std::string& first = judges.front();
  reason.accused = accused.empty() ? first.substr(0, first.find('/')) : accused;
  return reason;
}

SkipReason Untold(const std::string& why, const std::vector<std::string>& judges) {
  SkipReason reason(why);
  reason.unjudged = true;
  reason.judges = judges;
  return reason;
}

void RecordSkip(const SkipReason& reason) {
  if (!reason.unjudged) return;
  testing::Test::RecordProperty(kUnjudged, "true");
  testing::Test::RecordProperty(kJudges, fmt::format("{}", fmt::join(reason.judges, " ")));
  testing::Test::RecordProperty(kAccused, reason.accused);
}

SkipReason SkipReasonOf(const testing::TestResult& test) {
  SkipReason reason;
  for (int i = 0; i < test.total_part_count() && reason.empty(); ++i) {
    const testing::TestPartResult& part = test.GetTestPartResult(i);
    if (part.skipped()) reason.text = ReasonFromMessage(part.message());
  }
  for (int i = 0; i < test.test_property_count(); ++i) {
    const testing::TestProperty& property = test.GetTestProperty(i);
    const std::string key = property.key();
    if (key == kUnjudged) reason.unjudged = true;
    if (key == kAccused) reason.accused = property.value();
    if (key != kJudges) continue;
    std::istringstream names(property.value());
    reason.judges.assign(std::istream_iterator<std::string>(names), {});
  }
  return reason;
}

void AttributeFailureTo(const std::string& policy) {
  testing::Test::RecordProperty(kViolates, policy);
}

}  // namespace loadstone
