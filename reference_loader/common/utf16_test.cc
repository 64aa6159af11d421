// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/utf16.h"

#include <gtest/gtest.h>

namespace reference_loader::utf16_test {
namespace {

using namespace std::string_literals;

TEST(Utf16Test, BothEncodingsSayTheSame) {
  const std::pair<std::string, std::u16string> texts[] = {{"", u""},
                                                          {"C:\\a", u"C:\\a"},
                                                          {"\xc3\xa9\xe2\x82\xac", u"\u00e9\u20ac"},
                                                          {"\xf0\x9f\x9a\x80", u"\U0001f680"},
                                                          {"a\0b"s, u"a\0b"s}};
  for (const auto& [utf8, utf16] : texts) {
    EXPECT_EQ(Utf16FromUtf8(utf8), utf16);
    EXPECT_EQ(Utf8FromUtf16(utf16), utf8);
  }
}

TEST(Utf16Test, MalformedTextsAreNone) {
  for (const std::u16string& text : {u"\xd800"s, u"a\xd800z"s, u"\xdc00"s, u"\xd800\xd800"s}) {
    EXPECT_EQ(Utf8FromUtf16(text), std::nullopt);
  }
  for (const char* text : {"\xff", "\xc3", "a\xe2\x82", "\xc0\x80", "\xed\xa0\x80"}) {
    EXPECT_EQ(Utf16FromUtf8(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace reference_loader::utf16_test
