// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/model.h"

#include <gtest/gtest.h>

#include "oracle/vulkan/test_subject.h"

namespace loadstone::oracle::vulkan::model_test {
namespace {

TEST(ReadManifest, DoubtsWhateverTheDocumentsDoNotSpeakOf) {
  const std::string good = Manifest("VK_LAYER_LS_a", 0);
  EXPECT_TRUE(ReadManifest(good, false).has_value());
  EXPECT_FALSE(ReadManifest(good, true).has_value()) << "without disable_environment";
  EXPECT_FALSE(ReadManifest("\xef\xbb\xbf" + good, false).has_value());
  EXPECT_FALSE(ReadManifest(good + "//", false).has_value());
  EXPECT_FALSE(ReadManifest("", false).has_value());
  EXPECT_FALSE(ReadManifest(std::string(100000, '['), false).has_value());
  for (const char* change :
       {R"({"name": null})", R"({"name": 1})", R"({"type": "ODD"})", R"({"api_version": "1.3"})",
        R"({"api_version": "1.03.0"})", R"({"other": 1})",
        R"({"component_layers": ["VK_LAYER_LS_b"]})", R"({"library_path": "/somewhere.so"})"}) {
    EXPECT_FALSE(ReadManifest(Manifest("VK_LAYER_LS_a", 0, change), false).has_value()) << change;
  }
}

}  // namespace
}  // namespace loadstone::oracle::vulkan::model_test
