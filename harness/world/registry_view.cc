// SPDX-License-Identifier: Apache-2.0
#include "harness/world/registry_view.h"

#include <string>
#include <utility>

#include "harness/world/platform.h"

namespace loadstone {
namespace {

constexpr char kOfMachine[] = "HKLM\\SOFTWARE\\";
constexpr char kOfUser[] = "HKCU\\SOFTWARE\\";
constexpr char kOf32Bits[] = "WOW6432Node\\";
constexpr char kDevices[] = "\\Control\\Class\\";
constexpr char kSuffix[] = "Wow";

}  // namespace

RegistryValue OfOtherWordSize(RegistryValue value) {
  for (const std::string start : {kOfMachine, kOfUser}) {
    if (!value.key.starts_with(start)) continue;
    if (value.key.compare(start.size(), sizeof(kOf32Bits) - 1, kOf32Bits) == 0) {
      value.key.erase(start.size(), sizeof(kOf32Bits) - 1);
    } else {
      value.key.insert(start.size(), kOf32Bits);
    }
  }
  if (value.key.find(kDevices) != std::string::npos && value.name.starts_with("Vulkan")) {
    if (value.name.ends_with(kSuffix)) {
      value.name.resize(value.name.size() - (sizeof(kSuffix) - 1));
    } else {
      value.name += kSuffix;
    }
  }
  return value;
}

World WithRegistryFor(const Subject& subject, const World& world) {
  if (!IsWindows(subject) || subject.bits != 32) return world;
  World::Parts parts = world.parts();
  for (RegistryValue& value : parts.registry) value = OfOtherWordSize(std::move(value));
  return World(std::move(parts));
}

}  // namespace loadstone
