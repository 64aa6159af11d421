// Each invariant is held against a broken answer, and must complain; and manifests are read.

#include "fuzz/inside/vulkan/override_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::fuzzing {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string Text(const std::string& more, const std::string& components = R"(["VK_LAYER_LS_a"])") {
  return R"({"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_LUNARG_override",
      "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1", "description": "",
      "disable_environment": {"OFF": "1"}, "component_layers": )" +
         components + more + "}}";
}

OverrideAnswer RightAnswer() {
  OverrideAnswer answer;
  answer.applies = true;
  answer.chain = {"VK_LAYER_LS_implicit", "VK_LAYER_LS_a"};
  answer.manifests = {"/etc/vulkan/implicit_layer.d/VK_LAYER_LS_implicit.json",
                      "/etc/vulkan/explicit_layer.d/VK_LAYER_LS_a.json"};
  return answer;
}

TEST(OverrideRulesTest, EveryWrongAnswerIsNoticed) {
  EXPECT_THAT(CheckOverrideAnswer(Text(""), RightAnswer()), IsEmpty());
  EXPECT_THAT(CheckOverrideAnswer("{}", RightAnswer()), HasSubstr("not in the manifest"));
  EXPECT_THAT(CheckOverrideAnswer(Text(R"(, "app_keys": ["/x"])"), RightAnswer()),
              HasSubstr("other applications"));
  EXPECT_THAT(CheckOverrideAnswer(Text("", "[]"), RightAnswer()), HasSubstr("no components"));
  EXPECT_THAT(CheckOverrideAnswer(Text(R"(, "blacklisted_layers": ["VK_LAYER_LS_implicit"])"),
                                  RightAnswer()),
              HasSubstr("blacklists"));
  EXPECT_THAT(CheckOverrideAnswer(Text(R"(, "override_paths": ["/override"])"), RightAnswer()),
              HasSubstr("not below"));
  EXPECT_THAT(
      CheckOverrideAnswer(R"({"layer": {"name": "VK_LAYER_LUNARG_override"}})", RightAnswer()),
      HasSubstr("switched off"));
  OverrideAnswer twice = RightAnswer();
  twice.chain[1] = twice.chain[0];
  EXPECT_THAT(CheckOverrideAnswer(Text(""), twice), HasSubstr("twice"));
  OverrideAnswer unasked = RightAnswer();
  unasked.applies = false;
  EXPECT_THAT(CheckOverrideAnswer("{}", unasked), HasSubstr("nobody asked"));
}

TEST(OverrideManifestTest, ComponentsComeFromTheOverridePaths) {
  const std::string text = Text(R"(, "override_paths": ["/override"],
      "blacklisted_layers": ["VK_LAYER_LS_implicit"])");
  const OverrideAnswer answer = ReadOverrideManifest(text);
  EXPECT_TRUE(answer.applies);
  EXPECT_THAT(answer.chain, ElementsAre("VK_LAYER_LS_a"));
  EXPECT_THAT(answer.manifests, ElementsAre("/override/VK_LAYER_LS_a.json"));
  EXPECT_THAT(CheckOverrideAnswer(text, answer), IsEmpty());
}

TEST(OverrideManifestTest, NonsenseChangesNothing) {
  const OverrideAnswer answer = ReadOverrideManifest("nonsense");
  EXPECT_FALSE(answer.applies);
  EXPECT_THAT(answer.chain, ElementsAre("VK_LAYER_LS_implicit"));
}

}  // namespace
}  // namespace loadstone::fuzzing
