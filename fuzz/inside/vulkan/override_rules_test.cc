// SPDX-License-Identifier: Apache-2.0
// The oracle must detect a wrong answer; and manifests are read.

#include "fuzz/inside/vulkan/override_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace loadstone::fuzz::inside::override_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kImplicit[] = "/lib/etc/vulkan/implicit_layer.d/VK_LAYER_LS_implicit.so";
constexpr char kA[] = "/lib/etc/vulkan/explicit_layer.d/VK_LAYER_LS_a.so";
constexpr char kB[] = "/lib/etc/vulkan/explicit_layer.d/VK_LAYER_LS_b.so";
constexpr char kOverriddenA[] = "/lib/override/VK_LAYER_LS_a.so";

std::string Text(const std::string& more) {
  return R"({"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_LUNARG_override",
      "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1",
      "description": "one", "disable_environment": {"OFF": "1"},
      "component_layers": ["VK_LAYER_LS_a"])" +
         more + "}}";
}

// The complaint about the loader's answer after replacing its chain.
std::string With(const std::string& text, const std::vector<std::string>& chain) {
  OverrideAnswer answer = ReadOverrideManifest(text);
  answer.seen.chain = chain;
  return CheckOverrideAnswer(text, answer);
}

TEST(OverrideRulesTest, EveryWrongAnswerIsReported) {
  EXPECT_THAT(With(Text(""), {kImplicit, kA}), IsEmpty());
  EXPECT_THAT(With(Text(""), {kImplicit}), HasSubstr("not in the chain"));
  EXPECT_THAT(With(Text(""), {kA, kImplicit}), HasSubstr("another order"));
  EXPECT_THAT(With(Text(""), {kImplicit, kA, kA}), HasSubstr("twice"));
  EXPECT_THAT(With(Text(""), {kImplicit, kA, kB}), HasSubstr("nobody asks"));
  const std::string blacklist = Text(R"(, "blacklisted_layers": ["VK_LAYER_LS_implicit"])");
  EXPECT_THAT(With(blacklist, {kImplicit, kA}), HasSubstr("blacklist"));
  const std::string paths = Text(R"(, "override_paths": ["/override"])");
  EXPECT_THAT(With(paths, {kImplicit, kA}), HasSubstr("not in the override paths"));
  EXPECT_THAT(With("{}", {kImplicit, kA}), HasSubstr("nobody asks"));
  OverrideAnswer applies = ReadOverrideManifest("{}");
  applies.applies = true;
  for (const std::string& text : {std::string("{}"), Text(R"(, "app_keys": ["/x"])")}) {
    EXPECT_THAT(CheckOverrideAnswer(text, applies), HasSubstr("not in the manifest"));
  }
  OverrideAnswer hidden = ReadOverrideManifest("{}");
  hidden.seen.layers.clear();
  EXPECT_THAT(CheckOverrideAnswer("{}", hidden), HasSubstr("not enumerated"));
}

TEST(OverrideManifestTest, ComponentsComeFromTheOverridePaths) {
  const std::string text = Text(R"(, "override_paths": ["/override"],
      "blacklisted_layers": ["VK_LAYER_LS_implicit"])");
  const OverrideAnswer answer = ReadOverrideManifest(text);
  EXPECT_TRUE(answer.applies);
  EXPECT_THAT(answer.seen.chain, ElementsAre(kOverriddenA));
  EXPECT_THAT(CheckOverrideAnswer(text, answer), IsEmpty());
}

TEST(OverrideManifestTest, NonsenseChangesNothing) {
  const OverrideAnswer answer = ReadOverrideManifest("nonsense");
  EXPECT_FALSE(answer.applies);
  EXPECT_THAT(answer.seen.chain, ElementsAre(kImplicit));
  EXPECT_THAT(CheckOverrideAnswer("nonsense", answer), IsEmpty());
}

}  // namespace
}  // namespace loadstone::fuzz::inside::override_rules_test
