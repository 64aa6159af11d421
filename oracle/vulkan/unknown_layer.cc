// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/unknown_layer.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "harness/world/platform.h"
#include "oracle/folders_beside.h"
#include "oracle/vulkan/model.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

// Whether a file that contains `text` is one of those that `wanted` accepts by their paths.
bool AnyFileWith(const Machine& machine, const std::string& text,
                 const std::function<bool(const std::string&)>& wanted) {
  return std::any_of(machine.files.begin(), machine.files.end(), [&](const auto& file) {
    return file.second.find(text) != std::string::npos && wanted(file.first);
  });
}

bool IsNamedByAValue(const Machine& machine, const std::string& path) {
  return std::any_of(machine.registry.begin(), machine.registry.end(),
                     [&](const RegistryValue& value) { return value.name == WindowsPath(path); });
}

std::string PolicyOnWindows(const Machine& machine, const std::string& text) {
  if (machine.environment.contains("VK_LAYER_PATH")) return policy::LLP_LOADER_2.text;
  const bool named = AnyFileWith(
      machine, text, [&](const std::string& path) { return IsNamedByAValue(machine, path); });
  if (named && machine.elevated) return policy::LS_VK_DISCOVERY_11.text;
  return named ? policy::LS_VK_DISCOVERY_22.text : policy::LS_VK_DISCOVERY_9.text;
}

}  // namespace

bool IsInUserFolderOnly(const Machine& machine, const Subject& subject, const std::string& text) {
  Machine plain = machine;
  plain.elevated = false;
  const std::vector<Place> of_plain = Places(plain, subject);
  const std::vector<Place> own = Places(machine, subject);
  return AnyFileWith(machine, text, [&](const std::string& path) {
    return AnyHolds(of_plain, path) && !AnyHolds(own, path);
  });
}

std::string PolicyOfUnknown(const Machine& machine, const Subject& subject,
                            const std::string& text) {
  if (machine.elevated && !IsWindows(subject) && IsInUserFolderOnly(machine, subject, text)) {
    return kElevatedPolicy;
  }
  if (IsWindows(subject)) return PolicyOnWindows(machine, text);
  if (machine.environment.contains("VK_LAYER_PATH")) return policy::LLP_LOADER_2.text;
  if (machine.environment.contains("VK_IMPLICIT_LAYER_PATH")) {
    return policy::LS_VK_DISCOVERY_8.text;
  }
  return policy::LLP_LOADER_1.text;
}

}  // namespace loadstone::oracle::vulkan
