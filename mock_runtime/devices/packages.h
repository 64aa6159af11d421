// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_DEVICES_PACKAGES_H_
#define LOADSTONE_MOCK_RUNTIME_DEVICES_PACKAGES_H_

#include <windows.h>

// Functions of kernel32 with which a program finds the packages of a family and their folders, see
// "appmodel.h" in Microsoft's documentation. The packages are those of the configuration:
// "packages", a list of objects with "family", "full_name" and "path". Without it none is
// installed.
namespace loadstone::mock {

LONG WINAPI GetPackagesOfFamily(PCWSTR family, UINT32* count, PWSTR* names, UINT32* length,
                                WCHAR* buffer);
LONG WINAPI FindPackagesOfFamily(PCWSTR family, UINT32 filters, UINT32* count, PWSTR* names,
                                 UINT32* length, WCHAR* buffer, UINT32* properties);
LONG WINAPI GetPathOfPackage(PCWSTR full_name, UINT32* length, PWSTR path);
LONG WINAPI GetPathOfPackageByType(PCWSTR full_name, int type, UINT32* length, PWSTR path);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_DEVICES_PACKAGES_H_
