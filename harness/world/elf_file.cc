// SPDX-License-Identifier: Apache-2.0
#include "harness/world/elf_file.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <fstream>

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

ElfKind KindOf(const Header& header) {
  if (header.size < EI_NIDENT || memcmp(header.elf.e_ident, ELFMAG, SELFMAG) != 0) {
    return ElfKind::kNotElf;
  }
  if (header.size < sizeof(header.elf)) return ElfKind::kNotLibrary;
  const Architecture own = OwnArchitecture();
  if (own != Architecture() && ArchitectureOf(header.elf) != own) {
    return ElfKind::kOtherArchitecture;
  }
  return header.elf.e_type == ET_DYN ? ElfKind::kLibrary : ElfKind::kNotLibrary;
}

}  // namespace

ElfFile ExamineElfFile(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {ElfKind::kMissing, errno};
  if (!S_ISREG(status.st_mode)) return {ElfKind::kNotRegular};
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return {ElfKind::kUnreadable, errno};
  const Header header = ReadHeader(file);
  return {KindOf(header), 0, ArchitectureOf(header.elf)};
}

Architecture OwnArchitecture() {
  std::ifstream file(kSelf, std::ios::binary);
  const Header own = ReadHeader(file);
  return own.size == sizeof(own.elf) ? ArchitectureOf(own.elf) : Architecture();
}

std::string DynamicLinker() {
  std::ifstream file(kSelf, std::ios::binary);
  const Header own = ReadHeader(file);
  if (own.size < sizeof(own.elf)) return {};
  for (unsigned i = 0; i < own.elf.e_phnum; ++i) {
    Elf64_Phdr segment = {};
    file.seekg(static_cast<std::streamoff>(own.elf.e_phoff + i * sizeof(segment)));
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof(segment))) return {};
    if (segment.p_type != PT_INTERP) continue;
    std::string path(segment.p_filesz, '\0');
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    if (!file.read(path.data(), static_cast<std::streamsize>(path.size()))) return {};
    return path.c_str();  // without the terminating null
  }
  return {};
}

}  // namespace loadstone
