// SPDX-License-Identifier: Apache-2.0
#include "harness/component/mach_o_file.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

namespace loadstone {
namespace {

// <mach-o/fat.h>, whose numbers are big-endian, and <mach-o/loader.h>, whose numbers are
// little-endian on every architecture that macOS still supports.
constexpr uint32_t kFat = 0xcafebabe;
constexpr uint32_t kFat64 = 0xcafebabf;
constexpr uint32_t kMostImages = 32;  // Java class files have the same magic number, and more
constexpr uint32_t kMagic32 = 0xfeedface;
constexpr uint32_t kMagic64 = 0xfeedfacf;
constexpr uint32_t kDynamicLibrary = 6;
constexpr uint32_t kBundle = 8;
constexpr uint32_t kSymbolTable = 0x2;
constexpr uint32_t kDyldInfo = 0x22;
constexpr uint32_t kRequired = 0x80000000;  // set in commands that dyld must support
constexpr uint32_t kReexportedLibrary = 0x1f | kRequired;
constexpr uint32_t kExportsTrie = 0x33 | kRequired;
// <mach-o/nlist.h>, the bits of a symbol's type.
constexpr uint8_t kDebugging = 0xe0;
constexpr uint8_t kPrivate = 0x10;
constexpr uint8_t kTypeMask = 0x0e;
constexpr uint8_t kAbsolute = 0x02;
constexpr uint8_t kIndirect = 0x0a;
constexpr uint8_t kInSection = 0x0e;
constexpr uint8_t kExternal = 0x01;

constexpr uint64_t kByteLimit = uint64_t{256} << 20;  // size limit of a table
constexpr size_t kMostSpeltBytes = size_t{64} << 20;  // limit on the spelt names of a trie's nodes
constexpr size_t kMostNameBytes = 4096;

// Thrown if a file is malformed: it refers to data beyond its end, or to an implausible amount.
struct Broken : std::runtime_error {
  Broken() : std::runtime_error("broken") {}
};

// Reads numbers from a byte range of a file. The functions throw Broken beyond its end.
class Bytes {
 public:
  explicit Bytes(std::string bytes) : bytes_(std::move(bytes)) {}

  size_t size() const { return bytes_.size(); }
  uint8_t Byte(uint64_t place) const {
    if (place >= bytes_.size()) throw Broken();
    return static_cast<uint8_t>(bytes_[static_cast<size_t>(place)]);
  }
  uint32_t Little(uint64_t place) const { return Word(place, {3, 2, 1, 0}); }
  uint32_t Big(uint64_t place) const { return Word(place, {0, 1, 2, 3}); }
  // Returns the null-terminated text at a place.
  std::string Text(uint64_t place) const {
    std::string text;
    for (; Byte(place) != 0; ++place) {
      if (text.size() == kMostNameBytes) throw Broken();
      text += static_cast<char>(Byte(place));
    }
    return text;
  }
  // Returns the ULEB128 number at `place`, and advances `place` past it.
  uint64_t Uleb(uint64_t& place) const {
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      const uint64_t byte = Byte(place++);
      if (shift > 56) throw Broken();
      number |= (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return number;
    }
  }

 private:
  uint32_t Word(uint64_t place, std::initializer_list<unsigned> order) const {
    uint32_t number = 0;
    for (const unsigned i : order) number = number << 8 | Byte(place + i);
    return number;
  }

  std::string bytes_;
};

class File {
 public:
  explicit File(const std::string& path) : file_(path, std::ios::binary) {
    file_.seekg(0, std::ios::end);
    size_ = file_ ? static_cast<uint64_t>(file_.tellg()) : 0;
  }

  // Throws Broken if the range is not in the file or too large.
  Bytes Read(uint64_t place, uint64_t count) {
    if (place > size_ || count > size_ - place || count > kByteLimit) throw Broken();
    std::string bytes(static_cast<size_t>(count), '\0');
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(place));
    file_.read(bytes.data(), static_cast<std::streamsize>(count));
    if (!file_.good()) throw Broken();
    return Bytes(std::move(bytes));
  }
  // Returns the first `count` bytes, or all if the file is shorter.
  Bytes Beginning(uint64_t count) { return Read(0, std::min(count, size_)); }

