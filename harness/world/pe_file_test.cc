// SPDX-License-Identifier: Apache-2.0
#include "harness/world/pe_file.h"

#include <gmock/gmock.h>
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

  // Returns the problem of a file with these bytes.
  std::string Problem(const std::string& bytes) {
    const std::string path = folder_ + "/file";
    std::ofstream(path, std::ios::binary) << bytes;
    return ExaminePeFile(path).problem;
  }

  // Returns the beginning of a PE file, whose header is at the offset in the stub.
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

  // Writes a number of `count` bytes at a place.
  static void Put(std::string& bytes, size_t place, unsigned number, size_t count) {
    for (size_t i = 0; i < count; ++i) bytes[place + i] = static_cast<char>(number >> (8 * i));
  }

  // Returns a PE file with resources at address 0x1000, file offset 0x200: three nested directories
  // and the version. `type` is the type of its only resource.
  static std::string WithVersion(unsigned type) {
    std::string bytes = Header('\x64', '\x86', '\x20') + std::string(0x200, '\0');
    Put(bytes, 0x46, 1, 2);             // sections
    Put(bytes, 0x54, 0xf0, 2);          // size of the optional header
    Put(bytes, 0x58, 0x20b, 2);         // its magic number
    Put(bytes, 0x58 + 108, 16, 4);      // directories
    Put(bytes, 0x58 + 128, 0x1000, 4);  // resource directory
    Put(bytes, 0x148 + 12, 0x1000, 4);  // the section: its address,
    Put(bytes, 0x148 + 16, 0x100, 4);   // size
    Put(bytes, 0x148 + 20, 0x180, 4);   // and place in the file
    Put(bytes, 0x180 + 14, 1, 2);       // number of entries in each directory
    Put(bytes, 0x180 + 16, type, 4);
    Put(bytes, 0x180 + 20, 0x80000018, 4);
    Put(bytes, 0x198 + 14, 1, 2);
    Put(bytes, 0x198 + 20, 0x80000030, 4);
    Put(bytes, 0x1b0 + 14, 1, 2);
    Put(bytes, 0x1b0 + 20, 0x48, 4);
    Put(bytes, 0x1c8, 0x1058, 4);  // address of the resource
    Put(bytes, 0x1d8 + 40, 0xfeef04bd, 4);
    Put(bytes, 0x1d8 + 48, 1 << 16 | 2, 4);
    Put(bytes, 0x1d8 + 52, 34 << 16 | 5, 4);
    return bytes;
  }

  // Returns a DLL of `bits` bits with one section at address 0x1000, file offset 0x180, and in it
  // two exports with names, "a" and "_b@4".
  static std::string WithExports(unsigned bits) {
    std::string bytes = Header('\x64', '\x86', '\x20') + std::string(0x180, '\0');
    const size_t directories = bits == 64 ? 112 : 96;
    Put(bytes, 0x46, 1, 2);                           // sections
    Put(bytes, 0x54, 0xf0, 2);                        // size of the optional header
    Put(bytes, 0x58, bits == 64 ? 0x20b : 0x10b, 2);  // its magic number
    Put(bytes, 0x58 + directories - 4, 16, 4);        // directories
    Put(bytes, 0x58 + directories, 0x1000, 4);        // export directory
    Put(bytes, 0x148 + 12, 0x1000, 4);                // the section: its address,
    Put(bytes, 0x148 + 16, 0x80, 4);                  // size
    Put(bytes, 0x148 + 20, 0x180, 4);                 // and place in the file
    Put(bytes, 0x180 + 24, 2, 4);                     // number of names
    Put(bytes, 0x180 + 32, 0x1040, 4);                // address of their list
    Put(bytes, 0x1c0, 0x1050, 4);
    Put(bytes, 0x1c4, 0x1052, 4);
    bytes.replace(0x1d0, 7, std::string("a\0_b@4\0", 7));
    return bytes;
  }

  PeLibrary Library(const std::string& bytes) const {
    const std::string path = folder_ + "/file";
    std::ofstream(path, std::ios::binary) << bytes;
    return ReadPeLibrary(path);
  }

  // Returns the version of a file with these bytes; empty if there is none.
  std::string Version(const std::string& bytes) {
    const std::string path = folder_ + "/file";
    std::ofstream(path, std::ios::binary) << bytes;
    const auto version = PeFileVersion(path);
    return version.has_value() ? version->ToString() : "";
  }

  std::string folder_;
};

TEST_F(PeFileTest, ReadsTheVersionOfTheResources) { EXPECT_EQ(Version(WithVersion(16)), "1.2.34"); }

TEST_F(PeFileTest, HasNoVersionWithoutOne) {
  EXPECT_EQ(Version(WithVersion(10)), "") << "a resource of another type";
  EXPECT_EQ(Version(Header('\x64', '\x86', '\x20')), "") << "no resources";
  EXPECT_EQ(Version(""), "");
  EXPECT_EQ(PeFileVersion(folder_), std::nullopt);
  EXPECT_EQ(PeFileVersion(folder_ + "/none"), std::nullopt);
}

