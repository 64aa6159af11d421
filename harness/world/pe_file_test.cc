#include "harness/world/pe_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace loadstone::pe_file_test {
namespace {

class PeFileTest : public testing::Test {
 protected:
  PeFileTest() {
    char name[] = "/tmp/loadstone_pe_XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~PeFileTest() override { std::filesystem::remove_all(folder_); }

  // What is the matter with a file with these bytes.
  std::string Problem(const std::string& bytes) {
    const std::string path = folder_ + "/file";
    std::ofstream(path, std::ios::binary) << bytes;
    return LookAtPeFile(path).problem;
  }

  // The beginning of a PE file: the header stands where the stub says.
  static std::string Header(char low, char high, char characteristics) {
    std::string bytes(0x80, '\0');
    bytes.replace(0, 2, "MZ");
    bytes[0x3c] = 0x40;
    bytes.replace(0x40, 4, std::string("PE\0\0", 4));
    bytes[0x44] = low;
    bytes[0x45] = high;
    bytes[0x57] = characteristics;
    return bytes;
  }

  std::string folder_;
};

TEST_F(PeFileTest, KnowsADll) { EXPECT_EQ(Problem(Header('\x64', '\x86', '\x20')), ""); }

TEST_F(PeFileTest, SaysWhatIsTheMatter) {
  EXPECT_EQ(Problem(Header('\x64', '\x86', 0)), "is a PE file but no DLL");
  EXPECT_EQ(Problem(Header('\x4c', '\x01', '\x20')),
            "is for another architecture; DLLs of 64 bits for x86 can be judged");
  const std::string no_pe = "is no PE file; with --platform windows, --loader takes a DLL";
  EXPECT_EQ(Problem(""), no_pe);
  EXPECT_EQ(Problem("MZ"), no_pe);
  EXPECT_EQ(Problem("\177ELF" + std::string(200, '\0')), no_pe);
  EXPECT_EQ(Problem("MZ" + std::string(200, '\xff')), no_pe) << "a header beyond the end";
  EXPECT_EQ(LookAtPeFile(folder_).problem, "is no regular file; --loader takes the DLL itself");
  EXPECT_EQ(LookAtPeFile(folder_ + "/none").problem,
            "does not exist; --loader takes the DLL of a loader");
}

}  // namespace
}  // namespace loadstone::pe_file_test
