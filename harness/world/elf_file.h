// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_ELF_FILE_H_
#define LOADSTONE_HARNESS_WORLD_ELF_FILE_H_

#include <string>
#include <vector>

namespace loadstone {

// The kind of a file for a program, according to its ELF header only.
enum class ElfKind {
  kLibrary,     // a shared library that the program can load
  kMissing,     // see ElfFile::error
  kUnreadable,  // see ElfFile::error
  kNotRegular,  // a folder, a pipe, ...
  kNotElf,
  kOtherArchitecture,
  kNotLibrary,  // another ELF file of the architecture, or a truncated one
};

// The architecture of a binary, according to its ELF header.
struct Architecture {
  unsigned elf_class = 0;  // ELFCLASS32 or ELFCLASS64
  unsigned machine = 0;

  bool operator==(const Architecture&) const = default;
};

struct ElfFile {
  ElfKind kind = ElfKind::kUnreadable;
  int error = 0;                   // errno for kMissing and kUnreadable
  Architecture architecture = {};  // of an ELF file
};

// Returns the architecture of this program; zeros if /proc is missing.
Architecture OwnArchitecture();

// Returns the architectures whose programs this machine's processor runs, as far as Loadstone knows
// them: that of this program first, and on x86-64 32-bit x86.
std::vector<Architecture> RunnableArchitectures();

// Examines the file without blocking, as a file for programs of `architecture`. Links are followed.
ElfFile ExamineElfFile(const std::string& path, const Architecture& architecture);
ElfFile ExamineElfFile(const std::string& path);  // for this program

// Returns the name that Debian gives an architecture with the GNU C library, such as
// "x86_64-linux-gnu"; empty for one that Loadstone does not know.
std::string NameOf(const Architecture& architecture);

// Returns whether the file is a program without a dynamic linker; false if it cannot be read.
bool IsStatic(const std::string& path);
// Returns the size of an address in bits: 32 or 64.
unsigned BitsOf(const Architecture& architecture);
// Returns whether it is 32-bit or 64-bit Arm.
bool IsArm(const Architecture& architecture);

// Returns the dynamic linker that this program names in its header; empty if there is none.
std::string DynamicLinker();
// Returns the dynamic linker that programs of an architecture name: for that of this program, the
// one in its header; for another one that Loadstone knows, that of the platform's ABI; else empty.
std::string DynamicLinker(const Architecture& architecture);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_ELF_FILE_H_
