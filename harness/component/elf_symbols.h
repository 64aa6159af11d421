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

// Reads the file without executing anything of it. Empty for what is no ELF file, or a broken one.
ElfSymbols ReadElfSymbols(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_ELF_SYMBOLS_H_
