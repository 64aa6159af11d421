// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::fuzz::difference_test {
namespace {

using testing::HasSubstr;

Answer WithLayers(const std::vector<std::string>& names) {
  Answer answer;
  for (const std::string& name : names) answer.layers.push_back({.name = name});
  return answer;
}

std::string Kind(const Answer& subject, const Answer& other) {
  const std::optional<Fault> found = FindDifference(subject, other);
  return found.has_value() ? found->match : "none";
}

TEST(Difference, IsNoneBetweenEqualAnswers) {
  EXPECT_EQ(Kind(WithLayers({"a", "b"}), WithLayers({"a", "b"})), "none");
}

TEST(Difference, SaysWhichSideHasMore) {
  EXPECT_THAT(Kind(WithLayers({"a", "b"}), WithLayers({"a"})), HasSubstr("has more"));
  EXPECT_THAT(Kind(WithLayers({"a"}), WithLayers({"a", "b"})), HasSubstr("has fewer"));
  EXPECT_THAT(Kind(WithLayers({"a"}), WithLayers({"b"})), HasSubstr("has others"));
  EXPECT_THAT(Kind(WithLayers({"a", "b"}), WithLayers({"b", "a"})), HasSubstr("another order"));
}

TEST(Difference, HasBothSides) {
  const auto found = FindDifference(WithLayers({"a"}), WithLayers({"b"}));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->observed, "[a]");
  EXPECT_EQ(found->expected, "[b]");
  EXPECT_TRUE(IsDifference(*found));
}

TEST(Difference, IsSeenInPropertiesResultsAndChains) {
  const Answer plain = WithLayers({"a"});
  Answer other = plain;
  other.layers[0].description = "text";
  EXPECT_THAT(Kind(plain, other), HasSubstr("properties"));
  other = plain;
  other.create_result = -9;
  EXPECT_THAT(Kind(plain, other), HasSubstr("creating an instance"));
  other = plain;
  other.chain = {"driver"};
  EXPECT_THAT(Kind(plain, other), HasSubstr("call chain of the instance"));
  other = plain;
  other.device_chain = {"driver"};
  EXPECT_THAT(Kind(plain, other), HasSubstr("call chain of the device"));
}

TEST(Difference, IsSeenInExtensionsOfOneLayer) {
  Answer one, two;
  one.asked_layer = two.asked_layer = "a";
  one.layer_extensions = two.layer_extensions = {true, 0, {"x"}, {1}};
  EXPECT_FALSE(FindDifference(one, two).has_value());
  two.layer_extensions.versions = {2};
  EXPECT_TRUE(FindDifference(one, two).has_value());
  two.asked_layer = "b";
  EXPECT_FALSE(FindDifference(one, two).has_value());
  two = one;
  two.layer_extensions.result = -6;
  EXPECT_TRUE(FindDifference(one, two).has_value());
}

TEST(Difference, IsSeenInFunctionsAndPropertiesOfADevice) {
  Answer one, two;
  one.looked_up = two.looked_up = true;
  one.properties = two.properties = {true, "a", 1, 2, 3};
  EXPECT_FALSE(FindDifference(one, two).has_value());
  two.functions = {"vkGetDeviceProcAddr(\"a\")"};
  EXPECT_THAT(Kind(one, two), HasSubstr("list of functions"));
  two.looked_up = false;
  EXPECT_FALSE(FindDifference(one, two).has_value());
  two.properties.device = 4;
  EXPECT_THAT(Kind(one, two), HasSubstr("other properties"));
  two.properties.asked = false;
  EXPECT_FALSE(FindDifference(one, two).has_value());
}

TEST(Difference, IsNotSoughtWhereAProcessEnded) {
  Answer ended = WithLayers({});
  ended.ending = Answer::Ending::kSignal;
  EXPECT_EQ(Kind(WithLayers({"a"}), ended), "none");
}

std::string Described(const Input& input) {
  return DescribeMachine(*FindDifference(WithLayers({"a"}), WithLayers({})), input).cause;
}

constexpr char kUsual[] =
    R"({"file_format_version": "1.0.0", "layer": {"name": "a", "type": "GLOBAL", "library_path": "a.so",
        "api_version": "1.3.0", "implementation_version": "1", "description": "a"}})";

TEST(Difference, IsToldApartByWhatTheMachineHas) {
  Input input;
  input.files["/x/a.json"] = kUsual;
  EXPECT_THAT(Described(input), testing::Not(HasSubstr("there")));
  input.environment = {{"VK_LAYER_PATH", "/x"}, {"LS_DISABLE_a", "1"}};
  input.files["/x/b.json"] = "{";
  input.files["/x/c.json"] = kUsual;
  EXPECT_THAT(Described(input),
              HasSubstr("there: VK_LAYER_PATH, a file that is no JSON, a name that several layers "
                        "have, a variable that a manifest names"));
}

TEST(Difference, IsToldApartByWhatIsUnusualInAManifest) {
  Input input;
  input.files["/x/a.json"] =
      R"({"layer": {"name": 3, "type": "GLOBAL", "library_path": "a.so", "api_version": "1.3",
          "implementation_version": "1", "enable_environment": {"A": "1"}}})";
  EXPECT_THAT(
      Described(input),
      HasSubstr("there: api_version without three numbers, enable_environment, name that is "
                "no text, no description, no file_format_version"));
  for (const char* text : {"[]", R"({"layer": []})", R"({"layers": [1]})",
                           R"({"layer": 1, "x": 2})", R"({"file_format_version": {}})"}) {
    input.files["/x/a.json"] = text;
    EXPECT_THAT(Described(input), HasSubstr("there: ")) << text;
  }
}

}  // namespace
}  // namespace loadstone::fuzz::difference_test
