// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/findings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "fuzz/outside/test_input.h"

namespace loadstone::fuzz::findings_test {
namespace {

TEST(Input, IsReadAsItWasWritten) {
  Input input = OneLayer();
  input.files["/b"] = std::string("\0\x01\x80\xff\"\\", 6);
  input.environment["A"] = "\xc3\xa4";
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(InputFromJson(ToJson(input)), input);
}

TEST(Input, IsRefusedWhenItIsNoneOfOurs) {
  for (const char* json : {"", "[]", "{}", R"({"files": {}, "environment": {}, "layers": [1]})",
                           R"({"files": {"a": ""}, "environment": {}, "layers": [],
                               "create": true, "device": true})",
                           R"({"files": {}, "environment": {"=": ""}, "layers": [],
                               "create": true, "device": true})"}) {
    EXPECT_THROW(InputFromJson(json), std::invalid_argument) << json;
  }
}

TEST(Findings, KeepsTheFirstOfEachCause) {
  Findings findings;
  const Fault fault = {"LLP_LOADER_1", "a cause: x/y", "", "", ""};
  findings.Add({fault, OneLayer(), 3});
  findings.Add({fault, {}, 1});
  findings.Add({fault, OneLayer(), 2});
  ASSERT_EQ(findings.all().size(), 1u);
  EXPECT_EQ(findings.all().front().slice, 1u);
  EXPECT_EQ(FolderName(fault), "LLP_LOADER_1-a_cause_x_y");
  Fault one = fault;
  one.cause = std::string(300, 'x') + " at 0x1";
  Fault other = fault;
  other.cause = std::string(300, 'x') + " at 0x2";
  EXPECT_NE(FolderName(one), FolderName(other));
  EXPECT_EQ(FolderName(one).size(), FolderName(other).size());
  EXPECT_LT(FolderName(one).size(), 200u);
}

TEST(CauseKey, IgnoresTheFolderOnlyWhereItIsTheReasonForThePolicy) {
  Fault one = {"LS_VK_DISCOVERY_1", "a good layer is not enumerated", "", "", ""};
  Fault other = {"LS_VK_DISCOVERY_2", "a good layer is not enumerated", "", "", ""};
  EXPECT_NE(CauseKey(one), CauseKey(other));
  one.file = "/etc/a.json";
  EXPECT_NE(CauseKey(one), CauseKey(other));
  other.file = "/usr/share/b.json";
  EXPECT_EQ(CauseKey(one), CauseKey(other));
  other.cause = "another cause";
  EXPECT_NE(CauseKey(one), CauseKey(other));
}

TEST(Findings, AreReadWithWhatWasAskedBefore) {
  const std::string out = testing::TempDir() + "findings_" + std::to_string(getpid());
  Finding finding = {{"LLP_LOADER_1", "a cause", "", "", ""}, OneLayer()};
  WriteFinding(finding, "must", out, "");
  const std::string folder = FindingFolder(finding, out);
  EXPECT_TRUE(ReadBefore(folder, Api::kVulkan).empty());
  for (int i = 0; i < 12; ++i) {
    finding.before.push_back(OneLayer());
    finding.before.back().layers = {std::to_string(i)};
  }
  WriteFinding(finding, "must", out, "");
  EXPECT_EQ(ReadFinding(folder), finding.input);
  EXPECT_EQ(ReadBefore(folder, Api::kVulkan), finding.before);
  std::filesystem::remove_all(out);
}

}  // namespace
}  // namespace loadstone::fuzz::findings_test
