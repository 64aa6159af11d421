// SPDX-License-Identifier: Apache-2.0
#include "harness/component/mach_o_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>

namespace loadstone::mach_o_file_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kBroken[] = "is a broken or truncated Mach-O file";

std::string Little(uint32_t number) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(number >> (8 * i));
  return bytes;
}

std::string Big(uint32_t number) {
  const std::string bytes = Little(number);
  return {bytes.rbegin(), bytes.rend()};
}

void Put(std::string& bytes, size_t place, uint32_t number) {
  bytes.replace(place, 4, Little(number));
}

// The parts of a 64-bit dynamic library: these load commands, then `data` at offset
// DataPlace(commands).
constexpr size_t kHeader = 32;
size_t DataPlace(const std::string& commands) { return kHeader + commands.size(); }
std::string Library(unsigned count, const std::string& commands, const std::string& data,
                    uint32_t type = 6) {
  return Little(0xfeedfacf) + Little(0x01000007) + Little(3) + Little(type) + Little(count) +
         Little(static_cast<uint32_t>(commands.size())) + Little(0) + Little(0) + commands + data;
}

// A trie with the symbols "_ab" and "_ac", each with a flag and an address.
const std::string& Trie() {
  static const std::string kTrie("\0\1_a\0\6\0\2b\0\16c\0\22\2\0\5\0\2\0\7\0", 22);
  return kTrie;
}

std::string WithTrie(const std::string& trie) {
  std::string command = Little(0x80000033) + Little(16) + Little(0) + Little(0);
  Put(command, 8, static_cast<uint32_t>(DataPlace(command)));
  Put(command, 12, static_cast<uint32_t>(trie.size()));
  return Library(1, command, trie);
}

// A symbol table entry for 64 bits.
std::string Symbol(uint32_t name, char type) { return Little(name) + type + std::string(11, '\0'); }

// "_out" is exported; "_in", "_hid", "_use" and the debugger's entry are not.
std::string WithSymbols() {
  const std::string texts("\0_out\0_in\0_hid\0_use\0", 20);
  const std::string symbols =
      Symbol(1, 0x0f) + Symbol(6, 0x0e) + Symbol(10, 0x1f) + Symbol(15, 0x01) + Symbol(1, 0x24 | 1);
  std::string command = Little(2) + Little(24) + std::string(16, '\0');
  const size_t place = DataPlace(command);
  Put(command, 8, static_cast<uint32_t>(place));
  Put(command, 12, 5);
  Put(command, 16, static_cast<uint32_t>(place + symbols.size()));
  Put(command, 20, static_cast<uint32_t>(texts.size()));
  return Library(1, command, symbols + texts);
}

std::string Universal(const std::vector<std::string>& images) {
  std::string table = Big(0xcafebabe) + Big(static_cast<uint32_t>(images.size()));
  std::string content;
  for (const std::string& image : images) {
    const size_t place = 8 + images.size() * 20 + content.size();
    table += Big(7) + Big(3) + Big(static_cast<uint32_t>(place)) +
             Big(static_cast<uint32_t>(image.size())) + Big(0);
    content += image;
  }
  return table + content;
}

class MachOFileTest : public testing::Test {
 protected:
  MachOFileTest() {
    char name[] = "/tmp/loadstone_mach_o_XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~MachOFileTest() override { std::filesystem::remove_all(folder_); }

  MachOLibrary Read(const std::string& bytes) const {
    const std::string path = folder_ + "/file";
    std::ofstream(path, std::ios::binary) << bytes;
    return ReadMachOLibrary(path);
  }

  std::string folder_;
};

TEST_F(MachOFileTest, ReadsTheTrieOfExports) {
  const MachOLibrary library = Read(WithTrie(Trie()));
  EXPECT_TRUE(library.is_mach_o);
  EXPECT_EQ(library.problem, "");
  EXPECT_EQ(library.bits, 64u);
  EXPECT_FALSE(library.reexports);
  EXPECT_THAT(library.exports, ElementsAre("ab", "ac"));
}

TEST_F(MachOFileTest, ReadsSymbolsWhereThereIsNoTrie) {
  EXPECT_THAT(Read(WithSymbols()).exports, ElementsAre("out"));
}

TEST_F(MachOFileTest, TellsOfOthersExports) {
  EXPECT_TRUE(Read(Library(1, Little(0x8000001f) + Little(8), "")).reexports);
  EXPECT_FALSE(Read(Library(1, Little(0x1f) + Little(8), "")).reexports);
}

TEST_F(MachOFileTest, UniversalFileExportsWhatEachImageDoes) {
  const std::string other = WithTrie(std::string("\0\1_ab\0\7\2\0\5\0", 11));
  const MachOLibrary library = Read(Universal({WithTrie(Trie()), other}));
  EXPECT_EQ(library.problem, "");
  EXPECT_THAT(library.exports, ElementsAre("ab"));
  EXPECT_THAT(Read(Universal({other, WithTrie(Trie())})).exports, ElementsAre("ab"));
  EXPECT_THAT(Read(Universal({other, Library(0, "", "")})).exports, IsEmpty());
}

TEST_F(MachOFileTest, KnowsWhatIsNoLibrary) {
  EXPECT_EQ(Read(Library(0, "", "", 2)).problem, "is a Mach-O file but not a dynamic library");
  EXPECT_EQ(Read(Library(0, "", "", 8)).problem, "") << "a bundle can be loaded";
  EXPECT_FALSE(Read("").is_mach_o);
  EXPECT_FALSE(Read("text").is_mach_o);
  EXPECT_FALSE(Read(Big(0xcafebabe) + Big(65)).is_mach_o) << "a class file of Java";
  EXPECT_FALSE(ReadMachOLibrary(folder_).is_mach_o);
  EXPECT_FALSE(ReadMachOLibrary(folder_ + "/none").is_mach_o);
}

TEST_F(MachOFileTest, TornFilesAreBroken) {
  for (const std::string& whole :
       {WithTrie(Trie()), WithSymbols(), Universal({WithTrie(Trie()), WithSymbols()})}) {
    for (size_t size = 8; size < whole.size(); ++size) {
      const MachOLibrary library = Read(whole.substr(0, size));
      EXPECT_EQ(library.problem, kBroken) << size;
      EXPECT_THAT(library.exports, IsEmpty()) << size;
    }
  }
}

TEST_F(MachOFileTest, HostileNumbersAreBroken) {
  for (const std::string& whole : {WithTrie(Trie()), WithSymbols()}) {
    for (const size_t place : {16, 20, 36, 40, 44}) {  // commands: number, size, and the first
      std::string bytes = whole;
      Put(bytes, place, 0xfffffff0);
      EXPECT_EQ(Read(bytes).problem, kBroken) << place;
    }
  }
  EXPECT_EQ(Read(Library(1, Little(1) + Little(0), "")).problem, kBroken) << "a command of 0 bytes";
  EXPECT_EQ(Read(WithTrie(std::string("\0\1a\0\0", 5))).problem, kBroken) << "its own child";
  EXPECT_EQ(Read(WithTrie(std::string(12, '\xff'))).problem, kBroken) << "a number without end";
}

}  // namespace
}  // namespace loadstone::mach_o_file_test
