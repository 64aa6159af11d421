// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/devices/devices.h"

#include <wchar.h>

#include "mock_common/config.h"

#define LS_ADAPTERS L"{4d36e968-e325-11ce-bfc1-08002be10318}"
#define LS_COMPONENTS L"{5c4c3332-344d-483c-8739-259e934c9cc8}"
#define LS_MONITORS L"{4d36e96e-e325-11ce-bfc1-08002be10318}"
#define LS_DISKS L"{4d36e967-e325-11ce-bfc1-08002be10318}"

namespace loadstone::mock {
namespace {

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

}  // namespace

const Device kDevices[] = {
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
const DEVINST kDeviceCount = sizeof(kDevices) / sizeof(kDevices[0]);

bool HasDevices() { return !Flag(Config(), "no_devices", false); }

bool IsDevice(DEVINST device) { return HasDevices() && device > 0 && device < kDeviceCount; }

bool IsDisplayAdapter(DEVINST device) {
  return IsDevice(device) && wcscmp(kDevices[device].device_class, LS_ADAPTERS) == 0;
}

LSTATUS OpenKeyOf(DEVINST device, REGSAM access, HKEY* key) {
  RestoreDeviceKeys();
  wchar_t path[160];
  wcscpy(path, kClasses);
  wcscat(wcscat(path, L"\\"), kDevices[device].key);
  return RegOpenKeyExW(HKEY_LOCAL_MACHINE, path, 0, access, key);
}

void CopyDeviceKeys() { CopyKeys(kClasses, kCopy); }
void RestoreDeviceKeys() { CopyKeys(kCopy, kClasses); }

}  // namespace loadstone::mock
