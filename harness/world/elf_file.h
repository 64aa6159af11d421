// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_ELF_FILE_H_
#define LOADSTONE_HARNESS_WORLD_ELF_FILE_H_

#include <string>

namespace loadstone {

// What a file is to this program, told from its ELF header alone.
enum class ElfKind {
  kLibrary,     // a shared library that this program could load
  kMissing,     // ElfFile::error says why
  kUnreadable,  // likewise
  kNotRegular,  // a folder, a pipe, ...
  kNotElf,
  kOtherArchitecture,
  kNotLibrary,  // an ELF file of this architecture, or the beginning of one
};

// The architecture of a binary, as its ELF header has it.
struct Architecture {
  unsigned elf_class = 0;
  unsigned machine = 0;

  bool operator==(const Architecture&) const = default;
};

struct ElfFile {
  ElfKind kind = ElfKind::kUnreadable;
  int error = 0;                   // an errno, of kMissing and kUnreadable
  Architecture architecture = {};  // of an ELF file
};

// Looks at the file, and never waits for anything. Links are followed.
ElfFile LookAtFile(const std::string& path);

// That of this program; zeros where /proc is missing.
Architecture OwnArchitecture();

// The dynamic linker that this program names in its own header; empty where there is none.
std::string DynamicLinker();

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_ELF_FILE_H_
