// SPDX-License-Identifier: Apache-2.0
// The function for Windows, built for Linux and compared with that of its C library.
#include <fnmatch.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace {

bool MatchesInTheCLibrary(const std::string& glob, const std::string& text, int flags) {
  return fnmatch(glob.c_str(), text.c_str(), flags) == 0;
}
constexpr int kExtendedInTheCLibrary = FNM_EXTMATCH;

}  // namespace

#undef FNM_EXTMATCH
#define fnmatch FnmatchForWindows
#include "interfaces/windows/fnmatch.h"

namespace {

void ExpectSame(const std::string& glob, const std::string& text) {
  EXPECT_EQ(FnmatchForWindows(glob.c_str(), text.c_str(), 0) == 0,
            MatchesInTheCLibrary(glob, text, 0))
      << glob << " on " << text;
  EXPECT_EQ(FnmatchForWindows(glob.c_str(), text.c_str(), FNM_EXTMATCH) == 0,
            MatchesInTheCLibrary(glob, text, kExtendedInTheCLibrary))
      << glob << " on " << text << " with alternatives";
}

TEST(FnmatchForWindowsTest, MatchesCasesAsTheCLibraryDoes) {
  const std::string id = "LS_VK_MANIFEST_7/explicit_full_path_of_other_alphabets";
  for (const char* glob :
       {"*", "LS_VK_MANIFEST_7/*", "LS_VK_MANIFEST_[78]/*_alphabets", "LS_??_*", "@(LS|LLP)_VK_*",
        "LS_VK_@(MANIFEST_[17]|DEBUG_3)/@(explicit|implicit)_*", "LS_VK_MANIFEST_7", "ls_*", "",
        "*[!a-z]", "*[0-9]/*", "[L", "[]L]*", "\\L*", "@(LS"}) {
    ExpectSame(glob, id);
    ExpectSame(glob, "");
  }
}

TEST(FnmatchForWindowsTest, MatchesRandomGlobsAsTheCLibraryDoes) {
  constexpr const char* kPieces[] = {"a",          "b",    "/",     "*",     "?",
                                     "[ab]",       "[!a]", "[a-c]", "[^/b]", "@(a|b/c)",
                                     "@(a*|[bc])", "\\*",  "_"};
  constexpr const char* kLetters[] = {"a", "b", "c", "/", "*", "_"};
  std::mt19937 random(1);
  const auto text = [&random](const auto& pieces, unsigned most) {
    std::string made;
    for (unsigned left = random() % (most + 1); left > 0; --left) {
      made += pieces[random() % std::size(pieces)];
    }
    return made;
  };
  for (int i = 0; i < 20000; ++i) ExpectSame(text(kPieces, 5), text(kLetters, 6));
}

}  // namespace
