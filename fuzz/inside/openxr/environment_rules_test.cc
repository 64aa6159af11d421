// Each invariant is held against a broken answer, and must complain; and environments are applied.

#include "fuzz/inside/openxr/environment_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::fuzz::inside {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kImplicit[] = "XR_APILAYER_LS_implicit";
constexpr char kB[] = "XR_APILAYER_LS_b";

std::string Check(const std::string& text, std::vector<std::string> chain,
                  XrResult result = XR_SUCCESS) {
  return CheckOpenxrEnvironment(EnvironmentText::Parse(text), {result, std::move(chain)});
}

TEST(OpenxrEnvironmentRulesTest, EveryWrongAnswerIsNoticed) {
  EXPECT_THAT(Check("", {kImplicit}), IsEmpty());
  EXPECT_THAT(Check("", {}), HasSubstr("not there"));
  EXPECT_THAT(Check("LS_OFF=", {}), IsEmpty());
  EXPECT_THAT(Check("LS_OFF=", {kImplicit}), HasSubstr("no reason"));
  EXPECT_THAT(Check("", {kImplicit, kImplicit}), HasSubstr("twice"));
  EXPECT_THAT(Check("", {kImplicit, kB}), HasSubstr("no reason"));
  constexpr char kEnabled[] = "XR_ENABLE_API_LAYERS=XR_APILAYER_LS_b";
  EXPECT_THAT(Check(kEnabled, {kImplicit, kB}), IsEmpty());
  EXPECT_THAT(Check(kEnabled, {kImplicit}), HasSubstr("somebody asked"));
  EXPECT_THAT(Check(std::string(kEnabled) + "\nELEVATED=1", {kImplicit, kB}),
              HasSubstr("no reason"));
  EXPECT_THAT(Check("APPLICATION=x", {kImplicit}), HasSubstr("result"));
  EXPECT_THAT(Check("APPLICATION=x", {kImplicit}, XR_ERROR_API_LAYER_NOT_PRESENT), IsEmpty());
  EXPECT_THAT(Check("", {kImplicit}, XR_ERROR_API_LAYER_NOT_PRESENT), HasSubstr("result"));
}

TEST(OpenxrEnvironmentTest, IsApplied) {
  const auto environment = EnvironmentText::Parse(
      "LS_ON=\nXR_ENABLE_API_LAYERS=XR_APILAYER_LS_a:x\nAPPLICATION=XR_APILAYER_LS_b");
  const OpenxrEnvironmentAnswer answer = ApplyOpenxrEnvironment(environment);
  EXPECT_EQ(answer.result, XR_SUCCESS);
  EXPECT_THAT(answer.chain,
              ElementsAre(kImplicit, "XR_APILAYER_LS_switched", "XR_APILAYER_LS_a", kB));
  EXPECT_THAT(CheckOpenxrEnvironment(environment, answer), IsEmpty());
}

}  // namespace
}  // namespace loadstone::fuzz::inside
