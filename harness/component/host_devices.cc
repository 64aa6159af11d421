// SPDX-License-Identifier: Apache-2.0
#include "harness/component/host_devices.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// Folders, and prefixes of names, of device nodes: NVIDIA, AMD's compute node, Mali, Adreno, and
// DirectX in WSL.
constexpr const char* kFolders[] = {"dri", "nvidia-caps"};
constexpr const char* kNames[] = {"nvidia", "kfd", "mali", "kgsl", "dxg"};

void AddNodes(const fs::path& folder, bool (*wanted)(const std::string& name),
              std::vector<std::string>& nodes) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    std::error_code unreadable;
    if (entry.is_character_file(unreadable) && !entry.is_symlink(unreadable) &&
        wanted(entry.path().filename().string())) {
      nodes.push_back(entry.path().string());
    }
  }
}

}  // namespace

std::vector<std::string> GraphicsDevices(const std::string& dev) {
  std::vector<std::string> nodes;
  AddNodes(
      dev,
      [](const std::string& name) {
        return std::any_of(std::begin(kNames), std::end(kNames),
                           [&](const char* begin) { return name.starts_with(begin); });
      },
      nodes);
  for (const char* folder : kFolders) {
    AddNodes(
        fs::path(dev) / folder, [](const std::string&) { return true; }, nodes);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace loadstone
