// SPDX-License-Identifier: Apache-2.0
#include "oracle/library.h"

#include <gtest/gtest.h>

namespace loadstone::oracle::library_test {
namespace {

TEST(LibraryFile, IsTheLastPartOfThePath) {
  const std::vector<Library> libraries = {{.name = "a"}, {.name = "b", .path = "/lib/c.so"}};
  EXPECT_EQ(LibraryFile(libraries, "a"), "liba.so");
  EXPECT_EQ(LibraryFile(libraries, "b"), "c.so");
  EXPECT_EQ(LibraryFile(libraries, "/etc/d.so"), "d.so") << "of none of them";
  EXPECT_EQ(FindLibrary(libraries, "/lib/c.so"), &libraries[1]);
  EXPECT_EQ(FindLibrary(libraries, "/lib/d.so"), nullptr);
}

}  // namespace
}  // namespace loadstone::oracle::library_test
