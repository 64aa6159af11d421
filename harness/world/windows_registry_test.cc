// SPDX-License-Identifier: Apache-2.0
#include "harness/world/windows_registry.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace loadstone::windows_registry_test {
namespace {

constexpr char kKey[] = "HKLM\\SOFTWARE\\Khronos";
constexpr char kHead[] = "WINE REGISTRY Version 2\n\n#arch=win64\n";

// Returns the file with only that value, without its header.
std::string Lines(const RegistryValue& value) {
  const std::string text = WineRegistryFile({value}, "HKLM");
  EXPECT_TRUE(text.starts_with(kHead)) << text;
  return text.substr(sizeof(kHead) - 1);
}

TEST(RegistryTest, NumbersAreLittleEndian) {
  EXPECT_EQ(Lines(RegistryDword(kKey, "a", 0x102)),
            "\n[SOFTWARE\\\\Khronos] 0\n\"a\"=hex(4):02,01,00,00\n");
  EXPECT_EQ(Lines(RegistryQword(kKey, "a", 1)),
            "\n[SOFTWARE\\\\Khronos] 0\n\"a\"=hex(b):01,00,00,00,00,00,00,00\n");
}

TEST(RegistryTest, TextsAreUtf16AndEndInAZero) {
  EXPECT_EQ(RegistryText(kKey, "a", "b\xc3\xa9").data, std::string("b\0\xe9\0\0\0", 6));
  EXPECT_EQ(RegistryText(kKey, "a", "\xf0\x9f\x98\x80").data,
            std::string("\x3d\xd8\x00\xde\0\0", 6));
  EXPECT_EQ(RegistryExpandedText(kKey, "a", "").type, 2U);
  EXPECT_EQ(RegistryTexts(kKey, "a", {"b", "c"}).data, std::string("b\0\0\0c\0\0\0\0\0", 10));
}

TEST(RegistryTest, BytesMayBeNone) {
  EXPECT_EQ(Lines(RegistryBytes(kKey, "a", "")), "\n[SOFTWARE\\\\Khronos] 0\n\"a\"=hex(3):\n");
}

TEST(RegistryTest, NamesAreEscaped) {
  EXPECT_EQ(Lines(RegistryBytes(kKey, "C:\\a\"[b]\n\xc3\xa9", "")),
            "\n[SOFTWARE\\\\Khronos] 0\n\"C:\\\\a\\\"\\[b\\]\\x000a\\x00e9\"=hex(3):\n");
}

TEST(RegistryTest, ValuesOfAKeyStandTogetherInTheirOrder) {
  const std::string text =
      WineRegistryFile({RegistryBytes(kKey, "z", ""), RegistryBytes("HKLM\\A", "y", ""),
                        RegistryBytes(kKey, "x", "")},
                       "HKLM");
  EXPECT_EQ(text.substr(sizeof(kHead) - 1),
            "\n[A] 0\n\"y\"=hex(3):\n\n[SOFTWARE\\\\Khronos] 0\n\"z\"=hex(3):\n\"x\"=hex(3):\n");
}

TEST(RegistryTest, RootsAreApart) {
  EXPECT_EQ(WineRegistryFile({RegistryBytes("HKCU\\A", "y", "")}, "HKLM"), kHead);
}

TEST(RegistryTest, NamesThatAreNoUtf8AreRefused) {
  EXPECT_THROW(Lines(RegistryText(kKey, "\xff", "")), std::invalid_argument);
  EXPECT_THROW(RegistryText(kKey, "a", "\xc3"), std::invalid_argument);
}

}  // namespace
}  // namespace loadstone::windows_registry_test
