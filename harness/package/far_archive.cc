// SPDX-License-Identifier: Apache-2.0
#include "harness/package/far_archive.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace loadstone {
namespace {

constexpr std::string_view kMagic("\xc8\xbf\x0b\x48\xad\xab\xc5\x11", 8);
constexpr std::string_view kDirectory = "DIR-----";
constexpr std::string_view kDirectoryNames = "DIRNAMES";
constexpr size_t kBytesOfHeader = 16;
constexpr size_t kBytesOfChunk = 24;
constexpr size_t kBytesOfEntry = 32;

// Reads a little-endian number, like the processors on which this program runs.
template <typename Number>
Number NumberAt(std::string_view bytes, size_t place) {
  Number number;
  memcpy(&number, bytes.data() + place, sizeof(number));
  return number;
}

// Returns a part of the archive. Throws FarError if it is out of range.
std::string_view Part(std::string_view bytes, uint64_t offset, uint64_t length, const char* what) {
  if (offset > bytes.size() || length > bytes.size() - offset) {
    throw FarError(std::string("the archive ends within ") + what);
  }
  return bytes.substr(static_cast<size_t>(offset), static_cast<size_t>(length));
}

// Returns the chunk of that type. Throws FarError if the index has none.
std::string_view Chunk(std::string_view bytes, std::string_view index, std::string_view type) {
  for (size_t at = 0; at + kBytesOfChunk <= index.size(); at += kBytesOfChunk) {
    if (index.substr(at, type.size()) != type) continue;
    return Part(bytes, NumberAt<uint64_t>(index, at + 8), NumberAt<uint64_t>(index, at + 16),
                "a chunk");
  }
  throw FarError("the archive has no chunk " + std::string(type));
}

}  // namespace

bool IsPathInPackage(std::string_view path) {
  if (path.find('\0') != std::string_view::npos) return false;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

std::map<std::string, std::string_view> ReadFarArchive(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) throw FarError("it is not a Fuchsia archive");
  if (bytes.size() < kBytesOfHeader) throw FarError("the archive ends within its header");
  const std::string_view index =
      Part(bytes, kBytesOfHeader, NumberAt<uint64_t>(bytes, kMagic.size()), "its index");
  const std::string_view directory = Chunk(bytes, index, kDirectory);
  const std::string_view names = Chunk(bytes, index, kDirectoryNames);
  if (directory.size() % kBytesOfEntry != 0) throw FarError("its directory ends within an entry");
  std::map<std::string, std::string_view> files;
  for (size_t at = 0; at < directory.size(); at += kBytesOfEntry) {
    const std::string name(Part(names, NumberAt<uint32_t>(directory, at),
                                NumberAt<uint16_t>(directory, at + 4), "the name of a file"));
    if (!IsPathInPackage(name)) throw FarError("a file of the archive has an invalid path");
    const std::string_view content = Part(bytes, NumberAt<uint64_t>(directory, at + 8),
                                          NumberAt<uint64_t>(directory, at + 16), "a file");
    if (!files.emplace(name, content).second) throw FarError("a path occurs twice in the archive");
  }
  return files;
}

}  // namespace loadstone
