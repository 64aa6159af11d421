// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_DEVICES_GRAPHICS_KERNEL_H_
#define LOADSTONE_MOCK_RUNTIME_DEVICES_GRAPHICS_KERNEL_H_

#include <windows.h>

// Functions of gdi32 that list the display adapters and read their keys. MinGW-w64 has no header
// with their structures: see "D3DKMTEnumAdapters2" and "D3DDDI_QUERYREGISTRY_INFO" in Microsoft's
// documentation.
namespace loadstone::mock {

struct KernelAdapter {
  UINT handle;
  LUID luid;
  ULONG sources;
  BOOL prefers_precise_regions;
};

struct KernelAdapterList {
  ULONG count;
  KernelAdapter* adapters;
};

struct KernelAdapterQuery {
  UINT handle;
  UINT type;
  void* data;
  UINT size;
};

// D3DKMTEnumAdapters2 and D3DKMTQueryAdapterInfo.
LONG WINAPI EnumerateKernelAdapters(KernelAdapterList* list);
LONG WINAPI QueryKernelAdapter(const KernelAdapterQuery* query);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_DEVICES_GRAPHICS_KERNEL_H_
