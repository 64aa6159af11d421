// SPDX-License-Identifier: Apache-2.0
// A configuration manager for Windows worlds. It has two display adapters, of which the first has a
// monitor and two software components; a third adapter that is not present; and a disk with a
// software component. The content of their keys comes from the world's registry. Queries are
// traced.
//
// Wine rewrites the keys of display adapters, and removes those of the world, as soon as a program
// uses DXGI or a window. So the keys are copied before that, and restored whenever the
// configuration manager is queried.

// This file defines the functions instead of importing them.
#define _CFGMGR32_

#include <windows.h>

// Needs windows.h to be included before it.
#include <cfgmgr32.h>
#include <string.h>
#include <wchar.h>

#include "mock_common/config.h"
#include "mock_common/trace.h"

#define LS_ADAPTERS L"{4d36e968-e325-11ce-bfc1-08002be10318}"
#define LS_COMPONENTS L"{5c4c3332-344d-483c-8739-259e934c9cc8}"
#define LS_MONITORS L"{4d36e96e-e325-11ce-bfc1-08002be10318}"
#define LS_DISKS L"{4d36e967-e325-11ce-bfc1-08002be10318}"

namespace loadstone::mock {
namespace {

struct Device {
  const wchar_t* id;
  const wchar_t* device_class;
  const wchar_t* key;  // below the key of all device classes
  DEVINST parent;
  DEVINST child;
  DEVINST sibling;
  bool present;
};

// Indexed by device number; 0 is no device.
constexpr Device kDevices[] = {
    {L"", L"", L"", 0, 0, 0, false},
    {L"PCI\\VEN_4C53&DEV_0001\\1", LS_ADAPTERS, LS_ADAPTERS L"\\0000", 0, 2, 0, true},
    {L"DISPLAY\\LS0001\\1", LS_MONITORS, LS_MONITORS L"\\0000", 1, 0, 3, true},
    {L"SWD\\DRIVERENUM\\1", LS_COMPONENTS, LS_COMPONENTS L"\\0000", 1, 0, 4, true},
    {L"SWD\\DRIVERENUM\\2", LS_COMPONENTS, LS_COMPONENTS L"\\0003", 1, 0, 0, true},
    {L"PCI\\VEN_4C53&DEV_0002\\1", LS_ADAPTERS, LS_ADAPTERS L"\\0009", 0, 0, 0, true},
    {L"PCI\\VEN_4C53&DEV_0003\\1", LS_ADAPTERS, LS_ADAPTERS L"\\0007", 0, 0, 0, false},
    {L"SCSI\\DISK\\1", LS_DISKS, LS_DISKS L"\\0000", 0, 8, 0, true},
    {L"SWD\\DRIVERENUM\\3", LS_COMPONENTS, LS_COMPONENTS L"\\0001", 7, 0, 0, true},
};
constexpr DEVINST kCount = sizeof(kDevices) / sizeof(kDevices[0]);

constexpr wchar_t kClasses[] = L"SYSTEM\\CurrentControlSet\\Control\\Class";
constexpr wchar_t kCopy[] = L"SOFTWARE\\Loadstone\\Class";

// Copies the values and keys below one key of the machine to another.
void CopyKeys(const wchar_t* from, const wchar_t* to) {
  HKEY target = nullptr;
  if (RegCreateKeyExW(HKEY_LOCAL_MACHINE, to, 0, nullptr, 0, KEY_ALL_ACCESS, nullptr, &target,
                      nullptr) != ERROR_SUCCESS) {
    return;
  }
  RegCopyTreeW(HKEY_LOCAL_MACHINE, from, target);
  RegCloseKey(target);
}

void RestoreKeys() { CopyKeys(kCopy, kClasses); }

bool IsDevice(DEVINST device) { return device > 0 && device < kCount; }

bool IsListed(const Device& device, PCWSTR filter, ULONG flags) {
  if ((flags & CM_GETIDLIST_FILTER_PRESENT) != 0 && !device.present) return false;
  if ((flags & CM_GETIDLIST_FILTER_CLASS) == 0) return true;
  return filter != nullptr && _wcsicmp(filter, device.device_class) == 0;
}

// The length of the list of IDs in characters, including the terminators of each ID and of the
// list.
ULONG ListSize(PCWSTR filter, ULONG flags) {
  ULONG size = 1;
  for (DEVINST i = 1; i < kCount; ++i) {
    if (IsListed(kDevices[i], filter, flags))
      size += static_cast<ULONG>(wcslen(kDevices[i].id)) + 1;
  }
  return size;
}

CONFIGRET Give(DEVINST device, PDEVINST result) {
  if (!IsDevice(device)) return CR_NO_SUCH_DEVNODE;
  *result = device;
  return CR_SUCCESS;
}

__attribute__((constructor)) void Load() {
  LoadConfig();
  Event("load").Add("path", LibraryPath());
  CopyKeys(kClasses, kCopy);
}

}  // namespace
}  // namespace loadstone::mock

