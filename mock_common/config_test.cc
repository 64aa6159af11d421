// SPDX-License-Identifier: Apache-2.0
#include "mock_common/config.h"

#include <gtest/gtest.h>

#include <string>

#include "mock_common/test_files.h"
#include "mock_common/trace.h"

namespace loadstone::mock::config_test {
namespace {

class ConfigTest : public testing::Test {
 protected:
  ~ConfigTest() override { OpenTrace(nullptr, ""); }

  // Loads the configuration like a library named mock.so.
  void Load(const std::string& text) {
    folder_.Write("mock.so.config", text);
    LoadConfigOf(library_.c_str());
  }

  TestFolder folder_;
  const std::string library_ = folder_.Path("mock.so");
};

TEST_F(ConfigTest, IsAnEmptyObjectWithoutAFile) {
  LoadConfigOf(library_.c_str());
  EXPECT_TRUE(Config().IsObject());
  EXPECT_EQ(Config().MemberCount(), 0u);
  EXPECT_STREQ(LibraryPath(), library_.c_str());
}

TEST_F(ConfigTest, IsAnEmptyObjectWhenTheFileIsBad) {
  for (const char* text : {"", "{", "[1]", "null", "{\"a\":1} x", "\xff\xfe"}) {
    Load(text);
    EXPECT_TRUE(Config().IsObject()) << text;
    EXPECT_EQ(Config().MemberCount(), 0u) << text;
  }
}

TEST_F(ConfigTest, IsAnEmptyObjectWhenTheFileIsEnormous) {
  Load("{\"a\":\"" + std::string(2 << 20, 'x') + "\"}");
  EXPECT_EQ(Config().MemberCount(), 0u);
}

TEST_F(ConfigTest, SurvivesAPathThatIsTooLong) {
  const std::string path(8192, 'x');
  LoadConfigOf(path.c_str());
  EXPECT_EQ(Config().MemberCount(), 0u);
}

TEST_F(ConfigTest, ReturnsExistingMembers) {
  Load(R"({"t":"x","f":true,"n":-7,"l":["a","b",1],"o":{"n":2}})");
  EXPECT_STREQ(Text(Config(), "t", ""), "x");
  EXPECT_TRUE(Flag(Config(), "f", false));
  EXPECT_EQ(Number(Config(), "n", 0), -7);
  EXPECT_EQ(List(Config(), "l").Size(), 3u);
  EXPECT_EQ(Number(Object(Config(), "o"), "n", 0), 2);
  EXPECT_TRUE(Contains(List(Config(), "l"), "b"));
  EXPECT_FALSE(Contains(List(Config(), "l"), "c"));
}

TEST_F(ConfigTest, ReturnsDefaultsForMissingOrMistypedMembers) {
  Load(R"({"t":1,"f":"x","n":"x","l":{},"o":[]})");
  for (const char* prefix : {"", "missing"}) {
    const auto key = [&](const char* name) { return prefix + std::string(name); };
    EXPECT_STREQ(Text(Config(), key("t").c_str(), "d"), "d");
    EXPECT_TRUE(Flag(Config(), key("f").c_str(), true));
    EXPECT_EQ(Number(Config(), key("n").c_str(), 5), 5);
    EXPECT_EQ(List(Config(), key("l").c_str()).Size(), 0u);
    EXPECT_EQ(Object(Config(), key("o").c_str()).MemberCount(), 0u);
  }
}

TEST_F(ConfigTest, StartsTheTrace) {
  const std::string trace = folder_.Write("trace", "");
  Load("{\"trace\":\"" + trace + "\",\"who\":\"somebody\"}");
  Event("e");
  Load("{\"trace\":\"" + trace + "\"}");
  Event("e");
  const auto events = folder_.ReadTrace("trace");
  ASSERT_EQ(events.size(), 2u);
  EXPECT_STREQ(events[0]["who"].GetString(), "somebody");
  EXPECT_STREQ(events[1]["who"].GetString(), "mock.so");
}

}  // namespace
}  // namespace loadstone::mock::config_test
