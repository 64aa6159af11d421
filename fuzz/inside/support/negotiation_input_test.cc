// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/negotiation_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace loadstone::fuzz::inside::negotiation_input_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> seen;

void Negotiate(const JsonNode& behaviour) { seen.emplace_back(behaviour.StringOf("exports")); }

std::vector<std::string> SeenOf(std::string_view text) {
  seen.clear();
  NegotiateFromInput(reinterpret_cast<const uint8_t*>(text.data()), text.size(),
                     {{"driver", Negotiate}, {"layer", Negotiate}});
  return seen;
}

TEST(NegotiationInputTest, TellsEachPartnerItsBehaviour) {
  EXPECT_THAT(SeenOf(R"({"layer": {"exports": "new"}, "driver": {"exports": "old"}})"),
              ElementsAre("old", "new"));
}

TEST(NegotiationInputTest, NegotiatesWithPartnersOfWhichNothingIsTold) {
  EXPECT_THAT(SeenOf(R"({"layer": {"exports": "new"}})"), ElementsAre("", "new"));
  EXPECT_THAT(SeenOf("1"), ElementsAre("", ""));
}

TEST(NegotiationInputTest, IgnoresWhatIsNoJson) { EXPECT_THAT(SeenOf("{"), IsEmpty()); }

}  // namespace
}  // namespace loadstone::fuzz::inside::negotiation_input_test
