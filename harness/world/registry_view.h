// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_REGISTRY_VIEW_H_
#define LOADSTONE_HARNESS_WORLD_REGISTRY_VIEW_H_

#include "harness/world/subject.h"
#include "harness/world/windows_registry.h"
#include "harness/world/world.h"

// The registry of 64-bit Windows has a part for programs of each word size. Cases name the keys and
// values for a 64-bit program; a 32-bit program has them elsewhere.
namespace loadstone {

// Returns the value that a program of the other word size has in place of this one: SOFTWARE and
// SOFTWARE\WOW6432Node are exchanged, and in the keys of devices names with and without the suffix
// Wow, such as VulkanDriverName and VulkanDriverNameWow.
RegistryValue OfOtherWordSize(RegistryValue value);

// Returns the world with the registry values where programs of the subject's word size have them.
World WithRegistryFor(const Subject& subject, const World& world);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_REGISTRY_VIEW_H_
