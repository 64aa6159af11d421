// SPDX-License-Identifier: Apache-2.0
// Each invariant is tested with a broken answer, which it must reject; and environments are
// applied.

#include "fuzz/inside/vulkan/environment_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/inside/vulkan/known_machine.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace loadstone::fuzz::inside::environment_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kB[] = "VK_LAYER_LS_b";

std::string LibraryOf(const std::string& name) {
  const bool implicit = name == kImplicit || name == "VK_LAYER_LS_switched";
  return KnownLibrary(implicit ? "/etc/vulkan/implicit_layer.d" : "/etc/vulkan/explicit_layer.d",
                      name);
}

// The answer to an empty environment, with another chain.
VulkanEnvironmentAnswer Answer(const std::vector<std::string>& chain) {
  VulkanEnvironmentAnswer answer = ApplyVulkanEnvironment({});
  answer.seen.chain.clear();
  for (const std::string& name : chain) answer.seen.chain.push_back(LibraryOf(name));
  return answer;
}

VulkanEnvironmentAnswer Refusal() {
  VulkanEnvironmentAnswer answer = Answer({});
  answer.seen.created = false;
  answer.seen.create_result = VK_ERROR_LAYER_NOT_PRESENT;
  return answer;
}

std::string Check(const std::string& text, const VulkanEnvironmentAnswer& answer) {
  return CheckVulkanEnvironment(EnvironmentText::Parse(text), answer);
}

TEST(VulkanEnvironmentRulesTest, EveryWrongAnswerIsReported) {
  EXPECT_THAT(Check("", Answer({kImplicit})), IsEmpty());
  EXPECT_THAT(Check("", Answer({})), HasSubstr("not in the chain"));
  EXPECT_THAT(Check("LS_OFF=1", Answer({})), IsEmpty());
  EXPECT_THAT(Check("LS_OFF=1", Answer({kImplicit})), HasSubstr("disabling variable"));
  EXPECT_THAT(Check("VK_LOADER_LAYERS_DISABLE=*implicit", Answer({kImplicit})),
              HasSubstr("LAYERS_DISABLE"));
  EXPECT_THAT(Check("VK_LOADER_LAYERS_DISABLE=~explicit~", Answer({})),
              HasSubstr("not in the chain"));
  EXPECT_THAT(Check("", Answer({kImplicit, kImplicit})), HasSubstr("twice"));
  EXPECT_THAT(Check("", Answer({kImplicit, kB})), HasSubstr("nobody"));
  EXPECT_THAT(Check("APPLICATION=VK_LAYER_LS_b", Answer({kImplicit, kB})), IsEmpty());
  EXPECT_THAT(
      Check("APPLICATION=VK_LAYER_LS_explicit", Answer({"VK_LAYER_LS_explicit", kImplicit})),
      HasSubstr("order"));
  EXPECT_THAT(Check("APPLICATION=VK_LAYER_LS_b", Answer({kImplicit})),
              HasSubstr("not in the chain"));
  EXPECT_THAT(Check("VK_LOADER_LAYERS_ENABLE=*_b", Answer({kImplicit})),
              HasSubstr("not in the chain"));
  EXPECT_THAT(Check("APPLICATION=x", Answer({kImplicit})), HasSubstr("unknown layer"));
  EXPECT_THAT(Check("APPLICATION=x", Refusal()), IsEmpty());
  EXPECT_THAT(Check("", Refusal()), HasSubstr("refused"));
  EXPECT_THAT(Check("VK_LOADER_DRIVERS_DISABLE=b*", Answer({kImplicit})), HasSubstr("driver"));
}

TEST(VulkanEnvironmentTest, IsApplied) {
  const auto environment = EnvironmentText::Parse(
      "APPLICATION=VK_LAYER_LS_meta\nVK_LOADER_LAYERS_DISABLE=*implicit\nLS_ON=1\nHOME=/x\n"
      "VK_INSTANCE_LAYERS=VK_LAYER_LS_explicit\nVK_LOADER_DRIVERS_DISABLE=a*");
  const VulkanEnvironmentAnswer answer = ApplyVulkanEnvironment(environment);
  EXPECT_THAT(answer.seen.chain,
              ElementsAre(LibraryOf("VK_LAYER_LS_switched"), LibraryOf("VK_LAYER_LS_explicit"),
                          LibraryOf("VK_LAYER_LS_a"), LibraryOf(kB)));
  EXPECT_THAT(answer.drivers, ElementsAre("b.json"));
  EXPECT_THAT(CheckVulkanEnvironment(environment, answer), IsEmpty());
}

}  // namespace
}  // namespace loadstone::fuzz::inside::environment_rules_test
