// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_DEVICES_ADDED_EXPORTS_H_
#define LOADSTONE_MOCK_RUNTIME_DEVICES_ADDED_EXPORTS_H_

#include <windows.h>

namespace loadstone::mock {

struct AddedExport {
  const char* name;
  void* function;
};

// Adds a function to what a loaded DLL exports, for GetProcAddress and for DLLs that are loaded
// later; replaces one that the DLL exports by this name. Returns whether the DLL exports it
// afterwards.
bool AddExport(HMODULE module, const AddedExport& added);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_DEVICES_ADDED_EXPORTS_H_
