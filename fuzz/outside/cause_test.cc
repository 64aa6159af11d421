// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/cause.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "oracle/judgement.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::fuzz::cause_test {
namespace {

constexpr char kHomeFile[] = "/home/user/.local/share/vulkan/explicit_layer.d/a.json";
const std::string kLongName = "VK_LAYER_LS_" + std::string(243, 'x');

Input OneLayer(const std::string& name) {
  Input input;
  input.files[kHomeFile] = oracle::vulkan::Manifest(name, 0);
  return input;
}

Fault MissingInHome() {
  Fault fault = {"LS_VK_DISCOVERY_3", "a good layer is not enumerated", "", "", ""};
  fault.match = fault.Signature();
  fault.file = kHomeFile;
  return fault;
}

// A subject that misses the layers for which `misses(path, text)` is true.
using Misses = std::function<bool(const std::string& path, const std::string& text)>;
Fault Named(const Input& input, const Misses& misses) {
  return NameCause(MissingInHome(), input, VulkanApi(), oracle::vulkan::TestSubject(),
                   [&](const Input& other) {
                     std::vector<Fault> faults;
                     for (const auto& [path, text] : other.files) {
                       if (!misses(path, text)) continue;
                       faults.push_back(MissingInHome());
                       if (path != kHomeFile) faults.back().match = "of another folder";
                     }
                     return faults;
                   });
}

TEST(NameCause, LeavesTheFolderWhereItIsTheCause) {
  const Fault fault = Named(OneLayer("VK_LAYER_LS_a"),
                            [](const std::string& path, auto&) { return path == kHomeFile; });
  EXPECT_EQ(fault.policy, "LS_VK_DISCOVERY_3");
  EXPECT_EQ(fault.cause, MissingInHome().cause);
}

TEST(NameCause, NamesTheLengthOfATextBeforeTheFolder) {
  for (const std::string& name : {kLongName, std::string("VK_LAYER_LS_a")}) {
    const Fault fault = Named(OneLayer(name), [](const std::string& path, const std::string& text) {
      return path == kHomeFile && text.find(std::string(200, 'x')) != std::string::npos;
    });
    EXPECT_EQ(fault.policy, name == kLongName ? "LS_VK_MANIFEST_1" : "LS_VK_DISCOVERY_3");
    EXPECT_EQ(fault.match, MissingInHome().match);
  }
}

// Otherwise a MUST would be reported for a fault that violates no MUST.
TEST(NameCause, BlamesNoLengthForWhatIsLeftBehind) {
  oracle::Answer answer;
  answer.remaining_files = {"error"};
  const Input input = OneLayer(kLongName);
  const std::vector<Fault> faults = VulkanApi().Judge(input, answer, oracle::vulkan::TestSubject());
  const auto left = std::find_if(faults.begin(), faults.end(),
                                 [](const Fault& fault) { return fault.cause == "files left"; });
  ASSERT_NE(left, faults.end());
  const Fault fault = NameCause(*left, input, VulkanApi(), oracle::vulkan::TestSubject(),
                                [](const Input&) { return std::vector<Fault>(); });
  EXPECT_EQ(fault.policy, "LS_VK_ROBUSTNESS_3");
}

TEST(NameCause, BlamesNoFolderForWhatIsMissedInEach) {
  const Fault fault =
      Named(OneLayer("VK_LAYER_LS_a"), [](const std::string&, auto&) { return true; });
  EXPECT_EQ(fault.policy, "LLP_LOADER_1");
}

TEST(NameCause, LeavesTheEndOfAProcessAsItIs) {
  Fault fault = MissingInHome();
  fault.ending = true;
  const Fault named =
      NameCause(fault, OneLayer(kLongName), VulkanApi(), oracle::vulkan::TestSubject(),
                [](const Input&) { return std::vector<Fault>(); });
  EXPECT_EQ(named.Signature(), fault.Signature());
}

TEST(NameCause, TellsADescriptionFromAName) {
  Input input;
  input.files[kHomeFile] = oracle::vulkan::Manifest(
      "VK_LAYER_LS_a", 0, R"({"description": ")" + std::string(255, 'x') + "\"}");
  const Fault fault = Named(input, [](const std::string&, const std::string& text) {
    return text.find(std::string(200, 'x')) != std::string::npos;
  });
  EXPECT_EQ(fault.policy, "LS_VK_MANIFEST_4");
}

TEST(WithShortText, ShortensATextWhereverItStands) {
  Input input = OneLayer(kLongName);
  input.environment["VK_INSTANCE_LAYERS"] = "VK_LAYER_LS_a:" + kLongName;
  input.layers = {kLongName};
  const Input shorter = WithShortText(input, kLongName);
  ASSERT_EQ(shorter.layers.size(), 1u);
  const std::string& name = shorter.layers.front();
  EXPECT_LT(name.size(), 64u);
  EXPECT_TRUE(name.starts_with("VK_LAYER_LS_x"));
  EXPECT_EQ(shorter.environment.at("VK_INSTANCE_LAYERS"), "VK_LAYER_LS_a:" + name);
  EXPECT_EQ(shorter.files.at(kHomeFile), oracle::vulkan::Manifest(name, 0));
}

TEST(HasUndefinedValue, KnowsTheValuesThatTheDocumentsDescribe) {
  for (const char* value : {"/a:/b/c", "VK_LAYER_LS_a:VK_LAYER_LS_b", "~all~,*_x,VK_*,*a*", "on"}) {
    EXPECT_FALSE(oracle::HasUndefinedValue({.environment = {{"A", value}}})) << value;
  }
  for (const char* value :
       {"", "/a:", "a,,b", "a/b", "/a/../b", "/a/", "/dev/null", ".", "*", "**", "a*b", "?"}) {
    EXPECT_TRUE(oracle::HasUndefinedValue({.environment = {{"A", value}}})) << value;
  }
}

}  // namespace
}  // namespace loadstone::fuzz::cause_test
