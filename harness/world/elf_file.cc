// SPDX-License-Identifier: Apache-2.0
#include "harness/world/elf_file.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace loadstone {
namespace {

constexpr char kSelf[] = "/proc/self/exe";

// The beginning of a file as an ELF header; only `size` bytes were read.
struct Header {
  Elf64_Ehdr elf = {};
  size_t size = 0;
};

Header ReadHeader(std::ifstream& file) {
  Header header;
  file.read(reinterpret_cast<char*>(&header.elf), sizeof(header.elf));
  header.size = static_cast<size_t>(file.gcount());
  return header;
}

// The offsets of these fields do not depend on the class.
Architecture ArchitectureOf(const Elf64_Ehdr& header) {
  return {header.e_ident[EI_CLASS], header.e_machine};
}

// A known architecture, its name, and the dynamic linker of the platform's ABI.
struct Known {
  Architecture architecture;
  const char* name;
  const char* linker;
};
constexpr Architecture kX8664 = {ELFCLASS64, EM_X86_64};
constexpr Architecture kI386 = {ELFCLASS32, EM_386};
constexpr Known kKnown[] = {
    {kX8664, "x86_64-linux-gnu", "/lib64/ld-linux-x86-64.so.2"},
    {kI386, "i386-linux-gnu", "/lib/ld-linux.so.2"},
    {{ELFCLASS64, EM_AARCH64}, "aarch64-linux-gnu", "/lib/ld-linux-aarch64.so.1"},
    {{ELFCLASS32, EM_ARM}, "arm-linux-gnueabihf", "/lib/ld-linux-armhf.so.3"}};

const Known* Find(const Architecture& architecture) {
  const auto* found = std::find_if(std::begin(kKnown), std::end(kKnown), [&](const Known& each) {
    return each.architecture == architecture;
  });
  return found == std::end(kKnown) ? nullptr : found;
}

ElfKind KindOf(const Header& header, const Architecture& architecture) {
  if (header.size < EI_NIDENT || memcmp(header.elf.e_ident, ELFMAG, SELFMAG) != 0) {
    return ElfKind::kNotElf;
  }
  if (header.size < sizeof(header.elf)) return ElfKind::kNotLibrary;
  if (architecture != Architecture() && ArchitectureOf(header.elf) != architecture) {
    return ElfKind::kOtherArchitecture;
  }
  return header.elf.e_type == ET_DYN ? ElfKind::kLibrary : ElfKind::kNotLibrary;
}

// Returns the dynamic linker that a 64-bit program names; empty if it names none.
std::string DynamicLinkerIn(std::ifstream& file) {
  const Header header = ReadHeader(file);
  if (header.size < sizeof(header.elf)) return {};
  for (unsigned i = 0; i < header.elf.e_phnum; ++i) {
    Elf64_Phdr segment = {};
    file.seekg(static_cast<std::streamoff>(header.elf.e_phoff + i * sizeof(segment)));
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof(segment))) return {};
    if (segment.p_type != PT_INTERP) continue;
    std::string path(segment.p_filesz, '\0');
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    if (!file.read(path.data(), static_cast<std::streamsize>(path.size()))) return {};
    return path.c_str();  // without the terminating null
  }
  return {};
}

}  // namespace

ElfFile ExamineElfFile(const std::string& path) { return ExamineElfFile(path, OwnArchitecture()); }

ElfFile ExamineElfFile(const std::string& path, const Architecture& architecture) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {ElfKind::kMissing, errno};
  if (!S_ISREG(status.st_mode)) return {ElfKind::kNotRegular};
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return {ElfKind::kUnreadable, errno};
  const Header header = ReadHeader(file);
  return {KindOf(header, architecture), 0, ArchitectureOf(header.elf)};
}

Architecture OwnArchitecture() {
  std::ifstream file(kSelf, std::ios::binary);
  const Header own = ReadHeader(file);
  return own.size == sizeof(own.elf) ? ArchitectureOf(own.elf) : Architecture();
}

std::vector<Architecture> RunnableArchitectures() {
  std::vector<Architecture> all = {OwnArchitecture()};
  if (all.front() == kX8664) all.push_back(kI386);
  return all;
}

std::string NameOf(const Architecture& architecture) {
  const Known* known = Find(architecture);
  return known == nullptr ? std::string() : known->name;
}

unsigned BitsOf(const Architecture& architecture) {
  return architecture.elf_class == ELFCLASS32 ? 32 : 64;
}

bool IsArm(const Architecture& architecture) {
  return architecture.machine == EM_AARCH64 || architecture.machine == EM_ARM;
}

std::string DynamicLinker(const Architecture& architecture) {
  if (architecture == OwnArchitecture()) return DynamicLinker();
  const Known* known = Find(architecture);
  return known == nullptr ? std::string() : known->linker;
}

std::string DynamicLinker() {
  std::ifstream file(kSelf, std::ios::binary);
  return DynamicLinkerIn(file);
}

bool IsStatic(const std::string& path) {
  if (ExamineElfFile(path, Architecture()).kind == ElfKind::kNotElf) return false;
  std::ifstream file(path, std::ios::binary);
  return file.is_open() && DynamicLinkerIn(file).empty();
}

}  // namespace loadstone
