// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_HOST_DEVICES_H_
#define LOADSTONE_HARNESS_COMPONENT_HOST_DEVICES_H_

#include <string>
#include <vector>

namespace loadstone {

// Returns the graphics devices of this machine below the folder `dev`, in order: render nodes,
// display nodes, and vendor-specific nodes. Whether a driver may open them depends on the host's
// permissions.
std::vector<std::string> GraphicsDevices(const std::string& dev = "/dev");

// The folder in which drivers read the properties of these devices.
inline constexpr char kDeviceInformation[] = "/sys";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_HOST_DEVICES_H_
