// SPDX-License-Identifier: Apache-2.0
#include "harness/case/unjudged.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

#include "harness/case/expect.h"

namespace loadstone {
namespace {

// These follow the reason in the message of a skip.
constexpr char kAccused[] = "\naccused: ";
constexpr char kJudges[] = "\njudges: ";

std::string WithJudges(const std::string& why, const std::string& accused,
                       const std::vector<std::string>& judges) {
  return fmt::format("{}{}{}{}{}", why, kAccused, accused, kJudges, fmt::join(judges, " "));
}

}  // namespace

std::string Unjudged(const std::string& why, const std::vector<std::string>& judges,
                     const std::string& accused) {
  const std::string& first = judges.front();
  return WithJudges(why, accused.empty() ? first.substr(0, first.find('/')) : accused, judges);
}

std::string Untold(const std::string& why, const std::vector<std::string>& judges) {
  return WithJudges(why, "", judges);
}

Skip SkipFromMessage(const std::string& message) {
  Skip skip;
  const size_t accused = message.find(kAccused);
  const size_t judges = message.find(kJudges, accused);
  if (accused == std::string::npos || judges == std::string::npos) {
    skip.reason = ReasonFromMessage(message);
    return skip;
  }
  skip.unjudged = true;
  skip.reason = ReasonFromMessage(message.substr(0, accused));
  const size_t start = accused + std::char_traits<char>::length(kAccused);
  skip.accused = message.substr(start, judges - start);
  std::istringstream names(message.substr(judges + std::char_traits<char>::length(kJudges)));
  skip.judges.assign(std::istream_iterator<std::string>(names), {});
  return skip;
}

void AttributeFailureTo(const std::string& policy) {
  testing::Test::RecordProperty(kViolates, policy);
}

}  // namespace loadstone
