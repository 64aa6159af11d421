// SPDX-License-Identifier: Apache-2.0
// What the stand-in for Windows' devices does when the probe loads it.
#include <stdio.h>
#include <stdlib.h>

#include "mock_common/config.h"
#include "mock_common/trace.h"
#include "mock_runtime/devices/added_exports.h"
#include "mock_runtime/devices/devices.h"
#include "mock_runtime/devices/graphics_kernel.h"

namespace loadstone::mock {
namespace {

__attribute__((constructor)) void Load() {
  LoadConfig();
  Event("load").Add("path", LibraryPath());
  CopyDeviceKeys();
  // Wine 8 has a gdi32 without these functions; those of Wine 10 list adapters of Wine.
  const AddedExport functions[] = {
      {"D3DKMTEnumAdapters2", reinterpret_cast<void*>(&EnumerateKernelAdapters)},
      {"D3DKMTQueryAdapterInfo", reinterpret_cast<void*>(&QueryKernelAdapter)},
  };
  const HMODULE gdi = LoadLibraryW(L"gdi32.dll");
  for (const AddedExport& each : functions) {
    if (gdi != nullptr && AddExport(gdi, each)) continue;
    if (!HasDevices()) {
      fprintf(stderr, "the display adapters of this machine cannot be hidden (%s)\n", each.name);
      _exit(1);
    }
    Event("not_added").Add("name", each.name);
  }
}

}  // namespace
}  // namespace loadstone::mock
