// SPDX-License-Identifier: Apache-2.0
#include "harness/world/pe_file.h"

#include <errno.h>
#include <string.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>

namespace loadstone {
namespace {

// PE Format, "MS-DOS Stub" and "COFF File Header".
constexpr std::streamoff kPlaceOfHeader = 0x3c;
constexpr char kSignature[] = {'P', 'E', '\0', '\0'};
constexpr unsigned kX86With64Bits = 0x8664;
constexpr unsigned kX86With32Bits = 0x14c;
constexpr size_t kMachine = 4;
constexpr size_t kCharacteristics = 22;
constexpr unsigned kIsDll = 0x2000;

unsigned Number(const unsigned char* bytes, size_t count) {
  unsigned number = 0;
  for (size_t i = count; i > 0; --i) number = number << 8 | bytes[i - 1];
  return number;
}

// PE Format, "Optional Header", "Section Table", "The .edata Section", "The .idata Section" and
// "The .rsrc Section".
constexpr unsigned kPe32 = 0x10b;
constexpr unsigned kPe32Plus = 0x20b;
constexpr uint64_t kExportDirectory = 0;
constexpr uint64_t kImportDirectory = 1;
constexpr uint64_t kResourceDirectory = 2;
constexpr unsigned kSectionBytes = 40;
constexpr unsigned kMostSections = 96;
constexpr unsigned kVersionResource = 16;
constexpr unsigned kSubdirectory = 0x80000000;
constexpr unsigned kMaxEntries = 4096;
constexpr unsigned kMostExports = 65536;  // ordinals have 16 bits
constexpr unsigned kMostImports = 4096;
constexpr unsigned kImportBytes = 20;
constexpr size_t kMostNameBytes = 4096;
// The offset of VS_FIXEDFILEINFO in VS_VERSIONINFO, and its signature.
constexpr uint64_t kFixedInfo = 40;
constexpr unsigned kFixedInfoSignature = 0xfeef04bd;

// Reads the directories of a PE file. Bytes beyond the end of the file are read as 0.
class PeImage {
 public:
  explicit PeImage(const std::string& path) : file_(path, std::ios::binary) {
    const uint64_t header = At(kPlaceOfHeader, 4);
    if (At(0, 2) == 0x5a4d && At(header, 4) == 0x4550) header_ = header;
  }

  bool is_pe() const { return header_ != 0; }
  bool is_dll() { return (At(header_ + kCharacteristics, 2) & kIsDll) != 0; }
  // Returns 32 or 64; 0 for a file of another format.
  unsigned Bits() {
    const unsigned magic = is_pe() ? At(header_ + kOptionalHeader, 2) : 0;
    return magic == kPe32Plus ? 64 : magic == kPe32 ? 32 : 0;
  }

 protected:
  struct Directory {
    bool listed = false;  // whether the file has one, even at an invalid address
    uint64_t place = 0;   // offset in the file; 0 if none
  };

  unsigned At(uint64_t place, size_t count) {
    unsigned char bytes[4] = {};
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(place));
    file_.read(reinterpret_cast<char*>(bytes), static_cast<std::streamsize>(count));
    torn_ |= !file_.good();
    return file_.good() ? Number(bytes, count) : 0;
  }

  // Returns the null-terminated text at a place.
  std::string TextAt(uint64_t place) {
    std::string text;
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(place));
    char c = '\0';
    while (text.size() < kMostNameBytes && file_.get(c) && c != '\0') text += c;
    torn_ |= !file_.good() || c != '\0';
    return text;
  }

  Directory FindDirectory(uint64_t number) {
    const unsigned bits = Bits();
    if (bits == 0) return {};
    const uint64_t optional = header_ + kOptionalHeader;
    const uint64_t directories = optional + (bits == 64 ? 112 : 96);
    if (At(directories - 4, 4) <= number) return {};
    ReadSections(optional + At(header_ + 20, 2));
    const unsigned address = At(directories + 8 * number, 4);
    return {address != 0, Place(address)};
  }

  // Returns the offset in the file of an address in the image; 0 if there is none.
  uint64_t Place(uint64_t address) const {
    for (const Section& section : sections_) {
      if (address != 0 && address >= section.start && address < section.start + section.size) {
        return section.place + address - section.start;
      }
    }
    return 0;
  }

  bool torn_ = false;  // whether something beyond the end was read

 private:
  static constexpr uint64_t kOptionalHeader = 24;

  struct Section {
    uint64_t start = 0;  // address in the image
    uint64_t size = 0;
    uint64_t place = 0;  // offset in the file
  };

  void ReadSections(uint64_t table) {
    sections_.clear();
    const unsigned count = std::min(At(header_ + 6, 2), kMostSections);
    for (unsigned i = 0; i < count; ++i) {
      const uint64_t section = table + uint64_t{i} * kSectionBytes;
      sections_.push_back({At(section + 12, 4), At(section + 16, 4), At(section + 20, 4)});
    }
  }

  std::ifstream file_;
  uint64_t header_ = 0;
  std::vector<Section> sections_;
};

