// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_DEVICES_DEVICES_H_
#define LOADSTONE_MOCK_RUNTIME_DEVICES_DEVICES_H_

#include <windows.h>

// Needs windows.h to be included before it. This library defines its functions instead of importing
// them.
#define _CFGMGR32_
#include <cfgmgr32.h>

// The devices of a Windows world: two display adapters, of which the first has a monitor and two
// software components; a third adapter that is not present; and a disk with a software component.
// The content of their keys comes from the world's registry.
namespace loadstone::mock {

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
extern const Device kDevices[];
extern const DEVINST kDeviceCount;

// Whether there are devices; false with "no_devices" in the configuration, with which this library
// only hides those of the machine.
bool HasDevices();
bool IsDevice(DEVINST device);
bool IsDisplayAdapter(DEVINST device);

// Opens a device's key, with the content that the world gives it.
LSTATUS OpenKeyOf(DEVINST device, REGSAM access, HKEY* key);

// Wine rewrites the keys of display adapters, and removes those of the world, as soon as a program
// uses DXGI or a window. So the keys are copied before that, and restored whenever devices are
// queried.
void CopyDeviceKeys();
void RestoreDeviceKeys();

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_DEVICES_DEVICES_H_
