// SPDX-License-Identifier: Apache-2.0
#include "mock_common/trace.h"

#include <gtest/gtest.h>

#include <string>

#include "mock_common/test_files.h"

namespace loadstone::mock::trace_test {
namespace {

class TraceTest : public testing::Test {
 protected:
  TraceTest() : path_(folder_.Write("trace", "")) { OpenTrace(path_.c_str(), "me"); }
  ~TraceTest() override { OpenTrace(nullptr, ""); }

  std::string Text() const { return folder_.Read("trace"); }

  TestFolder folder_;
  const std::string path_;
};

TEST_F(TraceTest, WritesOneLineForOneEvent) {
  Event("first");
  Event("second").Add("result", -3);
  EXPECT_EQ(Text(),
            "{\"who\":\"me\",\"what\":\"first\"}\n"
            "{\"who\":\"me\",\"what\":\"second\",\"result\":-3}\n");
}

TEST_F(TraceTest, WritesEveryKindOfField) {
  const char* names[] = {"a", nullptr, "b"};
  const uint32_t numbers[] = {0, 4294967295u};
  Event("e")
      .Add("text", "t")
      .Add("none", static_cast<const char*>(nullptr))
      .Add("yes", true)
      .Add("least", INT32_MIN)
      .Add("most", UINT64_MAX)
      .Add("names", names, 3)
      .AddNumbers("numbers", numbers, 2)
      .AddPointer("pointer", reinterpret_cast<void*>(0xabc))
      .AddPointer("null", nullptr);
  EXPECT_EQ(Text(),
            "{\"who\":\"me\",\"what\":\"e\",\"text\":\"t\",\"none\":null,\"yes\":true,"
            "\"least\":-2147483648,\"most\":18446744073709551615,\"names\":[\"a\",null,\"b\"],"
            "\"numbers\":[0,4294967295],\"pointer\":\"0x0000000000000abc\",\"null\":null}\n");
}

TEST_F(TraceTest, EscapesBytesThatJsonCannotContain) {
  Event("e").Add("t", "\"\\\n\x01\x7f\xff");
  EXPECT_EQ(Text(),
            "{\"who\":\"me\",\"what\":\"e\",\"t\":\"\\\"\\\\\\u000a\\u0001\\u007f\\u00ff\"}\n");
}

TEST_F(TraceTest, AcceptsAnArrayWithoutNames) {
  Event("e").Add("names", static_cast<const char* const*>(nullptr), 2);
  EXPECT_EQ(Text(), "{\"who\":\"me\",\"what\":\"e\",\"names\":[null,null]}\n");
}

TEST_F(TraceTest, CutsALongTextAndStaysJson) {
  Event("e").Add("t", std::string(100000, 'x').c_str()).Add("after", 1);
  const auto events = folder_.ReadTrace("trace");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_TRUE(events[0]["cut"].GetBool());
  EXPECT_FALSE(events[0].HasMember("after"));
}

TEST_F(TraceTest, CutsALongListAndStaysJson) {
  const std::string name(1000, '\n');
  const std::vector<const char*> names(100, name.c_str());
  Event("e").Add("first", 1).Add("names", names.data(), 100);
  const auto events = folder_.ReadTrace("trace");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_TRUE(events[0]["cut"].GetBool());
  EXPECT_EQ(events[0]["first"].GetInt(), 1);
}

TEST_F(TraceTest, CutsAtEveryLengthWithoutBreakingTheLine) {
  for (size_t length = 16200; length < 16400; ++length) {
    Event("e").Add("t", std::string(length, 'x').c_str()).Add("n", 12345u).Add("b", false);
  }
  EXPECT_EQ(folder_.ReadTrace("trace").size(), 200u);
}

TEST_F(TraceTest, CutsNumbersAndStaysJson) {
  const std::vector<uint32_t> numbers(10000, 4294967295u);
  Event("e").AddNumbers("numbers", numbers.data(), 10000);
  const auto events = folder_.ReadTrace("trace");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_TRUE(events[0]["cut"].GetBool());
}

TEST_F(TraceTest, IsSilentWithoutAFile) {
  const std::string missing = folder_.Path("missing");
  OpenTrace(missing.c_str(), "me");
  Event("e");
  EXPECT_FALSE(std::filesystem::exists(missing));
}

}  // namespace
}  // namespace loadstone::mock::trace_test
