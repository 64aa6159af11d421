// SPDX-License-Identifier: Apache-2.0
#include "harness/package/far_archive.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace loadstone::far_archive_test {
namespace {

constexpr size_t kStart = 64;  // after the header and an index of two chunks

template <typename Number>
std::string Bytes(Number number) {
  std::string bytes(sizeof(number), '\0');
  memcpy(bytes.data(), &number, sizeof(number));
  return bytes;
}

struct File {
  std::string path;
  std::string content;
};

// Returns an archive of these files, one after the other.
std::string Archive(const std::vector<File>& files) {
  std::string names;
  std::string contents;
  std::string directory;
  uint64_t place = kStart + files.size() * 32;
  for (const File& file : files) place += file.path.size();
  for (const File& file : files) {
    directory += Bytes(static_cast<uint32_t>(names.size())) +
                 Bytes(static_cast<uint16_t>(file.path.size())) + Bytes(uint16_t{0}) +
                 Bytes(place + contents.size()) + Bytes(uint64_t{file.content.size()}) +
                 Bytes(uint64_t{0});
    names += file.path;
    contents += file.content;
  }
  const uint64_t names_at = kStart + directory.size();
  return std::string("\xc8\xbf\x0b\x48\xad\xab\xc5\x11", 8) + Bytes(uint64_t{48}) + "DIR-----" +
         Bytes(uint64_t{kStart}) + Bytes(uint64_t{directory.size()}) + "DIRNAMES" +
         Bytes(names_at) + Bytes(uint64_t{names.size()}) + directory + names + contents;
}

std::string Refusal(const std::string& bytes) {
  try {
    ReadFarArchive(bytes);
  } catch (const FarError& error) {
    return error.what();
  }
  return {};
}

TEST(FarArchiveTest, HasItsFiles) {
  const std::string bytes = Archive({{"a/b", "first"}, {"c", ""}, {"meta/package", "{}"}});
  const auto files = ReadFarArchive(bytes);
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files.at("a/b"), "first");
  EXPECT_EQ(files.at("c"), "");
  EXPECT_EQ(files.at("meta/package"), "{}");
}

TEST(FarArchiveTest, EveryBeginningOfOneIsRefusedInOneLine) {
  const std::string whole = Archive({{"a", "content"}});
  for (size_t length = 0; length < whole.size(); ++length) {
    const std::string why = Refusal(whole.substr(0, length));
    EXPECT_NE(why, "") << length;
    EXPECT_EQ(why.find('\n'), std::string::npos);
  }
  EXPECT_EQ(Refusal(whole), "");
}

TEST(FarArchiveTest, PathsThatLeaveItAreRefused) {
  for (const char* path : {"", "/a", "a/", "a//b", ".", "a/./b", "..", "../a", "a/../b"}) {
    EXPECT_EQ(Refusal(Archive({{path, "x"}})), "a file of the archive has an invalid path") << path;
    EXPECT_FALSE(IsPathInPackage(path)) << path;
  }
  EXPECT_TRUE(IsPathInPackage("a/..b/c."));
}

TEST(FarArchiveTest, OnePathTwiceIsRefused) {
  EXPECT_EQ(Refusal(Archive({{"a", "1"}, {"a", "2"}})), "a path occurs twice in the archive");
}

TEST(FarArchiveTest, NumbersThatOverflowAreRefused) {
  std::string bytes = Archive({{"a", "content"}});
  bytes.replace(kStart + 8, 8, Bytes(uint64_t{UINT64_MAX}));
  EXPECT_EQ(Refusal(bytes), "the archive ends within a file");
  bytes = Archive({{"a", "content"}});
  bytes.replace(8, 8, Bytes(uint64_t{UINT64_MAX - 8}));
  EXPECT_EQ(Refusal(bytes), "the archive ends within its index");
}

}  // namespace
}  // namespace loadstone::far_archive_test
