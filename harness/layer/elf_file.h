#ifndef LOADSTONE_HARNESS_LAYER_ELF_FILE_H_
#define LOADSTONE_HARNESS_LAYER_ELF_FILE_H_

#include <string>

namespace loadstone {

// What a file is to this program, told from its ELF header alone.
enum class ElfKind {
  kLibrary,  // a shared library that this program could load
  kUnreadable,
  kNotElf,
  kNotLibrary,
  kOtherArchitecture,
};
ElfKind LookAtFile(const std::string& path);

// The dynamic linker that this program names in its own header; empty where there is none.
std::string DynamicLinker();

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_LAYER_ELF_FILE_H_
