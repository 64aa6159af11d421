// SPDX-License-Identifier: Apache-2.0
// Each invariant is tested with a broken answer, which it must reject.

#include "fuzz/inside/support/search_path_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::fuzz::inside::search_path_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const SearchRule kRule = {{"ONLY"}, "MORE", {"XDG_CONFIG_DIRS"}, {"/etc/x"}, "/x"};

std::string Check(const std::string& text, const std::vector<std::string>& places) {
  return CheckSearchPaths(kRule, EnvironmentText::Parse(text), places);
}

TEST(SearchPathRulesTest, EveryWrongPlaceIsReported) {
  EXPECT_THAT(Check("", {"/etc/x"}), IsEmpty());
  EXPECT_THAT(Check("", {"/other"}), HasSubstr("no reason"));
  EXPECT_THAT(Check("", {""}), HasSubstr("no name"));
  EXPECT_THAT(Check("", {"/etc/x", "/etc/x"}), HasSubstr("twice"));
  EXPECT_THAT(Check("ONLY=/a:/b", {"/a", "/b"}), IsEmpty());
  EXPECT_THAT(Check("ONLY=/a:/b", {"/b", "/a"}), HasSubstr("not those"));
  EXPECT_THAT(Check("MORE=/a:/a", {"/a", "/a", "/etc/x"}), IsEmpty());
  EXPECT_THAT(Check("XDG_CONFIG_DIRS=/a//:/b", {"/a/x", "/b/x"}), IsEmpty());
  EXPECT_THAT(Check("HOME=/h/", {"/h/.config/x"}), IsEmpty());
}

TEST(SearchPathRulesTest, ElevatedProcessesKnowTheDefaultsOnly) {
  EXPECT_THAT(Check("ELEVATED=1\nONLY=/a", {"/etc/x"}), IsEmpty());
  for (const char* text : {"MORE=/a\n", "ONLY=/a\n", "XDG_CONFIG_DIRS=/a\n", "HOME=/a\n"}) {
    for (const char* place : {"/a", "/a/x", "/a/.config/x"}) {
      EXPECT_THAT(Check(std::string(text) + "ELEVATED=1", {place}), HasSubstr("no reason"));
    }
  }
}

TEST(SearchPathRulesTest, ManifestsAreFoundOnce) {
  EXPECT_THAT(CheckFoundManifests({"/a.json", "/b.json"}), IsEmpty());
  EXPECT_THAT(CheckFoundManifests({"/a.json", "/a.json"}), HasSubstr("twice"));
  EXPECT_THAT(CheckFoundManifests({"/a.txt"}), HasSubstr("no manifest"));
}

TEST(EnvironmentTextTest, LinesAreVariables) {
  std::string text = "A=1\nA=2=3\n=x\nnonsense\nB=a_b\nAPPLICATION=x::y\nELEVATED=1";
  text[text.find('_')] = '\0';
  const auto environment = EnvironmentText::Parse(text);
  EXPECT_EQ(environment.Variable("A"), "2=3");
  EXPECT_EQ(environment.Variable("B"), "ab");
  EXPECT_EQ(environment.SecureVariable("A"), "");
  EXPECT_THAT(environment.application, ElementsAre("x", "y"));
  EXPECT_TRUE(environment.elevated);
  EXPECT_EQ(environment.variables.size(), 2u);
}

}  // namespace
}  // namespace loadstone::fuzz::inside::search_path_rules_test
