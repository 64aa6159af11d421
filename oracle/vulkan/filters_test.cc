// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/filters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace loadstone::oracle::vulkan::filters_test {
namespace {

constexpr const char* kAlpha = "VK_LAYER_LS_alpha";
constexpr const char* kAlphabet = "VK_LAYER_LS_alphabet";
constexpr const char* kBeta = "VK_LAYER_LS_beta";
constexpr const char* kLastLetters = "VK_LAYER_XYZxyz";

TEST(Covers, SaysWhichLayersAPatternMatches) {
  struct Row {
    std::string value;
    std::vector<std::string> matches;
  };
  for (const Row& row : std::vector<Row>{
           {"VK_LAYER_LS_alpha", {kAlpha}},
           {"VK_LAYER_LS_alphabet", {kAlphabet}},
           {"alpha", {}},
           {"VK_LAYER_LS", {}},
           {"LS_beta", {}},
           {"VK_LAYER_LS_missing", {}},
           {"VK_LAYER_LS_alpha*", {kAlpha, kAlphabet}},
           {"VK_LAYER_LS_*", {kAlpha, kAlphabet, kBeta}},
           {"VK_LAYER_LS_beta*", {kBeta}},
           {"LS_alpha*", {}},
           {"VK_LAYER_LS_alphabetical*", {}},
           {"*_beta", {kBeta}},
           {"*a", {kAlpha, kBeta}},
           {"*VK_LAYER_LS_alphabet", {kAlphabet}},
           {"*_alpha", {kAlpha}},
           {"*XVK_LAYER_LS_beta", {}},
           {"*pha*", {kAlpha, kAlphabet}},
           {"*bet*", {kAlphabet, kBeta}},
           {"*VK_LAYER_LS*", {kAlpha, kAlphabet, kBeta}},
           {"*VK_LAYER_LS_alphabet*", {kAlphabet}},
           {"*t*", {kAlphabet, kBeta}},
           {"*gamma*", {}},
           {"vk_layer_ls_ALPHA", {kAlpha}},
           {"vk_LAYER_ls_AlPhA*", {kAlpha, kAlphabet}},
           {"*_BETA", {kBeta}},
           {"*PHA*", {kAlpha, kAlphabet}},
           {"VK_LAYER_xyzXYZ", {kLastLetters}},
           {"VK_LAYER_LS_alpha,VK_LAYER_LS_beta", {kAlpha, kBeta}},
           {"VK_LAYER_LS_beta,VK_LAYER_LS_beta", {kBeta}},
           {"VK_LAYER_LS_alpha,*_alphabet,VK_LAYER_LS_b*", {kAlpha, kAlphabet, kBeta}},
           {"*pha*,VK_LAYER_LS_alpha*,*alphabet", {kAlpha, kAlphabet}},
           {"VK_LAYER_LS_missing,VK_LAYER_LS_beta", {kBeta}},
           {"VK_LAYER_LS_beta,VK_LAYER_LS_missing", {kBeta}},
           {"VK_LAYER_LS_alpha:VK_LAYER_LS_beta", {}},
       }) {
    std::vector<std::string> matches;
    for (const char* name : {kAlpha, kAlphabet, kBeta, kLastLetters}) {
      const Tristate covers = Covers(row.value, name, false, false);
      EXPECT_NE(covers, Tristate::kMaybe) << row.value;
      if (covers == Tristate::kYes) matches.push_back(name);
    }
    EXPECT_THAT(matches, testing::ElementsAreArray(row.matches)) << row.value;
  }
}

TEST(Covers, KnowsTheSpecialWords) {
  EXPECT_EQ(Covers("", "VK_a", false, false), Tristate::kNo);
  EXPECT_EQ(Covers("~implicit~", "VK_a", true, true), Tristate::kYes);
  EXPECT_EQ(Covers("~implicit~", "VK_a", false, true), Tristate::kNo);
  EXPECT_EQ(Covers("~all~", "VK_a", false, true), Tristate::kYes);
  EXPECT_EQ(Covers("~all~", "VK_a", false, false), Tristate::kMaybe);
}

TEST(Covers, LeavesOpenWhatTheDocumentsDoNotDescribe) {
  for (const char* odd : {"*", "VK*a", "?", "a,,b", " VK_a", "[V]K_a", "**"}) {
    EXPECT_EQ(Covers(odd, "VK_a", false, false), Tristate::kMaybe) << odd;
  }
}

}  // namespace
}  // namespace loadstone::oracle::vulkan::filters_test
