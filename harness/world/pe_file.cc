#include "harness/world/pe_file.h"

#include <errno.h>
#include <string.h>

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

}  // namespace

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
