// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/emulator.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/errors.h"

namespace loadstone::emulator_test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr Architecture kX86 = {ELFCLASS64, EM_X86_64};
constexpr Architecture kNarrowX86 = {ELFCLASS32, EM_386};
constexpr Architecture kArm = {ELFCLASS64, EM_AARCH64};
constexpr Architecture kNarrowArm = {ELFCLASS32, EM_ARM};

TEST(EmulatorTest, ProcessorRunsItsOwnFamily) {
  EXPECT_FALSE(NeedsEmulator(kX86, kX86, true));
  EXPECT_FALSE(NeedsEmulator(kNarrowX86, kX86, true));
  EXPECT_FALSE(NeedsEmulator(kNarrowArm, kArm, true));
  EXPECT_TRUE(NeedsEmulator(kArm, kX86, true));
  EXPECT_TRUE(NeedsEmulator(kNarrowArm, kX86));
  EXPECT_TRUE(NeedsEmulator(kX86, kArm));
  EXPECT_TRUE(NeedsEmulator(kArm, kNarrowArm)) << "a 32-bit system runs no 64-bit programs";
}

TEST(EmulatorTest, KernelMayRunNoNarrowPrograms) {
  EXPECT_FALSE(NeedsEmulator(kX86, kX86, false));
  EXPECT_TRUE(NeedsEmulator(kNarrowX86, kX86, false));
}

class EmulatorInPathTest : public testing::Test {
 protected:
  EmulatorInPathTest() { fs::create_directories(folder_); }
  ~EmulatorInPathTest() override { fs::remove_all(folder_); }

  // An executable ELF header; with one segment, which names a dynamic linker, unless `is_static`.
  void Write(const std::string& name, bool is_static) {
    struct {
      Elf64_Ehdr header = {};
      Elf64_Phdr segment = {};
      char linker[8] = "/ld.so";
    } file;
    memcpy(file.header.e_ident, ELFMAG, SELFMAG);
    file.header.e_ident[EI_CLASS] = ELFCLASS64;
    file.header.e_phoff = sizeof(file.header);
    file.header.e_phnum = 1;
    file.segment.p_type = is_static ? PT_LOAD : PT_INTERP;
    file.segment.p_offset = sizeof(file.header) + sizeof(file.segment);
    file.segment.p_filesz = sizeof(file.linker);
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(&file), sizeof(file));
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }

  const Architecture foreign_ = NeedsEmulator(kArm) ? kArm : kX86;
  const std::string name_ = NeedsEmulator(kArm) ? "qemu-aarch64" : "qemu-x86_64";
  const fs::path folder_ =
      fs::path(testing::TempDir()) / ("emulator_in_path_" + std::to_string(getpid()));
};

TEST_F(EmulatorInPathTest, MissingOneIsNamedWithItsPackage) {
  EXPECT_THAT([&] { EmulatorFor(foreign_, folder_); },
              ThrowsMessage<EnvironmentError>(
                  AllOf(HasSubstr(name_ + "-static"), HasSubstr("qemu-user-static"))));
}

TEST_F(EmulatorInPathTest, OnlyStaticProgramsAreUsed) {
  Write(name_ + "-static", /*is_static=*/false);
  EXPECT_THROW(EmulatorFor(foreign_, folder_), EnvironmentError);
  Write(name_, /*is_static=*/true);
  EXPECT_EQ(EmulatorFor(foreign_, "relative:/missing:" + folder_.string()), folder_ / name_);
}

TEST_F(EmulatorInPathTest, OwnProgramsNeedNone) {
  EXPECT_EQ(EmulatorFor(OwnArchitecture(), folder_), "");
}

}  // namespace
}  // namespace loadstone::emulator_test
