// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "harness/report/test_reports.h"

namespace loadstone::text_test {
namespace {

#define REPLACED "\xEF\xBF\xBD"

TEST(ValidUtf8Test, KeepsEveryLengthOfCharacter) {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\n";
  EXPECT_EQ(ValidUtf8(text), text);
  EXPECT_EQ(ValidUtf8(""), "");
}

TEST(ValidUtf8Test, ReplacesBadBytesOneByOne) {
  EXPECT_EQ(ValidUtf8("a\x80z"), "a" REPLACED "z");                  // stray continuation
  EXPECT_EQ(ValidUtf8("\xC0\xAF"), REPLACED REPLACED);               // overlong
  EXPECT_EQ(ValidUtf8("\xE2\x82"), REPLACED REPLACED);               // cut off
  EXPECT_EQ(ValidUtf8("\xE2(\xA1"), REPLACED "(" REPLACED);          // broken in the middle
  EXPECT_EQ(ValidUtf8("\xED\xA0\x80"), REPLACED REPLACED REPLACED);  // surrogate
  EXPECT_EQ(ValidUtf8("\xF4\x90\x80\x80"), REPLACED REPLACED REPLACED REPLACED);  // too large
  EXPECT_EQ(ValidUtf8("\xFF"), REPLACED);
}

TEST(XmlTextTest, ReplacesWhatXmlForbids) {
  EXPECT_EQ(XmlText(std::string("a\0b\x1b\x08", 5)), "a" REPLACED "b" REPLACED REPLACED);
  EXPECT_EQ(XmlText("\xEF\xBF\xBE"), REPLACED);  // U+FFFE
  EXPECT_EQ(XmlText("\t\n\r <&>"), "\t\n\r <&>");
}

TEST(OneLineTest, JoinsLinesAndTrims) {
  EXPECT_EQ(OneLine("  a\r\n\t b\n\nc \n"), "a b c");
  EXPECT_EQ(OneLine(" \n "), "");
  EXPECT_EQ(OneLine("a\xE2\x80\xA8"
                    "b"),
            "a b");  // U+2028, line separator
}

TEST(OneLineTest, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(OneLine("\x1b[2J\x07"), "\\x1b[2J\\x07");
  EXPECT_EQ(OneLine("\x7f\xff"), "\\x7f\\xff");
  EXPECT_EQ(OneLine("\xC2\x9B"
                    "31m"),
            "\\x9b31m");  // U+009B, control sequence
  EXPECT_EQ(OneLine("\xE2\x80\xAE"
                    "fail"),
            "\\u202efail");  // right-to-left override
  EXPECT_EQ(OneLine(std::string("a\0b", 3)), "a\\x00b");
}

TEST(ColumnsTest, CountsCharacters) {
  EXPECT_EQ(Columns(""), 0u);
  EXPECT_EQ(Columns("a\xC3\xA9\xE2\x82\xAC"), 3u);
}

TEST(TruncateTest, LeavesWhatFits) {
  EXPECT_EQ(Truncate("abcdef", 6), "abcdef");
  EXPECT_EQ(Truncate("", 0), "");
}

TEST(TruncateTest, EndsInDots) {
  EXPECT_EQ(Truncate("abcdefg", 6), "abc...");
  EXPECT_EQ(Truncate("abcdefg", 3), "...");
  EXPECT_EQ(Truncate("abcdefg", 1), ".");
  EXPECT_EQ(Truncate("abcdefg", 0), "");
}

TEST(TruncateTest, NeverCutsACharacterApart) {
  const std::string euros = "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC";
  EXPECT_EQ(Truncate(euros, 4), "\xE2\x82\xAC...");
  EXPECT_EQ(Truncate(euros, 5), euros);
}

// Returns the word that a shell makes of a quoted word.
std::string Unquote(const std::string& quoted) {
  setenv("LOADSTONE_TEST_SCRIPT", ("printf %s " + quoted).c_str(), 1);
  std::FILE* pipe = popen("exec bash -c \"$LOADSTONE_TEST_SCRIPT\"", "r");
  if (pipe == nullptr) return "no shell";
  std::string result;
  char buffer[256];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) {
    result.append(buffer, got);
  }
  pclose(pipe);
  return result;
}

TEST(ShellQuoteTest, LeavesPlainWordsBare) {
  EXPECT_EQ(ShellQuote("LLP_LOADER_5/a_case"), "LLP_LOADER_5/a_case");
  EXPECT_EQ(ShellQuote("/usr/lib/libvulkan.so.1"), "/usr/lib/libvulkan.so.1");
}

TEST(ShellQuoteTest, QuotesTheRest) {
  EXPECT_EQ(ShellQuote(""), "''");
  EXPECT_EQ(ShellQuote("a b"), "'a b'");
  EXPECT_EQ(ShellQuote("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellQuote("~"), "'~'");
  EXPECT_EQ(ShellQuote("a\nb'\\"), "$'a\\012b\\'\\\\'");
}

TEST(ShellQuoteTest, SurvivesAShell) {
  const std::vector<std::string> words = {"$(reboot)",
                                          "`id`",
                                          "a;b|c&d>e",
                                          "*?[a]",
                                          "#x",
                                          "!history",
                                          "a\"b",
                                          "'",
                                          "\n",
                                          "\x1b[2Jx",
                                          "\xff"
                                          "12",
                                          "\\",
                                          "$HOME",
                                          "{a,b}",
                                          "=x",
                                          "tab\there"};
  for (const std::string& word : words) {
    const std::string quoted = ShellQuote(word);
    EXPECT_EQ(Unquote(quoted), word) << quoted;
    EXPECT_EQ(quoted.find_first_of("\n\x1b"), std::string::npos);
  }
}

TEST(NaturalLessTest, ComparesNumbersByValue) {
  EXPECT_TRUE(NaturalLess("LLP_LOADER_2", "LLP_LOADER_10"));
  EXPECT_FALSE(NaturalLess("LLP_LOADER_10", "LLP_LOADER_2"));
  EXPECT_TRUE(NaturalLess("a9", "a99999999999999999999999999999999"));
  EXPECT_TRUE(NaturalLess("1.3.99", "1.3.239"));
}

TEST(NaturalLessTest, ComparesTheRestByBytes) {
  EXPECT_TRUE(NaturalLess("a", "b"));
  EXPECT_TRUE(NaturalLess("a", "ab"));
  EXPECT_TRUE(NaturalLess("a", "\xff"));
  EXPECT_TRUE(NaturalLess("", "a"));
  EXPECT_FALSE(NaturalLess("", ""));
}

TEST(NaturalLessTest, IsAStrictOrderWithLeadingZeros) {
  const std::vector<std::string> texts = {"a01", "a1", "a1b", "a01b", "a001", "a", "a2", "a02"};
  for (const std::string& a : texts) {
    EXPECT_FALSE(NaturalLess(a, a));
    for (const std::string& b : texts) {
      if (a != b) {
        EXPECT_NE(NaturalLess(a, b), NaturalLess(b, a)) << a << " " << b;
      }
    }
  }
}

TEST(SaneSecondsTest, KeepsOnlyTimes) {
  EXPECT_EQ(SaneSeconds(1.5), 1.5);
  EXPECT_EQ(SaneSeconds(-1), 0);
  EXPECT_EQ(SaneSeconds(std::nan("")), 0);
  EXPECT_EQ(SaneSeconds(std::numeric_limits<double>::infinity()), 0);
}

TEST(MarkdownTextTest, EscapesAnUnderscoreOutsideOfWordsAlone) {
  EXPECT_EQ(MarkdownText("VK_LAYER_LS_a1"), "VK_LAYER_LS_a1");
  EXPECT_EQ(MarkdownText("_a_ b__c _"), "\\_a\\_ b\\_\\_c \\_");
  EXPECT_EQ(MarkdownText("a_*b*[c]"), "a\\_\\*b\\*\\[c\\]");
}

TEST(TextTest, TakesHugeText) {
  const std::string huge(8 << 20, '\x01');
  EXPECT_EQ(OneLine(huge).size(), huge.size() * 4);
  EXPECT_EQ(Columns(Truncate(ValidUtf8(huge), 100)), 100u);
}

}  // namespace
}  // namespace loadstone::text_test
