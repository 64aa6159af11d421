// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/elf_note.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

namespace loadstone {
namespace {

// Searches the notes of one segment.
std::optional<std::string> FindIn(Elf_Data& notes, std::string_view owner, uint32_t type) {
  GElf_Nhdr note;
  size_t name = 0, content = 0;
  for (size_t at = 0; (at = gelf_getnote(&notes, at, &note, &name, &content)) > 0;) {
    const auto* bytes = static_cast<const char*>(notes.d_buf);
    const std::string_view found(bytes + name, note.n_namesz == 0 ? 0 : note.n_namesz - 1);
    if (note.n_type == type && found == owner) return std::string(bytes + content, note.n_descsz);
  }
  return std::nullopt;
}

std::optional<std::string> FindIn(Elf& elf, std::string_view owner, uint32_t type) {
  size_t segments = 0;
  if (elf_getphdrnum(&elf, &segments) != 0) return std::nullopt;
  for (size_t i = 0; i < segments; ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(&elf, static_cast<int>(i), &segment) == nullptr) continue;
    if (segment.p_type != PT_NOTE) continue;
    Elf_Data* notes =
        elf_getdata_rawchunk(&elf, static_cast<int64_t>(segment.p_offset), segment.p_filesz,
                             segment.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
    if (notes == nullptr) continue;
    if (const auto content = FindIn(*notes, owner, type)) return content;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> ReadElfNote(const std::string& path, std::string_view owner,
                                       uint32_t type) {
  if (elf_version(EV_CURRENT) == EV_NONE) return std::nullopt;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  Elf* elf = elf_begin(file, ELF_C_READ, nullptr);
  const std::optional<std::string> content =
      elf == nullptr ? std::nullopt : FindIn(*elf, owner, type);
  elf_end(elf);
  close(file);
  return content;
}

}  // namespace loadstone
