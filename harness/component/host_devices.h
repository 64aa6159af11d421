// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_HOST_DEVICES_H_
#define LOADSTONE_HARNESS_COMPONENT_HOST_DEVICES_H_

#include <string>
#include <vector>

namespace loadstone {

// The graphics devices of this machine below the folder `dev`, in order: render nodes and display
// nodes, and the nodes of vendors that have their own. A driver opens some of them; whether it may
// is for the permissions of the host.
std::vector<std::string> GraphicsDevices(const std::string& dev = "/dev");

// The folder in which drivers look up what these devices are.
inline constexpr char kDeviceInformation[] = "/sys";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_HOST_DEVICES_H_