using loadstone::mock::Event;
using loadstone::mock::Give;
using loadstone::mock::IsDevice;
using loadstone::mock::kCount;
using loadstone::mock::kDevices;

extern "C" {

CONFIGRET WINAPI CM_Get_Device_ID_List_SizeW(PULONG size, PCWSTR filter, ULONG flags) {
  *size = loadstone::mock::ListSize(filter, flags);
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Get_Device_ID_ListW(PCWSTR filter, PWCHAR buffer, ULONG size, ULONG flags) {
  Event("devices_listed").Add("flags", static_cast<uint32_t>(flags));
  loadstone::mock::RestoreKeys();
  if (size < loadstone::mock::ListSize(filter, flags)) return CR_BUFFER_SMALL;
  for (DEVINST i = 1; i < kCount; ++i) {
    if (!loadstone::mock::IsListed(kDevices[i], filter, flags)) continue;
    const size_t length = wcslen(kDevices[i].id) + 1;
    memcpy(buffer, kDevices[i].id, length * sizeof(wchar_t));
    buffer += length;
  }
  *buffer = L'\0';
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Locate_DevNodeW(PDEVINST device, DEVINSTID_W id, ULONG flags) {
  for (DEVINST i = 1; id != nullptr && i < kCount; ++i) {
    if (_wcsicmp(kDevices[i].id, id) != 0) continue;
    if (!kDevices[i].present && (flags & CM_LOCATE_DEVNODE_PHANTOM) == 0) break;
    return Give(i, device);
  }
  return CR_NO_SUCH_DEVNODE;
}

CONFIGRET WINAPI CM_Get_Parent(PDEVINST parent, DEVINST device, ULONG) {
  return IsDevice(device) ? Give(kDevices[device].parent, parent) : CR_INVALID_DEVNODE;
}

CONFIGRET WINAPI CM_Get_Child(PDEVINST child, DEVINST device, ULONG) {
  return IsDevice(device) ? Give(kDevices[device].child, child) : CR_INVALID_DEVNODE;
}

CONFIGRET WINAPI CM_Get_Sibling(PDEVINST sibling, DEVINST device, ULONG) {
  return IsDevice(device) ? Give(kDevices[device].sibling, sibling) : CR_INVALID_DEVNODE;
}

CONFIGRET WINAPI CM_Get_Device_ID_Size(PULONG size, DEVINST device, ULONG) {
  if (!IsDevice(device)) return CR_INVALID_DEVNODE;
  *size = static_cast<ULONG>(wcslen(kDevices[device].id));
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Get_Device_IDW(DEVINST device, PWCHAR buffer, ULONG size, ULONG) {
  if (!IsDevice(device)) return CR_INVALID_DEVNODE;
  const size_t length = wcslen(kDevices[device].id) + 1;
  if (size < length) return CR_BUFFER_SMALL;
  memcpy(buffer, kDevices[device].id, length * sizeof(wchar_t));
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Get_DevNode_Status(PULONG status, PULONG problem, DEVINST device, ULONG) {
  if (!IsDevice(device) || !kDevices[device].present) return CR_NO_SUCH_DEVNODE;
  *status = DN_DRIVER_LOADED | DN_STARTED;
  *problem = 0;
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Get_DevNode_Registry_PropertyW(DEVINST device, ULONG property, PULONG type,
                                                   PVOID buffer, PULONG size, ULONG) {
  if (!IsDevice(device)) return CR_INVALID_DEVNODE;
  loadstone::mock::RestoreKeys();
  const wchar_t* text = property == CM_DRP_CLASSGUID ? kDevices[device].device_class
                        : property == CM_DRP_DRIVER  ? kDevices[device].key
                                                     : nullptr;
  if (text == nullptr) return CR_NO_SUCH_VALUE;
  if (type != nullptr) *type = REG_SZ;
  const ULONG needed = static_cast<ULONG>((wcslen(text) + 1) * sizeof(wchar_t));
  const bool fits = buffer != nullptr && *size >= needed;
  *size = needed;
  if (!fits) return CR_BUFFER_SMALL;
  memcpy(buffer, text, needed);
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Open_DevNode_Key(DEVINST device, REGSAM access, ULONG, REGDISPOSITION,
                                     PHKEY key, ULONG flags) {
  if (!IsDevice(device)) return CR_INVALID_DEVNODE;
  if ((flags & CM_REGISTRY_SOFTWARE) == 0) return CR_NO_SUCH_REGISTRY_KEY;
  loadstone::mock::RestoreKeys();
  wchar_t path[160];
  wcscpy(path, loadstone::mock::kClasses);
  wcscat(wcscat(path, L"\\"), kDevices[device].key);
  return RegOpenKeyExW(HKEY_LOCAL_MACHINE, path, 0, access, key) == ERROR_SUCCESS
             ? CR_SUCCESS
             : CR_NO_SUCH_REGISTRY_KEY;
}

}  // extern "C"
