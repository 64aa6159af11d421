// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_PLACES_H_
#define LOADSTONE_HARNESS_WORLD_PLACES_H_

namespace loadstone {

// Where the probe and the mocks write their trace, inside every world.
inline constexpr char kTracePath[] = "/loadstone/trace";
// Where the subject stands, inside every world; the file has the name that it has on the host.
inline constexpr char kSubjectDirectory[] = "/loadstone/subject";
// Where the library of a case of rules stands, inside the world of that case.
inline constexpr char kCaseLibraryPath[] = "/loadstone/rules.so";
// What a world for Windows tells the probe of itself: each variable of the environment, NAME=value,
// ends in a zero.
inline constexpr char kEnvironmentPath[] = "/loadstone/environment";
// A file that stands there if the application is to have the rights of an ordinary user.
inline constexpr char kOrdinaryUserPath[] = "/loadstone/ordinary_user";

// A library that answers for the configuration manager of Windows, in worlds with devices. Its name
// is that of the system's, so that whoever needs that one gets this one.
inline constexpr char kDevicesPath[] = "/opt/devices/cfgmgr32.dll";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PLACES_H_
