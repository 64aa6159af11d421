// SPDX-License-Identifier: Apache-2.0
#include "harness/image/declarations.h"

#include <gtest/gtest.h>

namespace loadstone::declarations_test {
namespace {

TEST(DeclarationsTest, PropertiesAreLinesAndLaterOnesCount) {
  std::map<std::string, std::string> properties = {{"a", "0"}, {"b", "0"}};
  AddProperties("# a=9\n a = 1 \r\nb?=2\nc?=3\nno line\n=\nd=e=f", properties);
  const std::map<std::string, std::string> expected = {
      {"", ""}, {"a", "1"}, {"b", "0"}, {"c", "3"}, {"d", "e=f"}};
  EXPECT_EQ(properties, expected);
}

TEST(DeclarationsTest, FeaturesOfVulkanAreTaken) {
  std::vector<ImageFeature> features;
  EXPECT_EQ(AddFeatures("<permissions><feature name='android.hardware.vulkan.version' "
                        "version='7'/><feature name='android.hardware.camera'/>"
                        "<unavailable-feature name='android.hardware.vulkan.level'/></permissions>",
                        "f.xml", features),
            "");
  ASSERT_EQ(features.size(), 2U);
  EXPECT_EQ(features[0].version, "7");
  EXPECT_FALSE(features[0].unavailable);
  EXPECT_TRUE(features[1].unavailable);
  EXPECT_NE(AddFeatures("<permissions>", "f.xml", features), "");
  EXPECT_EQ(
      AddFeatures("<!-- a --><config><feature name='a.vulkan.b'/></config>", "f.xml", features),
      "");
  EXPECT_EQ(AddFeatures("<features><feature name='a.vulkan.b'/></features>", "f.xml", features),
            "its root element is features, not permissions");
  EXPECT_EQ(features.size(), 3U);
}

TEST(DeclarationsTest, ApexesHaveTheirNamesInBothKindsOfManifests) {
  EXPECT_EQ(ApexName(R"({"name": "com.vendor.vulkan", "version": 1})"), "com.vendor.vulkan");
  EXPECT_EQ(ApexName("\x0a\x03"
                     "abc\x10\x01"),
            "abc");
  for (const char* bad : {"", "\x0a",
                          "\x0a\x7f"
                          "abc",
                          "\x12\x01"
                          "a",
                          "{}", "[1]"}) {
    EXPECT_EQ(ApexName(bad), "") << bad;
  }
}

TEST(DeclarationsTest, NumbersAreDecimalOrHexadecimal) {
  EXPECT_EQ(ImageNumber("4206592"), 0x403000);
  EXPECT_EQ(ImageNumber("0x403000"), 0x403000);
  for (const char* bad : {"", "0x", "-1", "1.3", "1 ", "99999999999999999999"}) {
    EXPECT_EQ(ImageNumber(bad), std::nullopt) << bad;
  }
}

TEST(DeclarationsTest, AFeatureHasItsGreatestValue) {
  ImageUnderTest image;
  EXPECT_EQ(image.Feature("f"), std::nullopt);
  image.features = {{.name = "f", .version = "2"}, {.name = "f", .version = "x"}};
  EXPECT_EQ(image.Feature("f"), 2);
  image.features.push_back({.name = "f", .unavailable = true});
  EXPECT_EQ(image.Feature("f"), std::nullopt);
}

}  // namespace
}  // namespace loadstone::declarations_test
