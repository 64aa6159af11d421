// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_PLACES_H_
#define LOADSTONE_HARNESS_WORLD_PLACES_H_

namespace loadstone {

// The file to which the probe and the mocks write their trace, in every world.
inline constexpr char kTracePath[] = "/loadstone/trace";
// The folder of the subject in every world; the file has the same name as on the host.
inline constexpr char kSubjectDirectory[] = "/loadstone/subject";
// The emulator, in a world whose application is for another processor.
inline constexpr char kEmulatorPath[] = "/loadstone/emulator";
// The library of a case of rules, in the world of that case.
inline constexpr char kCaseLibraryPath[] = "/loadstone/rules.so";
// The environment that a world for Windows passes to the probe: NAME=value for each variable,
// null-terminated.
inline constexpr char kEnvironmentPath[] = "/loadstone/environment";
// This file exists if the application is to have the rights of an ordinary user.
inline constexpr char kOrdinaryUserPath[] = "/loadstone/ordinary_user";
// This file exists on Windows itself, and has the key below HKEY_CURRENT_USER whose keys HKLM and
// HKCU stand for the machine's in the process of the probe.
inline constexpr char kPrivateRegistryPath[] = "/loadstone/registry";

// A library that replaces the configuration manager of Windows in worlds with devices. It has the
// same file name, so that libraries which import from the system's use this one.
inline constexpr char kDevicesPath[] = "/opt/devices/cfgmgr32.dll";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PLACES_H_
