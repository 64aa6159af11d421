// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/layers.h"

#include <gtest/gtest.h>

#include <string>

namespace loadstone::oracle::vulkan::layers_test {
namespace {

constexpr policy::Version kLoader = {1, 3, 239};

TEST(LoadsApiVersion, TakesWhatIsNotNewer) {
  for (const char* version : {"1.0.0", "1.0.33", "1.2.4095", "1.3.0", "1.3.239"}) {
    EXPECT_EQ(LoadsApiVersion(version, kLoader), Tristate::kYes) << version;
  }
}

TEST(LoadsApiVersion, RefusesAnotherMajorVersion) {
  for (const char* version : {"2.0.0", "2.3.239", "10.0.0", "11.1.1", "127.0.0"}) {
    EXPECT_EQ(LoadsApiVersion(version, kLoader), Tristate::kNo) << version;
  }
}

TEST(LoadsApiVersion, LeavesOpenWhatTheDocumentsDoNotSpeakOf) {
  for (const char* version : {"0.4.0",
                              "0.0.0",
                              "1.4.0",
                              "1.3.240",
                              "128.1024.4096",
                              "129.0.0",
                              "4294967297.0.0",
                              "18446744073709551617.0.0",
                              "1.4294967295.0",
                              "",
                              "1",
                              "1.0",
                              "1.x",
                              "-1.0.0",
                              "1.-1.0",
                              "+1.0.0",
                              "1.0.0.0",
                              "0.1.0.0",
                              "...",
                              ".1.0.0",
                              "1.0.0.",
                              " 1.0.0 ",
                              "01.0.0",
                              "0x1.0.0",
                              "v1.0.0",
                              "1.0.0-beta",
                              "2.0.0-beta"}) {
    EXPECT_EQ(LoadsApiVersion(version, kLoader), Tristate::kMaybe) << version;
  }
}

TEST(IsComponentVersion, RefusesWhatIsOlder) {
  EXPECT_EQ(IsComponentVersion({1, 3, 0}, {1, 3, 0}), Tristate::kYes);
  EXPECT_EQ(IsComponentVersion({1, 2, 999}, {1, 3, 0}), Tristate::kNo);
  EXPECT_EQ(IsComponentVersion({1, 3, 0}, {1, 3, 1}), Tristate::kMaybe);
  EXPECT_EQ(IsComponentVersion({1, 3, 0}, {1, 2, 0}), Tristate::kMaybe);
}

TEST(IsImplicitLayerOn, IsTheTableOfBothVariables) {
  struct Row {
    std::optional<std::string> enable_value, enable, disable;
    Tristate on;
  };
  for (const Row& row : {
           Row{{}, {}, {}, Tristate::kYes},
           Row{{}, {}, "", Tristate::kMaybe},
           Row{{}, {}, "1", Tristate::kNo},
           Row{{}, {}, "0", Tristate::kNo},
           Row{"yes", {}, {}, Tristate::kNo},
           Row{"yes", {}, "", Tristate::kNo},
           Row{"yes", {}, "1", Tristate::kNo},
           Row{"yes", "", {}, Tristate::kMaybe},
           Row{"yes", "", "1", Tristate::kNo},
           Row{"yes", "no", {}, Tristate::kMaybe},
           Row{"yes", "no", "0", Tristate::kNo},
           Row{"yes", "yes", {}, Tristate::kYes},
           Row{"yes", "yes", "", Tristate::kMaybe},
           Row{"yes", "yes", "0", Tristate::kNo},
           Row{"", "", {}, Tristate::kMaybe},
       }) {
    EXPECT_EQ(IsImplicitLayerOn({row.enable_value, row.enable, row.disable}), row.on)
        << row.enable_value.value_or("none") << " " << row.enable.value_or("unset") << " "
        << row.disable.value_or("unset");
  }
}

TEST(IsDisabledByVariable, NeedsAValue) {
  EXPECT_TRUE(IsDisabledByVariable({.disable = "0"}));
  EXPECT_FALSE(IsDisabledByVariable({.disable = ""}));
  EXPECT_FALSE(IsDisabledByVariable({}));
}

TEST(Formats, HaveWhatCameWithThem) {
  for (const char* format : kManifestFormats) EXPECT_TRUE(IsManifestFormat(format)) << format;
  for (const char* format : {"1.2.1", "1.0.9", "0.9.0", "2.0.0", "1.2", "1", ""}) {
    EXPECT_FALSE(IsManifestFormat(format)) << format;
    EXPECT_FALSE(HasArrayOfLayers(format)) << format;
    EXPECT_FALSE(HasMetaLayers(format)) << format;
  }
  EXPECT_FALSE(HasArrayOfLayers("1.0.0"));
  EXPECT_TRUE(HasArrayOfLayers("1.0.1"));
  EXPECT_FALSE(HasMetaLayers("1.1.0"));
  EXPECT_TRUE(HasMetaLayers("1.1.1"));
}

TEST(IsLayerName, IsAboutThePrefixTheVendorAndTheWords) {
  EXPECT_TRUE(IsLayerName("VK_LAYER_LS_a"));
  EXPECT_TRUE(IsLayerName("VK_LAYER_LS2_" + std::string(242, 'x')));
  for (const char* name :
       {"", "VK_LAYER_", "VK_LAYER_LS", "VK_LAYER_LS_", "vk_layer_LS_a", "VK_LAYER_ls_a",
        "VK_LAYER__a", "VK_LAYER_LS_a-b", "VK_LAYER_LS_a b", "xVK_LAYER_LS_a", "VK_LAYER_LS_*"}) {
    EXPECT_FALSE(IsLayerName(name)) << name;
  }
}

TEST(IsManifestName, NeedsTheSuffix) {
  EXPECT_TRUE(IsManifestName("a.json"));
  for (const char* name : {"a.json.bak", "a.jso", "json", "a.json ", "a.JSON5"}) {
    EXPECT_FALSE(IsManifestName(name)) << name;
  }
}

}  // namespace
}  // namespace loadstone::oracle::vulkan::layers_test