class Resources : public PeImage {
 public:
  using PeImage::PeImage;

  std::optional<policy::Version> Version() {
    root_ = FindDirectory(kResourceDirectory).place;
    if (root_ == 0) return {};
    uint64_t entry = Find(root_, kVersionResource);
    // The first resource of the type, and its first language.
    for (int level = 0; level < 2 && entry != 0; ++level) entry = Find(entry, std::nullopt);
    const uint64_t info = entry == 0 ? 0 : Place(At(entry, 4)) + kFixedInfo;
    if (entry == 0 || At(info, 4) != kFixedInfoSignature) return {};
    const policy::Version version{At(info + 10, 2), At(info + 8, 2), At(info + 14, 2)};
    return torn_ ? std::nullopt : std::optional(version);
  }

 private:
  // Returns the entry with this number in a directory, or the first entry; 0 if there is none.
  uint64_t Find(uint64_t directory, std::optional<unsigned> number) {
    const unsigned count = At(directory + 12, 2) + At(directory + 14, 2);
    for (unsigned i = 0; i < std::min(count, kMaxEntries); ++i) {
      const uint64_t entry = directory + 16 + uint64_t{i} * 8;
      if (number.has_value() && At(entry, 4) != *number) continue;
      return root_ + (At(entry + 4, 4) & ~kSubdirectory);
    }
    return 0;
  }

  uint64_t root_ = 0;  // place of the resource directory
};

class Exports : public PeImage {
 public:
  using PeImage::PeImage;

  // Returns the exports with names; std::nullopt if the file lacks a part that its table refers to.
  std::optional<std::vector<std::string>> Names() {
    std::vector<std::string> names;
    const Directory directory = FindDirectory(kExportDirectory);
    if (torn_) return std::nullopt;
    if (!directory.listed) return names;
    if (directory.place == 0) return std::nullopt;
    const unsigned count = At(directory.place + 24, 4);
    const uint64_t list = Place(At(directory.place + 32, 4));
    if (count > kMostExports || (count > 0 && list == 0)) return std::nullopt;
    for (unsigned i = 0; i < count && !torn_; ++i) {
      const uint64_t name = Place(At(list + uint64_t{i} * 4, 4));
      if (name == 0) return std::nullopt;
      names.push_back(TextAt(name));
    }
    return torn_ ? std::nullopt : std::optional(names);
  }
};

class Imports : public PeImage {
 public:
  using PeImage::PeImage;

  // Returns the names of the DLLs up to the end of the table, or to what the file lacks.
  std::vector<std::string> Names() {
    std::vector<std::string> names;
    const uint64_t table = FindDirectory(kImportDirectory).place;
    for (unsigned i = 0; table != 0 && i < kMostImports; ++i) {
      const uint64_t name = Place(At(table + uint64_t{i} * kImportBytes + 12, 4));
      if (name == 0) break;
      const std::string text = TextAt(name);
      if (torn_) break;
      names.push_back(text);
    }
    return names;
  }
};

}  // namespace

std::optional<policy::Version> PeFileVersion(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  return Resources(path).Version();
}

PeFile ExaminePeFile(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    return {"does not exist; --loader takes the DLL of a loader"};
  }
  if (!std::filesystem::is_regular_file(status)) {
    return {"is not a regular file; --loader takes the DLL itself"};
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return {std::string("cannot be read: ") + strerror(errno)};
  unsigned char bytes[24] = {};
  char* const buffer = reinterpret_cast<char*>(bytes);
  file.read(buffer, 2);
  const bool is_program = file.good() && bytes[0] == 'M' && bytes[1] == 'Z';
  file.seekg(kPlaceOfHeader);
  file.read(buffer, 4);
  file.seekg(Number(bytes, 4));
  file.read(buffer, sizeof(bytes));
  if (!is_program || !file.good() || memcmp(bytes, kSignature, sizeof(kSignature)) != 0) {
    return {"is not a PE file; with --platform windows, --loader takes a DLL"};
  }
  const unsigned machine = Number(bytes + kMachine, 2);
  if (machine != kX86With64Bits && machine != kX86With32Bits) {
    return {"is for another architecture; only x86 DLLs of 64 or 32 bits can be judged"};
  }
  if ((Number(bytes + kCharacteristics, 2) & kIsDll) == 0) {
    return {"is a PE file but not a DLL"};
  }
  return {.problem = {}, .bits = machine == kX86With32Bits ? 32U : 64U};
}

PeLibrary ReadPeLibrary(const std::string& path) {
  PeLibrary library;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return library;
  Exports exports(path);
  library.is_pe = exports.is_pe();
  if (!library.is_pe) return library;
  library.bits = exports.Bits();
  if (library.bits == 0 || !exports.is_dll()) {
    library.problem = "is a PE file but not a DLL";
    return library;
  }
  if (const auto names = exports.Names()) {
    library.exports = *names;
    library.imports = Imports(path).Names();
  } else {
    library.problem = "is a PE file whose export table is broken or truncated";
  }
  return library;
}

}  // namespace loadstone
