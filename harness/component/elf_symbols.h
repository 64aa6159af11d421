// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_ELF_SYMBOLS_H_
#define LOADSTONE_HARNESS_COMPONENT_ELF_SYMBOLS_H_

#include <string>
#include <vector>

namespace loadstone {

// The dynamic symbols of a shared library.
struct ElfSymbols {
  std::vector<std::string> exports = {};  // in file order
  // Those of `exports` that the library references by name itself, so that another library with the
  // same export may be used instead: it is not linked with -Bsymbolic or a similar option.
  std::vector<std::string> interposable = {};
};

// The properties of a shared library, read from its file.
struct ElfLibrary {
  unsigned bits = 0;  // 32 or 64; 0 if it is not an ELF file, and then nothing else is set
  std::string soname = {};
  bool has_symbols = false;  // whether it has a dynamic symbol table
  std::vector<std::string> exports = {};
};

// Reads the open file, for any architecture, without executing code of it. The descriptor stays
// open.
ElfLibrary ReadElfLibrary(int file);
// Reads an ELF file from its bytes.
ElfLibrary ReadElfLibrary(std::string bytes);

// Reads the file without executing code of it. Empty if it is not an ELF file or is malformed.
ElfSymbols ReadElfSymbols(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_ELF_SYMBOLS_H_
