// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/check_binary.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/errors.h"

namespace loadstone::check_binary_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

class CheckBinaryTest : public testing::Test {
 protected:
  CheckBinaryTest()
      : path_(testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::ifstream own("/proc/self/exe", std::ios::binary);
    own.read(reinterpret_cast<char*>(&header_), sizeof(header_));
    header_.e_type = ET_DYN;
  }
  ~CheckBinaryTest() override { std::filesystem::remove_all(path_); }

  void Write(const std::string& bytes) { std::ofstream(path_, std::ios::binary) << bytes; }
  void WriteHeader() {
    Write(std::string(reinterpret_cast<const char*>(&header_), sizeof(header_)));
  }
  // Expects one line that names the file and contains `why`.
  void ExpectRefused(const std::string& why) {
    EXPECT_THAT([&] { CheckBinary(path_); },
                ThrowsMessage<EnvironmentError>(
                    AllOf(HasSubstr(why), HasSubstr(path_), Not(HasSubstr("\n")))));
  }

  std::string path_;
  Elf64_Ehdr header_ = {};
};

TEST_F(CheckBinaryTest, AcceptsASharedLibraryOfThisMachine) {
  WriteHeader();
  EXPECT_NO_THROW(CheckBinary(path_));
}

TEST_F(CheckBinaryTest, FollowsLinks) {
  WriteHeader();
  const std::string link = path_ + ".link";
  std::filesystem::create_symlink(path_, link);
  EXPECT_NO_THROW(CheckBinary(link));
  std::filesystem::remove(link);
}

TEST_F(CheckBinaryTest, Missing) { ExpectRefused("No such file"); }

TEST_F(CheckBinaryTest, Folder) {
  std::filesystem::create_directory(path_);
  ExpectRefused("not a regular file");
}

TEST_F(CheckBinaryTest, Fifo) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  ExpectRefused("not a regular file");
}

TEST_F(CheckBinaryTest, NoElf) {
  for (const char* bytes : {"", "x",
                            "\x7f"
                            "EL",
                            "#!/bin/sh\n", "INPUT(libvulkan.so.1) padding"}) {
    Write(bytes);
    ExpectRefused("not an ELF file");
  }
}

TEST_F(CheckBinaryTest, TornHeader) {
  Write(std::string(reinterpret_cast<const char*>(&header_), sizeof(header_) - 1));
  ExpectRefused("not a shared library");
}

TEST_F(CheckBinaryTest, OtherKinds) {
  for (const int kind : {ET_NONE, ET_REL, ET_EXEC, ET_CORE}) {
    header_.e_type = static_cast<Elf64_Half>(kind);
    WriteHeader();
    ExpectRefused("not a shared library");
  }
}

TEST_F(CheckBinaryTest, OtherMachine) {
  header_.e_machine = static_cast<Elf64_Half>(header_.e_machine + 1);
  WriteHeader();
  ExpectRefused("another architecture");
}

TEST_F(CheckBinaryTest, OtherClass) {
  header_.e_ident[EI_CLASS] = header_.e_ident[EI_CLASS] == ELFCLASS64 ? ELFCLASS32 : ELFCLASS64;
  WriteHeader();
  ExpectRefused("another architecture");
}

}  // namespace
}  // namespace loadstone::check_binary_test