 private:
  std::ifstream file_;
  uint64_t size_ = 0;
};

// The properties of the image of one architecture.
struct Image {
  unsigned bits = 0;
  bool library = false;
  bool reexports = false;
  std::set<std::string> exports = {};
};

void AddExport(const std::string& symbol, Image& image) {
  if (symbol.size() > 1 && symbol[0] == '_') image.exports.insert(symbol.substr(1));
}

// Adds the names in the trie of exports: each is spelt by the edges to a node with an export.
void AddTrie(const Bytes& trie, Image& image) {
  struct Node {
    uint64_t place;
    std::string name;
  };
  std::vector<Node> nodes = {{0, {}}};
  std::set<uint64_t> seen;
  size_t spelt = 0;
  while (!nodes.empty()) {
    const Node node = nodes.back();
    nodes.pop_back();
    if (!seen.insert(node.place).second) throw Broken();
    uint64_t place = node.place;
    const uint64_t exported = trie.Uleb(place);
    if (exported > 0) AddExport(node.name, image);
    if (exported > trie.size()) throw Broken();
    place += exported;
    const unsigned children = trie.Byte(place++);
    for (unsigned i = 0; i < children; ++i) {
      const std::string edge = trie.Text(place);
      place += edge.size() + 1;
      spelt += sizeof(Node) + node.name.size() + edge.size();
      if (node.name.size() + edge.size() > kMostNameBytes || spelt > kMostSpeltBytes) {
        throw Broken();
      }
      nodes.push_back({trie.Uleb(place), node.name + edge});
    }
  }
}

bool IsExported(uint8_t type) {
  const uint8_t kind = type & kTypeMask;
  return (type & kDebugging) == 0 && (type & kPrivate) == 0 && (type & kExternal) != 0 &&
         (kind == kInSection || kind == kAbsolute || kind == kIndirect);
}

// Adds the defined external symbols of an image without a trie.
void AddSymbols(File& file, uint64_t start, const Bytes& commands, uint64_t at, Image& image) {
  const uint64_t entry = image.bits == 64 ? 16 : 12;
  const Bytes symbols =
      file.Read(start + commands.Little(at + 8), commands.Little(at + 12) * entry);
  const Bytes texts = file.Read(start + commands.Little(at + 16), commands.Little(at + 20));
  for (uint64_t place = 0; place < symbols.size(); place += entry) {
    if (IsExported(symbols.Byte(place + 4))) AddExport(texts.Text(symbols.Little(place)), image);
  }
}

// Reads the load commands of the image that begins at `start`.
void ReadCommands(File& file, uint64_t start, uint64_t header, uint64_t count, uint64_t size,
                  Image& image) {
  const Bytes commands = file.Read(start + header, size);
  bool trie = false;
  uint64_t symbols = 0;
  bool has_symbols = false;
  uint64_t at = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const uint32_t command = commands.Little(at);
    const bool info = (command & ~kRequired) == kDyldInfo;
    image.reexports |= command == kReexportedLibrary;
    if (command == kSymbolTable) {
      symbols = at;
      has_symbols = true;
    }
    if (info || command == kExportsTrie) {
      const uint64_t field = at + (info ? 40 : 8);
      const uint32_t bytes = commands.Little(field + 4);
      trie |= bytes > 0;
      if (bytes > 0) AddTrie(file.Read(start + commands.Little(field), bytes), image);
    }
    const uint32_t length = commands.Little(at + 4);
    if (length < 8 || length > commands.size() - at) throw Broken();
    at += length;
  }
  if (!trie && has_symbols) AddSymbols(file, start, commands, symbols, image);
}

// Reads the image that begins at `start`. Throws Broken if there is none.
Image ReadImage(File& file, uint64_t start) {
  Image image;
  const Bytes header = file.Read(start, 28);
  const uint32_t magic = header.Little(0);
  if (magic != kMagic32 && magic != kMagic64) throw Broken();
  image.bits = magic == kMagic64 ? 64 : 32;
  image.library = header.Little(12) == kDynamicLibrary || header.Little(12) == kBundle;
  if (image.library) {
    ReadCommands(file, start, image.bits == 64 ? 32 : 28, header.Little(16), header.Little(20),
                 image);
  }
  return image;
}

// Returns the offsets at which images begin; none if it is not a Mach-O file.
std::vector<uint64_t> ImagesOf(File& file) {
  const Bytes beginning = file.Beginning(8);
  if (beginning.size() < 8) return {};
  const uint32_t little = beginning.Little(0);
  if (little == kMagic32 || little == kMagic64) return {0};
  const uint32_t big = beginning.Big(0);
  const uint32_t count = beginning.Big(4);
  if ((big != kFat && big != kFat64) || count == 0 || count > kMostImages) return {};
  const uint64_t entry = big == kFat64 ? 32 : 20;
  std::vector<uint64_t> places;
  const Bytes table = file.Read(8, count * entry);
  for (uint64_t at = 0; at < table.size(); at += entry) {
    const uint64_t high = big == kFat64 ? table.Big(at + 8) : 0;
    places.push_back(high << 32 | table.Big(at + (big == kFat64 ? 12 : 8)));
  }
  return places;
}

// Merges another image into `library`.
void Merge(const Image& image, bool first, MachOLibrary& library) {
  library.bits = first || library.bits == image.bits ? image.bits : 0;
  library.reexports |= image.reexports;
  if (!image.library) library.problem = "is a Mach-O file but not a dynamic library";
  if (first) {
    library.exports.assign(image.exports.begin(), image.exports.end());
    return;
  }
  std::erase_if(library.exports,
                [&](const std::string& name) { return !image.exports.contains(name); });
}

}  // namespace

MachOLibrary ReadMachOLibrary(const std::string& path) {
  MachOLibrary library;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return library;
  File file(path);
  try {
    const std::vector<uint64_t> images = ImagesOf(file);
    library.is_mach_o = !images.empty();
    for (size_t i = 0; i < images.size(); ++i) {
      Merge(ReadImage(file, images[i]), i == 0, library);
    }
  } catch (const Broken&) {
    library = {.is_mach_o = true, .problem = "is a broken or truncated Mach-O file"};
  }
  return library;
}

}  // namespace loadstone
