// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_WINDOWS_WORLD_H_
#define LOADSTONE_HARNESS_SANDBOX_WINDOWS_WORLD_H_

#include <string>

#include "harness/world/world.h"

// What worlds for Windows have in common, on Windows itself and under Wine.
namespace loadstone {

// Returns the environment in the format that the probe reads (kEnvironmentPath). HOME becomes
// USERPROFILE.
std::string WindowsEnvironmentText(const World& world);

// Throws NotOnPlatform for a world that cannot exist on Windows.
void RequirePossibleOnWindows(const World& world);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_WINDOWS_WORLD_H_
