// SPDX-License-Identifier: Apache-2.0
// The directory of exports has its parts at 32-bit offsets from the start of the DLL in memory. A
// larger copy of it goes to free memory behind the DLL, and the header of the DLL gets its offset.
#include "mock_runtime/devices/added_exports.h"

#include <stdint.h>
#include <string.h>

namespace loadstone::mock {
namespace {

using Offset = DWORD;

constexpr size_t kGranularity = 0x10000;  // of VirtualAlloc

// The size of a jump to any address.
constexpr size_t kJumpSize = 16;

// A DLL in memory.
class Image {
 public:
  explicit Image(HMODULE module) : base_(reinterpret_cast<unsigned char*>(module)) {}

  template <typename T>
  T* At(Offset offset) const {
    return reinterpret_cast<T*>(base_ + offset);
  }
  Offset OffsetOf(const void* place) const {
    return static_cast<Offset>(static_cast<const unsigned char*>(place) - base_);
  }
  IMAGE_NT_HEADERS* Header() const {
    return At<IMAGE_NT_HEADERS>(At<IMAGE_DOS_HEADER>(0)->e_lfanew);
  }
  IMAGE_DATA_DIRECTORY* Exports() const {
    return &Header()->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT];
  }
  // Memory in reach of a 32-bit offset.
  unsigned char* AllocateBehind(size_t size) const {
    uintptr_t place = reinterpret_cast<uintptr_t>(base_) + Header()->OptionalHeader.SizeOfImage;
    const uintptr_t first = reinterpret_cast<uintptr_t>(base_);
    MEMORY_BASIC_INFORMATION region = {};
    for (;;) {
      place = (place + kGranularity - 1) / kGranularity * kGranularity;
      if (place < first || place - first > UINT32_MAX - size) return nullptr;
      if (VirtualQuery(reinterpret_cast<void*>(place), &region, sizeof(region)) == 0)
        return nullptr;
      if (region.State == MEM_FREE) {
        void* memory = VirtualAlloc(reinterpret_cast<void*>(place), size, MEM_COMMIT | MEM_RESERVE,
                                    PAGE_EXECUTE_READWRITE);
        if (memory != nullptr) return static_cast<unsigned char*>(memory);
        place += kGranularity;
      } else {
        place = reinterpret_cast<uintptr_t>(region.BaseAddress) + region.RegionSize;
      }
    }
  }

 private:
  unsigned char* base_;
};

void WriteJump(unsigned char* code, const void* function) {
#ifdef _WIN64
  const unsigned char jump[] = {0x48, 0xb8, 0, 0, 0,    0,
                                0,    0,    0, 0, 0xff, 0xe0};  // mov rax; jmp rax
  constexpr size_t kTarget = 2;
#else
  const unsigned char jump[] = {0xb8, 0, 0, 0, 0, 0xff, 0xe0};  // mov eax; jmp eax
  constexpr size_t kTarget = 1;
#endif
  memcpy(code, jump, sizeof(jump));
  memcpy(code + kTarget, &function, sizeof(function));
}

}  // namespace

bool AddExport(HMODULE module, const AddedExport& added) {
  const Image image(module);
  IMAGE_DATA_DIRECTORY* entry = image.Exports();
  const Offset old_start = entry->VirtualAddress;
  const DWORD old_size = entry->Size;
  const auto* old = image.At<IMAGE_EXPORT_DIRECTORY>(old_start);
  const DWORD functions = old->NumberOfFunctions;
  const DWORD names = old->NumberOfNames;

  // The directory, its tables with one element more, and the whole old directory, which contains
  // the names of functions that are forwarded to other DLLs. The new name and the jump follow: a
  // function whose offset is inside the directory counts as forwarded.
  const size_t tables = sizeof(*old) + (functions + 1) * sizeof(Offset) +
                        (names + 1) * sizeof(Offset) + (names + 1) * sizeof(WORD);
  const size_t size = tables + old_size;
  const size_t code_at = (size + strlen(added.name) + kJumpSize) / kJumpSize * kJumpSize;
  unsigned char* memory = image.AllocateBehind(code_at + kJumpSize);
  if (memory == nullptr) return false;
  auto* directory = reinterpret_cast<IMAGE_EXPORT_DIRECTORY*>(memory);
  auto* function_table = reinterpret_cast<Offset*>(directory + 1);
  Offset* name_table = function_table + functions + 1;
  auto* ordinal_table = reinterpret_cast<WORD*>(name_table + names + 1);
  unsigned char* old_copy = memory + tables;
  char* name = reinterpret_cast<char*>(old_copy + old_size);

  memcpy(old_copy, old, old_size);
  strcpy(name, added.name);
  WriteJump(memory + code_at, added.function);

  const auto* old_functions = image.At<const Offset>(old->AddressOfFunctions);
  for (DWORD i = 0; i < functions; ++i) {
    const Offset function = old_functions[i];
    const bool is_forwarded = function >= old_start && function < old_start + old_size;
    function_table[i] = is_forwarded ? image.OffsetOf(old_copy) + (function - old_start) : function;
  }
  function_table[functions] = image.OffsetOf(memory + code_at);

  // Names are in the order of their bytes.
  const auto* old_names = image.At<const Offset>(old->AddressOfNames);
  const auto* old_ordinals = image.At<const WORD>(old->AddressOfNameOrdinals);
  DWORD before = 0;
  while (before < names && strcmp(image.At<const char>(old_names[before]), added.name) < 0)
    ++before;
  const bool is_there =
      before < names && strcmp(image.At<const char>(old_names[before]), added.name) == 0;
  const DWORD after = is_there ? before + 1 : before;
  memcpy(name_table, old_names, before * sizeof(Offset));
  memcpy(ordinal_table, old_ordinals, before * sizeof(WORD));
  name_table[before] = image.OffsetOf(name);
  ordinal_table[before] = static_cast<WORD>(functions);
  memcpy(name_table + before + 1, old_names + after, (names - after) * sizeof(Offset));
  memcpy(ordinal_table + before + 1, old_ordinals + after, (names - after) * sizeof(WORD));

  *directory = *old;
  directory->NumberOfFunctions = functions + 1;
  directory->NumberOfNames = is_there ? names : names + 1;
  directory->AddressOfFunctions = image.OffsetOf(function_table);
  directory->AddressOfNames = image.OffsetOf(name_table);
  directory->AddressOfNameOrdinals = image.OffsetOf(ordinal_table);

  DWORD protection = 0;
  if (VirtualProtect(entry, sizeof(*entry), PAGE_READWRITE, &protection) == 0) return false;
  entry->VirtualAddress = image.OffsetOf(directory);
  entry->Size = static_cast<DWORD>(size);
  VirtualProtect(entry, sizeof(*entry), protection, &protection);
  return reinterpret_cast<const unsigned char*>(GetProcAddress(module, added.name)) ==
         memory + code_at;
}

}  // namespace loadstone::mock
