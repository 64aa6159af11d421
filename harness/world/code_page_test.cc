// SPDX-License-Identifier: Apache-2.0
#include "harness/world/code_page.h"

#include <gtest/gtest.h>

namespace loadstone {
namespace {

TEST(CodePageTest, IsThatOfTheRegistry) {
  EXPECT_EQ(CodePageOf({CodePageValue(kJapanese)}), kJapanese);
  EXPECT_EQ(CodePageOf({CodePageValue(kUtf8)}), kUtf8);
}

TEST(CodePageTest, IsWesternWithoutAValue) {
  EXPECT_EQ(CodePageOf({}), kWestern);
  EXPECT_EQ(CodePageOf({RegistryText("HKCU\\Nls\\CodePage", "ACP", "932")}), kWestern);
}

}  // namespace
}  // namespace loadstone
