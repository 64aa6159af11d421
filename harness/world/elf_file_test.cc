// SPDX-License-Identifier: Apache-2.0
#include "harness/world/elf_file.h"

#include <errno.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace loadstone::elf_file_test {
namespace {

// CheckBinaryTest covers files that are not regular, not ELF files or not libraries.
class ElfFileTest : public testing::Test {
 protected:
  ElfFileTest() : path_(testing::TempDir() + "elf_file_test_" + std::to_string(getpid())) {
    std::ifstream own("/proc/self/exe", std::ios::binary);
    header_.resize(64);
    own.read(header_.data(), 64);
  }
  ~ElfFileTest() override { std::filesystem::remove_all(path_); }

  ElfFile Look() {
    std::ofstream(path_, std::ios::binary) << header_;
    return ExamineElfFile(path_);
  }

  std::string path_;
  std::string header_;  // of this program
};

TEST_F(ElfFileTest, MissingFileSaysWhy) {
  EXPECT_EQ(ExamineElfFile(path_).kind, ElfKind::kMissing);
  EXPECT_EQ(ExamineElfFile(path_).error, ENOENT);
  EXPECT_EQ(ExamineElfFile("/proc/self/exe/below").error, ENOTDIR);
}

TEST_F(ElfFileTest, ArchitectureComesBeforeTheKind) {
  header_[18] = static_cast<char>(header_[18] + 1);  // e_machine
  header_[16] = 1;                                   // ET_REL
  const ElfFile file = Look();
  EXPECT_EQ(file.kind, ElfKind::kOtherArchitecture);
  EXPECT_EQ(file.architecture.elf_class, OwnArchitecture().elf_class);
  EXPECT_NE(file.architecture.machine, OwnArchitecture().machine);
}

TEST_F(ElfFileTest, KindIsThatForTheArchitecture) {
  header_[16] = 3;  // ET_DYN
  header_[4] = 1;   // ELFCLASS32
  header_[18] = 3;  // EM_386
  header_[19] = 0;
  const ElfFile file = Look();
  EXPECT_EQ(file.kind, ElfKind::kOtherArchitecture);
  EXPECT_EQ(ExamineElfFile(path_, file.architecture).kind, ElfKind::kLibrary);
  EXPECT_EQ(NameOf(file.architecture), "i386-linux-gnu");
  EXPECT_EQ(DynamicLinker(file.architecture), "/lib/ld-linux.so.2");
  EXPECT_EQ(NameOf({7, 7}), "");
  EXPECT_EQ(DynamicLinker({7, 7}), "");
}

TEST_F(ElfFileTest, BeginningOfAHeader) {
  header_.resize(63);
  EXPECT_EQ(Look().kind, ElfKind::kNotLibrary);
  header_.resize(15);
  EXPECT_EQ(Look().kind, ElfKind::kNotElf);
}

TEST_F(ElfFileTest, OwnDynamicLinkerIsThere) {
  EXPECT_TRUE(std::filesystem::exists(DynamicLinker())) << DynamicLinker();
  EXPECT_EQ(DynamicLinker(OwnArchitecture()), DynamicLinker());
}

}  // namespace
}  // namespace loadstone::elf_file_test
