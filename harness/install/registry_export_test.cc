// SPDX-License-Identifier: Apache-2.0
#include "harness/install/registry_export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::registry_export_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const std::string kEditor = "Windows Registry Editor Version 5.00\r\n\r\n";
const std::string kKey = "[HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos]\r\n";

std::vector<RegistryValue> Read(const std::string& bytes, const std::string& root = {}) {
  return ReadRegistryText(bytes, root, [](const std::string&) { return true; });
}

// Returns the error message for a text.
std::string WhyNot(const std::string& bytes) {
  try {
    Read(bytes);
  } catch (const RegistryTextError& error) {
    return error.what();
  }
  return "it is read";
}

std::string Utf16(const std::string& text) {
  std::string bytes = RegistryText({}, {}, text).data;
  bytes.resize(bytes.size() - 2);
  return "\xff\xfe" + bytes;
}

TEST(RegistryExportTest, ValuesOfEachFormAreRead) {
  const std::vector<RegistryValue> values =
      Read(kEditor + kKey +
           "@=\"C:\\\\a \\\"b\\\"\"\r\n\"n\"=dword:00000100\r\n\"hex\"=hex:00,ff\r\n"
           "\"list\"=hex(7):61,00,00,00,\\\r\n  62,00,00,00,00,00\r\n; a remark\r\n\"gone\"=-\r\n");
  ASSERT_THAT(values, SizeIs(4));
  EXPECT_EQ(values[0].key, "HKLM\\SOFTWARE\\Khronos");
  EXPECT_EQ(values[0].name, "");
  EXPECT_THAT(TextsOf(values[0]), ElementsAre("C:\\a \"b\""));
  EXPECT_EQ(values[1].type, 4U);
  EXPECT_EQ(values[1].data, RegistryDword({}, {}, 0x100).data);
  EXPECT_EQ(values[2].data, std::string("\0\xff", 2));
  EXPECT_EQ(values[3].type, 7U);
  EXPECT_THAT(TextsOf(values[3]), ElementsAre("a", "b"));
}

TEST(RegistryExportTest, EncodingsAreTold) {
  const std::string text = kEditor + kKey + "\"ä€😀\"=\"ß\"\r\n";
  for (const std::string& bytes : {text, "\xef\xbb\xbf" + text, Utf16(text)}) {
    const std::vector<RegistryValue> values = Read(bytes);
    ASSERT_THAT(values, SizeIs(1));
    EXPECT_EQ(values.front().name, "ä€😀");
    EXPECT_THAT(TextsOf(values.front()), ElementsAre("ß"));
  }
}

TEST(RegistryExportTest, OldTextsHaveOneByteForACharacter) {
  const std::vector<RegistryValue> values =
      Read("REGEDIT4\n\n[HKEY_CURRENT_USER\\a]\n\"b\"=hex(2):61,62,00\n");
  ASSERT_THAT(values, SizeIs(1));
  EXPECT_EQ(values.front().key, "HKCU\\a");
  EXPECT_THAT(TextsOf(values.front()), ElementsAre("ab"));
}

TEST(RegistryExportTest, PrefixesOfWineAreRead) {
  const std::vector<RegistryValue> values = Read(
      "WINE REGISTRY Version 2\n;; All keys relative to \\\\Machine\n\n#arch=win64\n\n"
      "[Software\\\\Khronos\\\\\\x00e4] 1700000000\n#time=1d\n\"a\\\\b\"=dword:00000001\n"
      "\"t\"=str(7):\"x\\0y\\0\"\n",
      "HKLM");
  ASSERT_THAT(values, SizeIs(2));
  EXPECT_EQ(values[0].key, "HKLM\\Software\\Khronos\\ä");
  EXPECT_EQ(values[0].name, "a\\b");
  EXPECT_THAT(TextsOf(values[1]), ElementsAre("x", "y"));
}

TEST(RegistryExportTest, WhatWasWrittenForWineIsReadAgain) {
  const std::vector<RegistryValue> written = {
      RegistryText("HKLM\\SOFTWARE\\a [b]", "n\"\\ä", "text"),
      RegistryBytes("HKLM\\SOFTWARE\\c", "", std::string("\0\1", 2))};
  const std::vector<RegistryValue> read = Read(WineRegistryFile(written, "HKLM"), "HKLM");
  ASSERT_THAT(read, SizeIs(2));
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read[i].key, written[i].key);
    EXPECT_EQ(read[i].name, written[i].name);
    EXPECT_EQ(read[i].type, written[i].type);
    EXPECT_EQ(read[i].data, written[i].data);
  }
}

TEST(RegistryExportTest, TextsGoOnOverTheEndsOfLines) {
  const std::vector<RegistryValue> values =
      Read(kEditor + kKey + "\"a\"=\"one\r\ntwo\"\r\n\"b\"=dword:1\r\n");
  ASSERT_THAT(values, SizeIs(2));
  EXPECT_THAT(TextsOf(values[0]), ElementsAre("one\r\ntwo"));
}

TEST(RegistryExportTest, KeysThatNobodyWantsAreLeftOut) {
  const std::vector<RegistryValue> values =
      ReadRegistryText(kEditor + kKey +
                           "\"a\"=dword:1\r\n[HKEY_LOCAL_MACHINE\\B]\r\n\"b\"=dword:1\r\n"
                           "[HKEY_USERS\\.DEFAULT]\r\n\"c\"=dword:1\r\n",
                       {}, [](const std::string& key) { return key != "HKLM\\B"; });
  ASSERT_THAT(values, SizeIs(1));
  EXPECT_EQ(values.front().name, "a");
}

TEST(RegistryExportTest, WhatIsNoRegistryIsRefusedWithTheLine) {
  EXPECT_THAT(WhyNot(""), HasSubstr("it is not an exported registry"));
  EXPECT_THAT(WhyNot("{}"), HasSubstr("it is not an exported registry"));
  EXPECT_THAT(WhyNot(std::string("regf\0\0", 6)), HasSubstr("it is a hive"));
  EXPECT_THAT(WhyNot("\xff\xfe"
                     "a"),
              HasSubstr("is not valid UTF-16"));
  EXPECT_THAT(WhyNot(kEditor + "\xc3\x28"), HasSubstr("neither UTF-8 nor UTF-16"));
  EXPECT_THAT(WhyNot(kEditor + "\"a\"=dword:1"), HasSubstr("line 3: a value comes before"));
  EXPECT_THAT(WhyNot(kEditor + "[HKEY_LOCAL_MACHINE\\a"), HasSubstr("line 3: the name of a key"));
  EXPECT_THAT(WhyNot(kEditor + kKey + "a=1"), HasSubstr("line 4: expected a key or a value"));
  EXPECT_THAT(WhyNot(kEditor + kKey + "\"a"), HasSubstr("line 4: a text is not terminated"));
  EXPECT_THAT(WhyNot(kEditor + kKey + "\"a\""), HasSubstr("is not followed by data"));
  EXPECT_THAT(WhyNot(kEditor + kKey + "\"a\"=dword:xyz"), HasSubstr("this is not a number"));
  EXPECT_THAT(WhyNot(kEditor + kKey + "\"a\"=hex:0g"), HasSubstr("this is not a byte"));
  EXPECT_THAT(WhyNot(kEditor + kKey + "\"a\"=hex:00,\\"), HasSubstr("ends within a value"));
  EXPECT_THAT(WhyNot(kEditor + kKey + "\"a\"=what"), HasSubstr("has an unknown form"));
}

}  // namespace
}  // namespace loadstone::registry_export_test
