// SPDX-License-Identifier: Apache-2.0
// Each invariant is tested with a broken answer, which it must reject; and environments are
// applied.

#include "fuzz/inside/openxr/environment_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "reference_loader/openxr/openxr_headers.h"

namespace loadstone::fuzz::inside::environment_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kImplicit[] = "XR_APILAYER_LS_implicit";
constexpr char kExplicit[] = "XR_APILAYER_LS_explicit";
constexpr char kB[] = "XR_APILAYER_LS_b";

// Checks the answer to an empty environment, with another chain or result, against the environment
// `text`.
std::string Check(const std::string& text, const std::vector<std::string>& chain,
                  XrResult result = XR_SUCCESS) {
  OpenxrEnvironmentAnswer answer = ApplyOpenxrEnvironment({});
  answer.seen.create_result = result;
  answer.seen.created = result == XR_SUCCESS;
  answer.seen.chain.clear();
  for (const std::string& name : chain) answer.seen.chain.push_back(OpenxrLibrary(name));
  return CheckOpenxrEnvironment(EnvironmentText::Parse(text), answer);
}

TEST(OpenxrEnvironmentRulesTest, EveryWrongAnswerIsReported) {
  EXPECT_THAT(Check("", {kImplicit}), IsEmpty());
  EXPECT_THAT(Check("", {}), HasSubstr("not in the chain"));
  EXPECT_THAT(Check("LS_OFF=", {}), IsEmpty());
  EXPECT_THAT(Check("LS_OFF=", {kImplicit}), HasSubstr("disabling variable"));
  EXPECT_THAT(Check("", {kImplicit, kImplicit}), HasSubstr("twice"));
  EXPECT_THAT(Check("", {kImplicit, kB}), HasSubstr("nobody names"));
  constexpr char kEnabled[] = "XR_ENABLE_API_LAYERS=XR_APILAYER_LS_b";
  EXPECT_THAT(Check(kEnabled, {kImplicit, kB}), IsEmpty());
  EXPECT_THAT(Check(kEnabled, {kImplicit}), HasSubstr("not in the chain"));
  EXPECT_THAT(Check(std::string(kEnabled) + "\nAPPLICATION=XR_APILAYER_LS_explicit",
                    {kImplicit, kExplicit, kB}),
              HasSubstr("order"));
  EXPECT_THAT(Check("APPLICATION=x", {kImplicit}), HasSubstr("unknown API layer"));
  EXPECT_THAT(Check("APPLICATION=x", {}, XR_ERROR_API_LAYER_NOT_PRESENT), IsEmpty());
  EXPECT_THAT(Check("", {}, XR_ERROR_API_LAYER_NOT_PRESENT), HasSubstr("XR_SUCCESS"));
}

TEST(OpenxrEnvironmentTest, IsApplied) {
  const auto environment = EnvironmentText::Parse(
      "LS_ON=\nXR_ENABLE_API_LAYERS=XR_APILAYER_LS_a:x\nAPPLICATION=XR_APILAYER_LS_b");
  const OpenxrEnvironmentAnswer answer = ApplyOpenxrEnvironment(environment);
  EXPECT_EQ(answer.seen.create_result, XR_SUCCESS);
  EXPECT_THAT(answer.seen.chain,
              ElementsAre(OpenxrLibrary(kImplicit), OpenxrLibrary("XR_APILAYER_LS_switched"),
                          OpenxrLibrary("XR_APILAYER_LS_a"), OpenxrLibrary(kB)));
  EXPECT_THAT(CheckOpenxrEnvironment(environment, answer), IsEmpty());
}

}  // namespace
}  // namespace loadstone::fuzz::inside::environment_rules_test
