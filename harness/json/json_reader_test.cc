// SPDX-License-Identifier: Apache-2.0
#include "harness/json/json_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace loadstone::json_reader_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::ThrowsMessage;

const JsonReader::Refuse kRefuse = RefuseWith<std::invalid_argument>("the message");

TEST(JsonReaderTest, GivesMembersOfEveryType) {
  const rapidjson::Document json = ParseJson(
      R"({"t":"a\u0000b","f":true,"n":-5,"u":18446744073709551615,"l":["x",""],"i":[1,-2],)"
      R"("e":[],"o":{"t":"in"}})",
      kRefuse);
  const JsonReader reader(json, kRefuse);
  EXPECT_EQ(reader.Text("t"), std::string("a\0b", 3));
  EXPECT_TRUE(reader.Flag("f"));
  EXPECT_EQ(reader.Number("n"), -5);
  EXPECT_EQ(reader.Unsigned("u"), UINT64_MAX);
  EXPECT_THAT(reader.Texts("l"), ElementsAre("x", ""));
  EXPECT_THAT(reader.Numbers("i"), ElementsAre(1, -2));
  EXPECT_THAT(reader.Texts("e"), IsEmpty());
  EXPECT_EQ(JsonReader(reader.Object("o"), kRefuse).Text("t"), "in");
  EXPECT_TRUE(reader.Has("t"));
  EXPECT_FALSE(reader.Has("x"));
}

TEST(JsonReaderTest, RefusesWhatIsMissing) {
  const rapidjson::Document json = ParseJson("{}", kRefuse);
  const JsonReader reader(json, kRefuse);
  const auto missing = ThrowsMessage<std::invalid_argument>("the message: \"x\" is missing");
  EXPECT_THAT([&] { reader.Get("x"); }, missing);
  EXPECT_THAT([&] { reader.Text("x"); }, missing);
  EXPECT_THAT([&] { reader.Flag("x"); }, missing);
  EXPECT_THAT([&] { reader.Number("x"); }, missing);
  EXPECT_THAT([&] { reader.Unsigned("x"); }, missing);
  EXPECT_THAT([&] { reader.Texts("x"); }, missing);
  EXPECT_THAT([&] { reader.Numbers("x"); }, missing);
  EXPECT_THAT([&] { reader.Array("x"); }, missing);
  EXPECT_THAT([&] { reader.Object("x"); }, missing);
}

TEST(JsonReaderTest, RefusesAnotherType) {
  const rapidjson::Document json =
      ParseJson(R"({"n":1,"m":-1,"d":1.5,"t":"1","l":[1],"s":["1"],"z":null})", kRefuse);
  const JsonReader reader(json, kRefuse);
  for (const char* member : {"n", "l", "z"}) {
    EXPECT_THROW(reader.Text(member), std::invalid_argument) << member;
    EXPECT_THROW(reader.Flag(member), std::invalid_argument) << member;
    EXPECT_THROW(reader.Object(member), std::invalid_argument) << member;
    EXPECT_THROW(reader.Texts(member), std::invalid_argument) << member;
  }
  for (const char* member : {"d", "t", "l", "z"}) {
    EXPECT_THROW(reader.Number(member), std::invalid_argument) << member;
    EXPECT_THROW(reader.Unsigned(member), std::invalid_argument) << member;
  }
  for (const char* member : {"n", "t", "s", "z"}) {
    EXPECT_THROW(reader.Numbers(member), std::invalid_argument) << member;
  }
  EXPECT_THROW(reader.Unsigned("m"), std::invalid_argument);
}

TEST(JsonReaderTest, RefusesWhatIsNoObject) {
  for (const char* text : {"[]", "1", "null", "\"{}\""}) {
    const rapidjson::Document json = ParseJson(text, kRefuse);
    EXPECT_THAT([&] { JsonReader(json, kRefuse); },
                ThrowsMessage<std::invalid_argument>("the message: is not an object"));
  }
}

TEST(JsonReaderTest, RefusesWhatIsNoJson) {
  for (const std::string& text : {std::string(), std::string("nonsense"), std::string("{\"a\":"),
                                  std::string("{} {}"), std::string(1000000, '[')}) {
    EXPECT_THROW(ParseJson(text, kRefuse), std::invalid_argument) << text.substr(0, 20);
  }
}

TEST(JsonReaderTest, NothingIsReadWhereNothingIsThrown) {
  const JsonReader::Refuse silent = [](const std::string&, const std::string&) {};
  const rapidjson::Document json = ParseJson("{}", kRefuse);
  EXPECT_THROW(JsonReader(json, silent).Text("x"), std::logic_error);
  EXPECT_THROW(ParseJson("{", silent), std::logic_error);
}

}  // namespace
}  // namespace loadstone::json_reader_test
