// SPDX-License-Identifier: Apache-2.0
// The display adapters of devices.h, as the graphics kernel lists them. It has no software
// components. With "kernel_reads_keys" in the configuration it also reads values of the keys of
// adapters, as newer versions of Windows do; with other versions a loader needs the configuration
// manager for them. Queries are traced.
#include "mock_runtime/devices/graphics_kernel.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mock_common/config.h"
#include "mock_common/trace.h"
#include "mock_runtime/devices/devices.h"

namespace loadstone::mock {
namespace {

constexpr LONG kSuccess = 0;
constexpr LONG kInvalidParameter = static_cast<LONG>(0xc000000d);
constexpr LONG kBufferTooSmall = static_cast<LONG>(0xc0000023);

constexpr UINT kQueryRegistry = 48;  // KMTQAITYPE_QUERYREGISTRY
constexpr UINT kAdapterKey = 1;      // D3DDDI_QUERYREGISTRY_ADAPTERKEY

// D3DDDI_QUERYREGISTRY_STATUS
enum class Status : UINT { kSuccess, kBufferOverflow, kFail };

// D3DDDI_QUERYREGISTRY_INFO
struct RegistryQuery {
  UINT key;
  UINT flags;
  wchar_t name[MAX_PATH];
  ULONG type;
  ULONG physical_adapter;
  ULONG size;
  Status status;
  union {
    DWORD number;
    uint64_t long_number;
    BYTE bytes[1];
  } output;
};
static_assert(offsetof(RegistryQuery, output) == 544);

// A handle of an adapter is its device number and this.
constexpr UINT kHandles = 0x40000000;

// Whether the data is a text that ends with a zero.
bool EndsAsText(const BYTE* data, DWORD size) {
  return size >= sizeof(wchar_t) && size % sizeof(wchar_t) == 0 && data[size - 1] == 0 &&
         data[size - 2] == 0;
}

// Reads the value that `query` names into its output, which has `capacity` bytes. A text is also a
// list with one element: how strictly Windows compares types is not known.
Status ReadValue(DEVINST device, RegistryQuery* query, DWORD capacity) {
  HKEY key = nullptr;
  if (OpenKeyOf(device, KEY_QUERY_VALUE, &key) != ERROR_SUCCESS) return Status::kFail;
  DWORD type = 0;
  BYTE data[4096];
  DWORD size = sizeof(data) - sizeof(wchar_t);
  const LSTATUS result = RegQueryValueExW(key, query->name, nullptr, &type, data, &size);
  RegCloseKey(key);
  if (result != ERROR_SUCCESS) return Status::kFail;
  const bool is_text = type == REG_SZ || type == REG_MULTI_SZ;
  if (is_text && !EndsAsText(data, size)) return Status::kFail;
  if (type == REG_SZ && query->type == REG_MULTI_SZ) {
    data[size++] = 0;
    data[size++] = 0;
    type = REG_MULTI_SZ;
  }
  if (type != query->type) return Status::kFail;
  query->size = size;
  if (size > capacity) return Status::kBufferOverflow;
  memcpy(query->output.bytes, data, size);
  return Status::kSuccess;
}

}  // namespace

LONG WINAPI EnumerateKernelAdapters(KernelAdapterList* list) {
  if (list == nullptr) return kInvalidParameter;
  Event("adapters_listed").Add("room", list->adapters == nullptr ? 0 : uint32_t{list->count});
  ULONG count = 0;
  for (DEVINST i = 1; i < kDeviceCount; ++i) {
    if (!IsDisplayAdapter(i) || !kDevices[i].present) continue;
    if (list->adapters != nullptr) {
      if (count == list->count) return kBufferTooSmall;
      list->adapters[count] = {.handle = kHandles | static_cast<UINT>(i),
                               .luid = {.LowPart = 0x10000u + static_cast<DWORD>(i), .HighPart = 0},
                               .sources = 1,
                               .prefers_precise_regions = FALSE};
    }
    ++count;
  }
  list->count = count;
  return kSuccess;
}

LONG WINAPI QueryKernelAdapter(const KernelAdapterQuery* query) {
  if (query == nullptr || (query->handle & kHandles) == 0) return kInvalidParameter;
  const DEVINST device = query->handle & ~kHandles;
  auto* values = static_cast<RegistryQuery*>(query->data);
  Event("adapter_queried").Add("type", uint32_t{query->type});
  if (!Flag(Config(), "kernel_reads_keys", false)) return kInvalidParameter;
  if (!IsDisplayAdapter(device) || query->type != kQueryRegistry || values == nullptr ||
      query->size < sizeof(RegistryQuery) || values->key != kAdapterKey) {
    return kInvalidParameter;
  }
  values->size = 0;
  values->status =
      ReadValue(device, values, query->size - static_cast<UINT>(offsetof(RegistryQuery, output)));
  return kSuccess;
}

}  // namespace loadstone::mock
