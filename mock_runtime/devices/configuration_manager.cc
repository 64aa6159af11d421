// SPDX-License-Identifier: Apache-2.0
// A configuration manager for Windows worlds, with the devices of devices.h. Queries are traced.
#include <string.h>
#include <wchar.h>

#include "mock_common/trace.h"
#include "mock_runtime/devices/devices.h"

namespace loadstone::mock {
namespace {

bool IsListed(const Device& device, PCWSTR filter, ULONG flags) {
  if (!HasDevices()) return false;
  if ((flags & CM_GETIDLIST_FILTER_PRESENT) != 0 && !device.present) return false;
  if ((flags & CM_GETIDLIST_FILTER_CLASS) == 0) return true;
  return filter != nullptr && _wcsicmp(filter, device.device_class) == 0;
}

// The length of the list of IDs in characters, including the terminators of each ID and of the
// list.
ULONG ListSize(PCWSTR filter, ULONG flags) {
  ULONG size = 1;
  for (DEVINST i = 1; i < kDeviceCount; ++i) {
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

}  // namespace
}  // namespace loadstone::mock

using loadstone::mock::Event;
using loadstone::mock::Give;
using loadstone::mock::IsDevice;
using loadstone::mock::kDeviceCount;
using loadstone::mock::kDevices;

extern "C" {

CONFIGRET WINAPI CM_Get_Device_ID_List_SizeW(PULONG size, PCWSTR filter, ULONG flags) {
  *size = loadstone::mock::ListSize(filter, flags);
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Get_Device_ID_ListW(PCWSTR filter, PWCHAR buffer, ULONG size, ULONG flags) {
  Event("devices_listed").Add("flags", static_cast<uint32_t>(flags));
  loadstone::mock::RestoreDeviceKeys();
  if (size < loadstone::mock::ListSize(filter, flags)) return CR_BUFFER_SMALL;
  for (DEVINST i = 1; i < kDeviceCount; ++i) {
    if (!loadstone::mock::IsListed(kDevices[i], filter, flags)) continue;
    const size_t length = wcslen(kDevices[i].id) + 1;
    memcpy(buffer, kDevices[i].id, length * sizeof(wchar_t));
    buffer += length;
  }
  *buffer = L'\0';
  return CR_SUCCESS;
}

CONFIGRET WINAPI CM_Locate_DevNodeW(PDEVINST device, DEVINSTID_W id, ULONG flags) {
  for (DEVINST i = 1; id != nullptr && i < kDeviceCount; ++i) {
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
  loadstone::mock::RestoreDeviceKeys();
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
  return loadstone::mock::OpenKeyOf(device, access, key) == ERROR_SUCCESS ? CR_SUCCESS
                                                                          : CR_NO_SUCH_REGISTRY_KEY;
}

}  // extern "C"
