// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_ELF_SYMBOLS_H_
#define LOADSTONE_HARNESS_COMPONENT_ELF_SYMBOLS_H_

#include <string>
#include <vector>

namespace loadstone {

// What the dynamic linker sees of a shared library.
struct ElfSymbols {
  std::vector<std::string> exports = {};  // in the order of the file
  // Those of `exports` that the library itself uses by name, so that another library which exports
  // the name may take its place: it is neither linked with -Bsymbolic nor its like.
  std::vector<std::string> interposable = {};
};

// What the file of a shared library says of itself.
struct ElfLibrary {
  unsigned bits = 0;  // 32 or 64; 0 for what is no ELF file, and of which nothing else is known
  std::string soname = {};
  bool has_symbols = false;  // whether there is a table of dynamic symbols
  std::vector<std::string> exports = {};
};

// Reads the open file, of any machine, without executing anything of it. The descriptor stays open.
ElfLibrary ReadElfLibrary(int file);
// Likewise the bytes of a file.
ElfLibrary ReadElfLibrary(std::string bytes);

// Reads the file without executing anything of it. Empty for what is no ELF file, or a broken one.
ElfSymbols ReadElfSymbols(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_ELF_SYMBOLS_H_
