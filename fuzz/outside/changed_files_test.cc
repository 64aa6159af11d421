// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/changed_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vulkan/vulkan.h>

#include "oracle/vulkan/test_subject.h"
#include "policies/policy_ids.h"

namespace loadstone::fuzz::changed_files_test {
namespace {

using oracle::vulkan::kExplicitFolder;
using oracle::vulkan::Manifest;
using oracle::vulkan::TestSubject;

Input WithLayers(const std::vector<std::string>& names) {
  Input input;
  for (const std::string& name : names) {
    input.files[std::string(kExplicitFolder) + "/" + name + ".json"] =
        Manifest("VK_LAYER_LS_" + name, 0, "{}");
  }
  return input;
}

// The answer of a loader that enumerates these layers.
Answer Listing(const std::vector<std::string>& names) {
  Answer answer;
  for (const std::string& name : names) {
    answer.layers.push_back({"VK_LAYER_LS_" + name, VK_MAKE_API_VERSION(0, 1, 3, 0), 1, "one"});
  }
  return answer;
}

std::string MatchOf(const Input& input, const Answer& answer) {
  const std::vector<Fault> faults = VulkanApi().Judge(input, answer, TestSubject());
  return faults.empty() ? "" : faults.front().match;
}

bool IsOne(const std::vector<Input>& before, const Input& input, const Answer& answer) {
  return IsMixture(VulkanApi(), TestSubject(), before, input, answer, MatchOf(input, answer));
}

TEST(ChangedFiles, AnAnswerForNeitherIsAMixture) {
  const Input before = WithLayers({"a"}), after = WithLayers({"b"});
  const std::string match = MatchOf(after, Listing({}));
  EXPECT_FALSE(match.empty());
  EXPECT_TRUE(IsOne({before}, after, Listing({})));
}

TEST(ChangedFiles, TheAnswerOfBeforeIsNone) {
  const Input before = WithLayers({"a"}), after = WithLayers({"b"});
  EXPECT_FALSE(MatchOf(after, Listing({"a"})).empty());
  EXPECT_FALSE(IsOne({before}, after, Listing({"a"})));
  EXPECT_FALSE(IsOne({before, WithLayers({"c"})}, after, Listing({"a"})));
  EXPECT_FALSE(IsOne({before}, after, Listing({"b"})));
}

TEST(ChangedFiles, TheEnvironmentOfBeforeExplainsAsWell) {
  Input before = WithLayers({"a"});
  const Input after = WithLayers({"a"});
  before.environment["VK_LAYER_PATH"] = "/nowhere";
  EXPECT_FALSE(MatchOf(after, Listing({})).empty());
  EXPECT_FALSE(IsOne({before}, after, Listing({})));
}

TEST(ChangedFiles, WithoutAnythingBeforeThereIsNone) {
  EXPECT_FALSE(IsOne({}, WithLayers({"b"}), Listing({})));
}

TEST(ChangedFiles, WhatIsLeftBehindIsNone) {
  Answer answer = Listing({"b"});
  answer.lost_descriptors = 1;
  const Input after = WithLayers({"b"});
  EXPECT_FALSE(MatchOf(after, answer).empty());
  EXPECT_FALSE(IsOne({WithLayers({"a"})}, after, answer));
}

TEST(ChangedFiles, AnEndIsNone) {
  Answer answer = Listing({});
  answer.ending = Answer::Ending::kSignal;
  answer.value = 11;
  EXPECT_FALSE(IsOne({WithLayers({"a"})}, WithLayers({"b"}), answer));
}

TEST(ChangedFiles, TheirPolicyNamesThem) {
  const Fault fault =
      NameMixture(VulkanApi(), {"LLP_LOADER_1", "a layer is missing", "it is there", "none", "m"});
  EXPECT_EQ(fault.policy, policy::LS_VK_ROBUSTNESS_15.text);
  EXPECT_EQ(fault.cause, "after the files changed: a layer is missing");
  EXPECT_EQ(fault.match, "m");
}

}  // namespace
}  // namespace loadstone::fuzz::changed_files_test
