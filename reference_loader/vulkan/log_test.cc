// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"

namespace reference_loader::vulkan::log_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Written(const char* options, uint32_t flags) {
  MemoryPlatform platform;
  if (options != nullptr) platform.SetEnvironment("VK_LOADER_DEBUG", options);
  Log(platform).Write(flags, "text");
  return platform.log();
}

TEST(LogTest, SilentUnlessAskedFor) {
  EXPECT_THAT(Written(nullptr, kLogAll), IsEmpty());
  EXPECT_THAT(Written("", kLogError), IsEmpty());
  EXPECT_THAT(Written("info,debug", kLogError | kLogLayer), IsEmpty());
}

TEST(LogTest, OneFlagInCommonIsEnough) {
  EXPECT_THAT(Written("warn", kLogWarning | kLogLayer),
              ElementsAre("[Vulkan Loader] WARNING | LAYER:  text"));
  EXPECT_THAT(Written("x, driver", kLogWarning | kLogDriver),
              ElementsAre("[Vulkan Loader] WARNING | DRIVER: text"));
  EXPECT_THAT(Written("all", kLogInfo), ElementsAre("[Vulkan Loader] INFO:             text"));
}

TEST(LogTest, MessagesFollowLongLabelsAfterOneBlank) {
  EXPECT_THAT(Written("all", kLogWarning | kLogLayer | kLogDriver),
              ElementsAre("[Vulkan Loader] WARNING | LAYER | DRIVER: text"));
}

TEST(LogTest, SinkGetsEverything) {
  struct Sink : LogSink {
    void Deliver(uint32_t flags, const std::string& message) override {
      EXPECT_EQ(flags, kLogDebug);
      messages.push_back(message);
    }
    std::vector<std::string> messages;
  } sink;
  MemoryPlatform platform;
  Log(platform, &sink).Write(kLogDebug, "text");
  EXPECT_THAT(sink.messages, ElementsAre("text"));
  EXPECT_TRUE(Log(platform, &sink).IsEnabled(kLogDebug));
}

TEST(LogTest, WantsWhatTheVariableLists) {
  MemoryPlatform platform;
  EXPECT_FALSE(Log(platform).IsEnabled(kLogAll));
  platform.SetEnvironment("VK_LOADER_DEBUG", "layer");
  EXPECT_TRUE(Log(platform).IsEnabled(kLogWarning | kLogLayer));
  EXPECT_FALSE(Log(platform).IsEnabled(kLogWarning | kLogDriver));
}

}  // namespace
}  // namespace reference_loader::vulkan::log_test
