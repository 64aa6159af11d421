// SPDX-License-Identifier: Apache-2.0
#include "harness/component/elf_symbols.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <set>

namespace loadstone {
namespace {

// Returns the first section of that type, or null.
Elf_Scn* FindSection(Elf* elf, unsigned type) {
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr && header.sh_type == type) return section;
  }
  return nullptr;
}

size_t CountOf(const GElf_Shdr& header) {
  return header.sh_entsize == 0 ? 0 : static_cast<size_t>(header.sh_size / header.sh_entsize);
}

struct Symbol {
  std::string name;
  bool exported = false;
  bool replaceable = false;  // another library can interpose a symbol of that name
};

std::vector<Symbol> DynamicSymbols(Elf* elf) {
  std::vector<Symbol> symbols;
  Elf_Scn* section = FindSection(elf, SHT_DYNSYM);
  GElf_Shdr header;
  Elf_Data* data = section == nullptr ? nullptr : elf_getdata(section, nullptr);
  if (data == nullptr || gelf_getshdr(section, &header) == nullptr) return symbols;
  for (size_t i = 0; i < CountOf(header); ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    const bool bound = GELF_ST_BIND(symbol.st_info) != STB_LOCAL && symbol.st_shndx != SHN_UNDEF;
    const unsigned visibility = GELF_ST_VISIBILITY(symbol.st_other);
    symbols.push_back({name == nullptr ? "" : name,
                       bound && (visibility == STV_DEFAULT || visibility == STV_PROTECTED),
                       bound && visibility == STV_DEFAULT});
  }
  return symbols;
}

// The entries of the dynamic section, and the index of the section with their strings.
struct DynamicEntries {
  std::vector<GElf_Dyn> all = {};
  size_t texts = 0;
};

DynamicEntries ReadDynamic(Elf* elf) {
  DynamicEntries entries;
  Elf_Scn* section = FindSection(elf, SHT_DYNAMIC);
  GElf_Shdr header;
  Elf_Data* data = section == nullptr ? nullptr : elf_getdata(section, nullptr);
  if (data == nullptr || gelf_getshdr(section, &header) == nullptr) return entries;
  entries.texts = header.sh_link;
  for (size_t i = 0; i < CountOf(header); ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, static_cast<int>(i), &entry) == nullptr) break;
    entries.all.push_back(entry);
  }
  return entries;
}

bool IsSymbolic(Elf* elf) {
  const std::vector<GElf_Dyn> entries = ReadDynamic(elf).all;
  return std::any_of(entries.begin(), entries.end(), [](const GElf_Dyn& entry) {
    return entry.d_tag == DT_SYMBOLIC ||
           (entry.d_tag == DT_FLAGS && (entry.d_un.d_val & DF_SYMBOLIC) != 0);
  });
}

std::string SonameOf(Elf* elf) {
  const DynamicEntries entries = ReadDynamic(elf);
  for (const GElf_Dyn& entry : entries.all) {
    if (entry.d_tag != DT_SONAME) continue;
    const char* name = elf_strptr(elf, entries.texts, static_cast<size_t>(entry.d_un.d_val));
    return name == nullptr ? "" : name;
  }
  return {};
}

// Returns the indices of the dynamic symbols that the library's relocations refer to.
std::set<size_t> RelocatedSymbols(Elf* elf) {
  std::set<size_t> numbers;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || (header.sh_flags & SHF_ALLOC) == 0) continue;
    if (header.sh_type != SHT_RELA && header.sh_type != SHT_REL) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    if (data == nullptr) continue;
    for (size_t i = 0; i < CountOf(header); ++i) {
      GElf_Rela with_addend;
      GElf_Rel plain;
      if (header.sh_type == SHT_RELA) {
        if (gelf_getrela(data, static_cast<int>(i), &with_addend) == nullptr) break;
        numbers.insert(GELF_R_SYM(with_addend.r_info));
      } else {
        if (gelf_getrel(data, static_cast<int>(i), &plain) == nullptr) break;
        numbers.insert(GELF_R_SYM(plain.r_info));
      }
    }
  }
  return numbers;
}

ElfSymbols SymbolsOf(Elf* elf) {
  ElfSymbols found;
  const std::vector<Symbol> symbols = DynamicSymbols(elf);
  const std::set<size_t> relocated = RelocatedSymbols(elf);
  const bool symbolic = IsSymbolic(elf);
  for (size_t i = 0; i < symbols.size(); ++i) {
    if (!symbols[i].exported) continue;
    found.exports.push_back(symbols[i].name);
    if (!symbolic && symbols[i].replaceable && relocated.contains(i)) {
      found.interposable.push_back(symbols[i].name);
    }
  }
  return found;
}

ElfLibrary LibraryOf(Elf* elf) {
  ElfLibrary library;
  library.bits = gelf_getclass(elf) == ELFCLASS64 ? 64 : 32;
  library.soname = SonameOf(elf);
  library.has_symbols = FindSection(elf, SHT_DYNSYM) != nullptr;
  for (const Symbol& symbol : DynamicSymbols(elf)) {
    if (symbol.exported) library.exports.push_back(symbol.name);
  }
  return library;
}

}  // namespace

ElfLibrary ReadElfLibrary(int file) {
  ElfLibrary library;
  if (elf_version(EV_CURRENT) == EV_NONE) return library;
  Elf* elf = elf_begin(file, ELF_C_READ, nullptr);
  if (elf != nullptr && elf_kind(elf) == ELF_K_ELF) library = LibraryOf(elf);
  elf_end(elf);
  return library;
}

ElfLibrary ReadElfLibrary(std::string bytes) {
  ElfLibrary library;
  if (elf_version(EV_CURRENT) == EV_NONE) return library;
  Elf* elf = elf_memory(bytes.data(), bytes.size());
  if (elf != nullptr && elf_kind(elf) == ELF_K_ELF) library = LibraryOf(elf);
  elf_end(elf);
  return library;
}

ElfSymbols ReadElfSymbols(const std::string& path) {
  ElfSymbols symbols;
  if (elf_version(EV_CURRENT) == EV_NONE) return symbols;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return symbols;
  Elf* elf = elf_begin(file, ELF_C_READ, nullptr);
  if (elf != nullptr && elf_kind(elf) == ELF_K_ELF) symbols = SymbolsOf(elf);
  elf_end(elf);
  close(file);
  return symbols;
}

}  // namespace loadstone
