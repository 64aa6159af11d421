// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/seen_lines.h"

#include <gtest/gtest.h>

namespace loadstone::fuzz::seen_lines_test {
namespace {

TEST(SeenLines, NamesPathsAndNumbersAreNoNews) {
  SeenLines lines;
  EXPECT_FALSE(lines.Add(""));
  EXPECT_TRUE(lines.Add("Layer VK_a of /etc/a.json ignored\n"));
  EXPECT_FALSE(lines.Add("Layer VK_b of /etc/b.json ignored\n"));
  EXPECT_FALSE(lines.Add("Layer VK_b of /etc/b.json ignored"));
  EXPECT_TRUE(lines.Add("Layer VK_b of /etc/b.json ignored\nLayer VK_c loaded\n"));
}

TEST(SeenLines, RemembersALimitedNumber) {
  SeenLines lines;
  std::string word = "aaaa";
  for (int i = 0; i < 5000; ++i) {
    word[static_cast<size_t>(i % 4)] = static_cast<char>('a' + i / 4 % 26);
    word += static_cast<char>('a' + i % 26);
    if (word.size() > 40) word.resize(4);
    lines.Add(word + std::string(static_cast<size_t>(i), 'x'));
  }
  EXPECT_FALSE(lines.Add("something that was never said"));
}

}  // namespace
}  // namespace loadstone::fuzz::seen_lines_test
