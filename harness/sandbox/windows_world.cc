// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/windows_world.h"

#include "harness/sandbox/not_on_platform.h"

namespace loadstone {

std::string WindowsEnvironmentText(const World& world) {
  std::string text;
  for (const auto& [name, value] : world.environment()) {
    const bool home = name == "HOME";
    text += (home ? "USERPROFILE=" + WindowsPath(value) : name + "=" + value) + '\0';
  }
  return text;
}

void RequirePossibleOnWindows(const World& world) {
  constexpr size_t kLongestVariable = 32767;
  if (world.elevated() && world.elevation() != Elevation::kFileCapability) {
    throw NotOnPlatform("Windows has no set-user-ID or set-group-ID programs");
  }
  for (const auto& [name, value] : world.environment()) {
    if (name.starts_with("XDG_")) throw NotOnPlatform("Windows has no XDG folders");
    if (name.starts_with("LD_")) throw NotOnPlatform("Windows has no ld.so variables");
    if (value.size() > kLongestVariable) {
      throw NotOnPlatform("an environment variable on Windows holds at most 32,767 characters");
    }
  }
  for (const Node& node : world.nodes()) {
    if (node.path.find_first_of("<>:\"|?*\\") != std::string::npos) {
      throw NotOnPlatform("Windows cannot have a file with the name " + node.path);
    }
    if (node.kind == Node::Kind::kCopy && node.text.ends_with(".so")) {
      throw NotOnPlatform("there is no mock " + node.text + " for Windows");
    }
  }
}

}  // namespace loadstone
