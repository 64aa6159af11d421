#include "harness/layer/elf_file.h"

#include <elf.h>
#include <string.h>
#include <sys/stat.h>

#include <fstream>
#include <optional>

namespace loadstone {
namespace {

constexpr char kSelf[] = "/proc/self/exe";

// The beginning of the file as ELF header, as far as there are bytes; nothing for what is no
// regular file that can be read.
std::optional<Elf64_Ehdr> ReadHeader(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return std::nullopt;
  Elf64_Ehdr header = {};
  file.read(reinterpret_cast<char*>(&header), sizeof(header));
  return header;
}

}  // namespace

ElfKind LookAtFile(const std::string& path) {
  const std::optional<Elf64_Ehdr> header = ReadHeader(path);
  if (!header.has_value()) return ElfKind::kUnreadable;
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return ElfKind::kNotElf;
  const std::optional<Elf64_Ehdr> own = ReadHeader(kSelf);
  if (own.has_value() && (header->e_ident[EI_CLASS] != own->e_ident[EI_CLASS] ||
                          header->e_machine != own->e_machine)) {
    return ElfKind::kOtherArchitecture;
  }
  return header->e_type == ET_DYN ? ElfKind::kLibrary : ElfKind::kNotLibrary;
}

std::string DynamicLinker() {
  const std::optional<Elf64_Ehdr> own = ReadHeader(kSelf);
  std::ifstream file(kSelf, std::ios::binary);
  if (!own.has_value() || !file.is_open()) return {};
  for (unsigned i = 0; i < own->e_phnum; ++i) {
    Elf64_Phdr segment = {};
    file.seekg(static_cast<std::streamoff>(own->e_phoff + i * sizeof(segment)));
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof(segment))) return {};
    if (segment.p_type != PT_INTERP) continue;
    std::string path(segment.p_filesz, '\0');
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    if (!file.read(path.data(), static_cast<std::streamsize>(path.size()))) return {};
    return path.c_str();  // without the null at its end
  }
  return {};
}

}  // namespace loadstone