TEST_F(PeFileTest, LooksAtTornResources) {
  const std::string whole = WithVersion(16);
  for (size_t size = 0; size < 0x1d8 + 56; ++size) {
    EXPECT_EQ(Version(whole.substr(0, size)), "") << size;
  }
  for (const size_t place : {0x46, 0x54, 0x18e, 0x194, 0x1ac, 0x1c4, 0x1c8}) {
    std::string torn = whole;
    torn.replace(place, 2, "\xff\xff");
    Version(torn);  // any result is accepted, but it must return
  }
}

TEST_F(PeFileTest, ReadsTheNamesOfExports) {
  for (const unsigned bits : {32, 64}) {
    const PeLibrary library = Library(WithExports(bits));
    EXPECT_TRUE(library.is_pe);
    EXPECT_EQ(library.problem, "");
    EXPECT_EQ(library.bits, bits);
    EXPECT_THAT(library.exports, testing::ElementsAre("a", "_b@4"));
  }
  std::string none = WithExports(64);
  Put(none, 0x58 + 112, 0, 4);
  EXPECT_EQ(Library(none).problem, "") << "a DLL need not export anything";
  EXPECT_THAT(Library(none).exports, testing::IsEmpty());
}

TEST_F(PeFileTest, ReadsTheNamesOfImports) {
  std::string bytes = WithExports(64);
  Put(bytes, 0x58 + 112 + 8, 0x1054, 4);  // import directory
  bytes.replace(0x1d4, 0x2c, std::string(0x2c, '\0'));
  Put(bytes, 0x1d4 + 12, 0x107c, 4);  // the name of the first one
  bytes.replace(0x1fc, 4, std::string("x.d\0", 4));
  bytes[0x1d3] = '\0';
  EXPECT_THAT(Library(bytes).imports, testing::ElementsAre("x.d"));
  Put(bytes, 0x1d4 + 12, 0x2000, 4);  // outside of the image
  EXPECT_THAT(Library(bytes).imports, testing::IsEmpty());
  EXPECT_THAT(Library(WithExports(32)).imports, testing::IsEmpty());
}

TEST_F(PeFileTest, SaysThatExportsAreBroken) {
  const std::string broken = "is a PE file whose export table is broken or truncated";
  const std::string whole = WithExports(64);
  for (const auto& [place, number] : std::vector<std::pair<size_t, unsigned>>{
           {0x58 + 112, 0x9000},         // the directory is in no section
           {0x180 + 24, 0xffffffff},     // number of names
           {0x180 + 32, 0},              // their list has no valid address
           {0x1c4, 0x5000},              // a name has no valid address
           {0x148 + 20, 0x7fffffff}}) {  // the section is beyond the end
    std::string bytes = whole;
    Put(bytes, place, number, 4);
    EXPECT_EQ(Library(bytes).problem, broken) << place;
    EXPECT_THAT(Library(bytes).exports, testing::IsEmpty()) << place;
  }
  for (size_t size = 0x100; size < 0x1d7; ++size) {
    EXPECT_NE(Library(whole.substr(0, size)).problem, "") << size;
  }
  EXPECT_EQ(Library(Header('\x64', '\x86', 0)).problem, "is a PE file but not a DLL");
  EXPECT_FALSE(Library("MZ").is_pe);
  EXPECT_FALSE(ReadPeLibrary(folder_).is_pe);
}

TEST_F(PeFileTest, KnowsADll) {
  EXPECT_EQ(Problem(Header('\x64', '\x86', '\x20')), "");
  EXPECT_EQ(ExaminePeFile(folder_ + "/file").bits, 64U);
  EXPECT_EQ(Problem(Header('\x4c', '\x01', '\x20')), "");
  EXPECT_EQ(ExaminePeFile(folder_ + "/file").bits, 32U);
}

TEST_F(PeFileTest, SaysWhatIsTheMatter) {
  EXPECT_EQ(Problem(Header('\x64', '\x86', 0)), "is a PE file but not a DLL");
  EXPECT_EQ(Problem(Header('\x64', '\xaa', '\x20')),
            "is for another architecture; only x86 DLLs of 64 or 32 bits can be judged");
  const std::string no_pe = "is not a PE file; with --platform windows, --loader takes a DLL";
  EXPECT_EQ(Problem(""), no_pe);
  EXPECT_EQ(Problem("MZ"), no_pe);
  EXPECT_EQ(Problem("\177ELF" + std::string(200, '\0')), no_pe);
  EXPECT_EQ(Problem("MZ" + std::string(200, '\xff')), no_pe) << "a header beyond the end";
  EXPECT_EQ(ExaminePeFile(folder_).problem, "is not a regular file; --loader takes the DLL itself");
  EXPECT_EQ(ExaminePeFile(folder_ + "/none").problem,
            "does not exist; --loader takes the DLL of a loader");
}

}  // namespace
}  // namespace loadstone::pe_file_test
