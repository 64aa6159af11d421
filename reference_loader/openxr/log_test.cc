// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/log.h"

#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"

namespace reference_loader::openxr::log_test {
namespace {

// The number of lines written when one message of each level is logged.
size_t Written(const char* value) {
  MemoryPlatform platform;
  if (value != nullptr) platform.SetEnvironment("XR_LOADER_DEBUG", value);
  const Log log(platform, "xrTest");
  log.Error("e");
  log.Warning("w");
  log.Info("i");
  log.Debug("d");
  return platform.log().size();
}

TEST(LogTest, EachLevelIncludesTheOnesAbove) {
  EXPECT_EQ(Written("error"), 1u);
  EXPECT_EQ(Written("warn"), 2u);
  EXPECT_EQ(Written("info"), 3u);
  EXPECT_EQ(Written("debug"), 4u);
  EXPECT_EQ(Written("all"), 4u);
}

TEST(LogTest, ErrorsAreAlwaysWritten) {
  for (const char* value : {static_cast<const char*>(nullptr), "", "ALL", "nonsense"}) {
    EXPECT_EQ(Written(value), 1u);
  }
}

TEST(LogTest, LinesNameLevelAndCommand) {
  MemoryPlatform platform;
  Log(platform, "xrTest").Error("text");
  ASSERT_EQ(platform.log().size(), 1u);
  EXPECT_EQ(platform.log()[0], "[OpenXR Loader] ERROR (xrTest): text");
}

class Sink final : public LogSink {
 public:
  bool IsEnabled(LogLevel level) const override { return level == LogLevel::kInfo; }
  void Deliver(LogLevel, const char* command, const std::string& message) override {
    got += std::string(command) + " " + message;
  }
  std::string got;
};

TEST(LogTest, SinkGetsWhatItWantsWhateverTheVariableSays) {
  MemoryPlatform platform;
  Sink sink;
  const Log log(platform, "xrTest", &sink);
  EXPECT_TRUE(log.IsEnabled(LogLevel::kInfo));
  EXPECT_TRUE(log.IsEnabled(LogLevel::kError));
  EXPECT_FALSE(log.IsEnabled(LogLevel::kDebug));
  log.Info("text");
  log.Debug("more");
  EXPECT_EQ(sink.got, "xrTest text");
  EXPECT_TRUE(platform.log().empty());
}

}  // namespace
}  // namespace reference_loader::openxr::log_test
