// SPDX-License-Identifier: Apache-2.0
// What the stand-in for Windows' devices does when the probe loads it.
#include <stdio.h>
#include <stdlib.h>

#include "mock_common/config.h"
#include "mock_common/trace.h"
#include "mock_runtime/devices/added_exports.h"
#include "mock_runtime/devices/devices.h"
#include "mock_runtime/devices/graphics_kernel.h"
#include "mock_runtime/devices/packages.h"

namespace loadstone::mock {
namespace {

// A case must not see what the machine has.
[[noreturn]] void CannotHide(const char* what, const char* function) {
  fprintf(stderr, "the %s of this machine cannot be hidden (%s)\n", what, function);
  _exit(1);
}

void ReplaceAdapters() {
  // Wine 8 has a gdi32 without these functions; those of Wine 10 list adapters of Wine.
  const AddedExport functions[] = {
      {"D3DKMTEnumAdapters2", reinterpret_cast<void*>(&EnumerateKernelAdapters)},
      {"D3DKMTQueryAdapterInfo", reinterpret_cast<void*>(&QueryKernelAdapter)},
  };
  const HMODULE gdi = LoadLibraryW(L"gdi32.dll");
  for (const AddedExport& each : functions) {
    if (gdi != nullptr && AddExport(gdi, each)) continue;
    if (!HasDevices()) CannotHide("display adapters", each.name);
    Event("not_added").Add("name", each.name);
  }
}

void ReplacePackages() {
  const AddedExport functions[] = {
      {"GetPackagesByPackageFamily", reinterpret_cast<void*>(&GetPackagesOfFamily)},
      {"FindPackagesByPackageFamily", reinterpret_cast<void*>(&FindPackagesOfFamily)},
      {"GetPackagePathByFullName", reinterpret_cast<void*>(&GetPathOfPackage)},
      {"GetPackagePathByFullName2", reinterpret_cast<void*>(&GetPathOfPackageByType)},
      {"GetStagedPackagePathByFullName", reinterpret_cast<void*>(&GetPathOfPackage)},
      {"GetStagedPackagePathByFullName2", reinterpret_cast<void*>(&GetPathOfPackageByType)},
  };
  // Programs import these functions from kernel32, or from a DLL of an API set, which leads to
  // kernelbase.
  for (const wchar_t* name : {L"kernel32.dll", L"kernelbase.dll"}) {
    const HMODULE module = GetModuleHandleW(name);
    for (const AddedExport& each : functions) {
      if (module == nullptr || !AddExport(module, each)) CannotHide("packages", each.name);
    }
  }
}

__attribute__((constructor)) void Load() {
  LoadConfig();
  Event("load").Add("path", LibraryPath());
  CopyDeviceKeys();
  ReplaceAdapters();
  ReplacePackages();
}

}  // namespace
}  // namespace loadstone::mock
