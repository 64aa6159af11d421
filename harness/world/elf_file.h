// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_ELF_FILE_H_
#define LOADSTONE_HARNESS_WORLD_ELF_FILE_H_

#include <string>

namespace loadstone {

// The kind of a file for this program, according to its ELF header only.
enum class ElfKind {
  kLibrary,     // a shared library that this program can load
  kMissing,     // see ElfFile::error
  kUnreadable,  // see ElfFile::error
  kNotRegular,  // a folder, a pipe, ...
  kNotElf,
  kOtherArchitecture,
  kNotLibrary,  // another ELF file of this architecture, or a truncated one
};

// The architecture of a binary, according to its ELF header.
struct Architecture {
  unsigned elf_class = 0;
  unsigned machine = 0;

  bool operator==(const Architecture&) const = default;
};

struct ElfFile {
  ElfKind kind = ElfKind::kUnreadable;
  int error = 0;                   // errno for kMissing and kUnreadable
  Architecture architecture = {};  // of an ELF file
};

// Examines the file without blocking. Links are followed.
ElfFile ExamineElfFile(const std::string& path);

// Returns the architecture of this program; zeros if /proc is missing.
Architecture OwnArchitecture();

// Returns the dynamic linker that this program names in its header; empty if there is none.
std::string DynamicLinker();

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_ELF_FILE_H_
