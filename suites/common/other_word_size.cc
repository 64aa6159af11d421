// SPDX-License-Identifier: Apache-2.0
#include "suites/common/other_word_size.h"

#include "harness/world/platform.h"

namespace loadstone::suites {
namespace {

// A dynamic linker that finds a file too short for its own header says so, and does not get as far
// as the word size.
constexpr size_t kSize = 0x400;

void Put(std::string& text, size_t at, const std::string& bytes) {
  text.replace(at, bytes.size(), bytes);
}

// The header of a shared library without segments, for x86 with 32 or with 64 bits.
std::string ElfOf(bool of_64_bits) {
  std::string text(kSize, '\0');
  Put(text, 0, "\x7f");
  Put(text, 1, "ELF");
  Put(text, 4, of_64_bits ? "\x02\x01\x01" : "\x01\x01\x01");  // class, little endian, version
  Put(text, 0x10, std::string("\x03\x00", 2));                 // a shared library
  Put(text, 0x12, of_64_bits ? "\x3e" : "\x03");               // machine
  Put(text, 0x14, "\x01");                                     // version
  return text;
}

std::string DllOf64Bits() {
  std::string text = DllOf32Bits();
  Put(text, 0x84, "\x64\x86");                          // machine
  Put(text, 0x94, std::string("\xf0\x00\x22\x20", 4));  // optional header; a DLL
  Put(text, 0x98, std::string("\x0b\x02", 2));          // PE32+
  return text;
}

}  // namespace

std::string DllOf32Bits() {
  std::string text(kSize, '\0');
  Put(text, 0, "MZ");
  Put(text, 0x3c, "\x80");
  Put(text, 0x80, std::string("PE\0\0\x4c\x01\x00\x00", 8));  // machine: x86; no sections
  Put(text, 0x94, std::string("\xe0\x00\x02\x21", 4));        // optional header; a DLL, 32 bits
  Put(text, 0x98, std::string("\x0b\x01", 2));                // PE32
  return text;
}

std::string LibraryOfOtherWordSize(const Subject& subject) {
  if (IsWindows(subject)) return subject.bits == 32 ? DllOf64Bits() : DllOf32Bits();
  return ElfOf(subject.bits == 32);
}

}  // namespace loadstone::suites
