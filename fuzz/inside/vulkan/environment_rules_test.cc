// Each invariant is held against a broken answer, and must complain; and environments are applied.

#include "fuzz/inside/vulkan/environment_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::fuzz::inside {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using vulkan::LayerReason;

VulkanEnvironmentAnswer Answer(std::vector<VulkanEnvironmentAnswer::Layer> chain) {
  VulkanEnvironmentAnswer answer;
  answer.chain = std::move(chain);
  answer.drivers = {"a.json", "b.json"};
  return answer;
}

const VulkanEnvironmentAnswer::Layer kImplicit = {"VK_LAYER_LS_implicit", LayerReason::kImplicit};
const VulkanEnvironmentAnswer::Layer kB = {"VK_LAYER_LS_b", LayerReason::kApplication};

std::string Check(const std::string& text, const VulkanEnvironmentAnswer& answer) {
  return CheckVulkanEnvironment(EnvironmentText::Parse(text), answer);
}

TEST(VulkanEnvironmentRulesTest, EveryWrongAnswerIsNoticed) {
  EXPECT_THAT(Check("", Answer({kImplicit})), IsEmpty());
  EXPECT_THAT(Check("", Answer({})), HasSubstr("not there"));
  EXPECT_THAT(Check("LS_OFF=1", Answer({})), IsEmpty());
  EXPECT_THAT(Check("LS_OFF=1", Answer({kImplicit})), HasSubstr("no reason"));
  EXPECT_THAT(Check("VK_LOADER_LAYERS_DISABLE=*implicit", Answer({kImplicit})),
              HasSubstr("disabled"));
  EXPECT_THAT(Check("VK_LOADER_LAYERS_DISABLE=~IMPLICIT~", Answer({})), IsEmpty());
  EXPECT_THAT(Check("VK_LOADER_LAYERS_DISABLE=~explicit~", Answer({})), HasSubstr("not there"));
  EXPECT_THAT(Check("", Answer({kImplicit, kImplicit})), HasSubstr("twice"));
  EXPECT_THAT(Check("", Answer({kImplicit, kB})), HasSubstr("no reason"));
  EXPECT_THAT(Check("APPLICATION=VK_LAYER_LS_b", Answer({kImplicit, kB})), IsEmpty());
  EXPECT_THAT(Check("APPLICATION=VK_LAYER_LS_b", Answer({kB, kImplicit})), HasSubstr("order"));
  EXPECT_THAT(Check("APPLICATION=VK_LAYER_LS_b", Answer({kImplicit})), HasSubstr("not there"));
  EXPECT_THAT(Check("VK_LOADER_LAYERS_ENABLE=*_b", Answer({kImplicit})), HasSubstr("not there"));
  EXPECT_THAT(Check("APPLICATION=x", Answer({kImplicit})), HasSubstr("missing"));
  EXPECT_THAT(Check("VK_LOADER_DRIVERS_DISABLE=b*", Answer({kImplicit})), HasSubstr("driver"));
  EXPECT_THAT(Check("VK_LOADER_DRIVERS_DISABLE=b*\nVK_LOADER_DRIVERS_SELECT=b.json, *a.json",
                    Answer({kImplicit})),
              IsEmpty());
}

TEST(VulkanEnvironmentTest, IsApplied) {
  const auto environment = EnvironmentText::Parse(
      "APPLICATION=VK_LAYER_LS_meta\nVK_LOADER_LAYERS_DISABLE=*implicit\nLS_ON=1\nHOME=/x\n"
      "VK_INSTANCE_LAYERS=VK_LAYER_LS_explicit\nVK_LOADER_DRIVERS_DISABLE=a*");
  const VulkanEnvironmentAnswer expected = {{{"VK_LAYER_LS_switched", LayerReason::kImplicit},
                                             {"VK_LAYER_LS_explicit", LayerReason::kEnvironment},
                                             {"VK_LAYER_LS_a", LayerReason::kApplication},
                                             {"VK_LAYER_LS_b", LayerReason::kApplication}},
                                            "",
                                            {"b.json"}};
  EXPECT_EQ(ApplyVulkanEnvironment(environment), expected);
  EXPECT_THAT(CheckVulkanEnvironment(environment, expected), IsEmpty());
}

}  // namespace
}  // namespace loadstone::fuzz::inside
