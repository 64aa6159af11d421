// SPDX-License-Identifier: Apache-2.0
// Replaces the configuration manager of Windows, because Wine's finds no devices: a display adapter
// with two children, one of them a software component, and a monitor beside it. Their keys are in
// the real registry, below SOFTWARE\Devices.

#include <windows.h>

// Needs windows.h to be included before it.
#include <cfgmgr32.h>

#include <cstring>
#include <cwchar>
#include <iterator>

namespace {

constexpr wchar_t kDisplayAdapters[] = L"{4d36e968-e325-11ce-bfc1-08002be10318}";

struct Device {
  const wchar_t* id;
  const wchar_t* device_class;
  DEVINST child;
  DEVINST sibling;
};
// Indexed by device number; 0 is no device.
constexpr Device kDevices[] = {
    {L"", L"", 0, 0},
    {L"Adapter", kDisplayAdapters, 2, 4},
    {L"Monitor", L"{4d36e96e-e325-11ce-bfc1-08002be10318}", 0, 3},
    {L"Component", L"{5C4C3332-344D-483C-8739-259E934C9CC8}", 0, 0},
    {L"Disk", L"{4d36e967-e325-11ce-bfc1-08002be10318}", 0, 0},
};

bool EnumeratesAdapters(PCWSTR filter, ULONG flags) {
  return filter != nullptr && std::wcscmp(filter, kDisplayAdapters) == 0 &&
         flags == (CM_GETIDLIST_FILTER_CLASS | CM_GETIDLIST_FILTER_PRESENT);
}

constexpr wchar_t kList[] = L"Adapter\0";

CONFIGRET Give(DEVINST device, DEVINST* result) {
  if (device == 0) return CR_NO_SUCH_DEVNODE;
  *result = device;
  return CR_SUCCESS;
}

}  // namespace

extern "C" {

CONFIGRET WINAPI CM_Get_Device_ID_List_SizeW(PULONG size, PCWSTR filter, ULONG flags) {
  if (!EnumeratesAdapters(filter, flags)) return CR_INVALID_DATA;
  *size = std::size(kList);
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Get_Device_ID_ListW(PCWSTR filter, PWCHAR buffer, ULONG size, ULONG flags) {
  if (!EnumeratesAdapters(filter, flags)) return CR_INVALID_DATA;
  if (size < std::size(kList)) return CR_BUFFER_SMALL;
  std::memcpy(buffer, kList, sizeof(kList));
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Locate_DevNodeW(PDEVINST device, DEVINSTID_W id, ULONG) {
  for (DEVINST i = 1; i < std::size(kDevices); ++i) {
    if (std::wcscmp(kDevices[i].id, id) == 0) return Give(i, device);
  }
  return CR_NO_SUCH_DEVNODE;
}

CONFIGRET WINAPI CM_Get_Child(PDEVINST child, DEVINST device, ULONG) {
  return Give(kDevices[device].child, child);
}

CONFIGRET WINAPI CM_Get_Sibling(PDEVINST sibling, DEVINST device, ULONG) {
  return Give(kDevices[device].sibling, sibling);
}

CONFIGRET WINAPI CM_Get_DevNode_Registry_PropertyW(DEVINST device, ULONG property, PULONG,
                                                   PVOID buffer, PULONG size, ULONG) {
  const wchar_t* text = kDevices[device].device_class;
  const ULONG needed = static_cast<ULONG>((std::wcslen(text) + 1) * sizeof(wchar_t));
  if (property != CM_DRP_CLASSGUID) return CR_NO_SUCH_VALUE;
  if (*size < needed) return CR_BUFFER_SMALL;
  std::memcpy(buffer, text, needed);
  *size = needed;
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Open_DevNode_Key(DEVINST device, REGSAM access, ULONG, REGDISPOSITION,
                                     PHKEY key, ULONG flags) {
  if (flags != CM_REGISTRY_SOFTWARE) return CR_INVALID_FLAG;
  wchar_t path[64] = L"SOFTWARE\\Devices\\";
  std::wcscat(path, kDevices[device].id);
  return RegOpenKeyExW(HKEY_LOCAL_MACHINE, path, 0, access, key) == ERROR_SUCCESS
             ? CR_SUCCESS
             : CR_NO_SUCH_REGISTRY_KEY;
}

}  // extern "C"
