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
constexpr size_t kMachine = 4;
constexpr size_t kCharacteristics = 22;
constexpr unsigned kIsDll = 0x2000;

unsigned Number(const unsigned char* bytes, size_t count) {
  unsigned number = 0;
  for (size_t i = count; i > 0; --i) number = number << 8 | bytes[i - 1];
  return number;
}

// PE Format, "Optional Header", "Section Table" and "The .rsrc Section".
constexpr unsigned kPe32 = 0x10b;
constexpr unsigned kPe32Plus = 0x20b;
constexpr uint64_t kResourceDirectory = 2;
constexpr unsigned kSectionBytes = 40;
constexpr unsigned kVersionResource = 16;
constexpr unsigned kSubdirectory = 0x80000000;
constexpr unsigned kMostEntries = 4096;
// Where VS_VERSIONINFO has VS_FIXEDFILEINFO, and how that begins.
constexpr uint64_t kFixedInfo = 40;
constexpr unsigned kFixedInfoSignature = 0xfeef04bd;

// A PE file whose resources are looked at. What lies beyond its end is 0.
class Resources {
 public:
  explicit Resources(const std::string& path) : file_(path, std::ios::binary) {}

  std::optional<policy::Version> Version() {
    const uint64_t header = At(kPlaceOfHeader, 4);
    if (At(0, 2) != 0x5a4d || At(header, 4) != 0x4550 || !FindDirectory(header)) return {};
    uint64_t entry = Find(root_, kVersionResource);
    // The first resource of the type, and of it the first language.
    for (int level = 0; level < 2 && entry != 0; ++level) entry = Find(entry, std::nullopt);
    const uint64_t info = entry == 0 ? 0 : Place(At(entry, 4)) + kFixedInfo;
    if (entry == 0 || At(info, 4) != kFixedInfoSignature) return {};
    const policy::Version version{At(info + 10, 2), At(info + 8, 2), At(info + 14, 2)};
    return torn_ ? std::nullopt : std::optional(version);
  }

 private:
  unsigned At(uint64_t place, size_t count) {
    unsigned char bytes[4] = {};
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(place));
    file_.read(reinterpret_cast<char*>(bytes), static_cast<std::streamsize>(count));
    torn_ |= !file_.good();
    return file_.good() ? Number(bytes, count) : 0;
  }

  bool FindDirectory(uint64_t header) {
    const uint64_t optional = header + 24;
    const unsigned magic = At(optional, 2);
    if (magic != kPe32 && magic != kPe32Plus) return false;
    const uint64_t directories = optional + (magic == kPe32Plus ? 112 : 96);
    if (At(directories - 4, 4) <= kResourceDirectory) return false;
    sections_ = optional + At(header + 20, 2);
    section_count_ = At(header + 6, 2);
    root_ = Place(At(directories + 8 * kResourceDirectory, 4));
    return root_ != 0;
  }

  // Where the file has what is at an address of the image; 0 if nowhere.
  uint64_t Place(uint64_t address) {
    for (unsigned i = 0; address != 0 && i < section_count_; ++i) {
      const uint64_t section = sections_ + uint64_t{i} * kSectionBytes;
      const uint64_t start = At(section + 12, 4);
      const uint64_t size = At(section + 16, 4);
      if (address >= start && address < start + size) return At(section + 20, 4) + address - start;
    }
    return 0;
  }

  // What a directory has under a number, or first of all; 0 for nothing.
  uint64_t Find(uint64_t directory, std::optional<unsigned> number) {
    const unsigned count = At(directory + 12, 2) + At(directory + 14, 2);
    for (unsigned i = 0; i < std::min(count, kMostEntries); ++i) {
      const uint64_t entry = directory + 16 + uint64_t{i} * 8;
      if (number.has_value() && At(entry, 4) != *number) continue;
      return root_ + (At(entry + 4, 4) & ~kSubdirectory);
    }
    return 0;
  }

  std::ifstream file_;
  bool torn_ = false;  // something was looked for beyond the end
  uint64_t sections_ = 0;
  unsigned section_count_ = 0;
  uint64_t root_ = 0;  // of the resources
};

}  // namespace

std::optional<policy::Version> PeFileVersion(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  return Resources(path).Version();
}

PeFile LookAtPeFile(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    return {"does not exist; --loader takes the DLL of a loader"};
  }
  if (!std::filesystem::is_regular_file(status)) {
    return {"is no regular file; --loader takes the DLL itself"};
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
    return {"is no PE file; with --platform windows, --loader takes a DLL"};
  }
  if (Number(bytes + kMachine, 2) != kX86With64Bits) {
    return {"is for another architecture; DLLs of 64 bits for x86 can be judged"};
  }
  if ((Number(bytes + kCharacteristics, 2) & kIsDll) == 0) {
    return {"is a PE file but no DLL"};
  }
  return {};
}

}  // namespace loadstone
