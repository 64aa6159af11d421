// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_INSTALL_UNDER_TEST_H_
#define LOADSTONE_HARNESS_WORLD_INSTALL_UNDER_TEST_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// What an installer did to a machine: the subject of `check-install`. Of the registries of Windows
// it has what concerns the APIs, and the keys of devices; of other systems the manifests in the
// folders of loaders.
struct InstallUnderTest {
  std::string before_path =
      {};  // on the host, as are the following: an export, or a prefix of Wine
  std::string after_path = {};
  std::string uninstalled_path = {};  // empty where nothing was uninstalled

  std::vector<RegistryValue> before = {};
  std::vector<RegistryValue> after = {};
  std::vector<RegistryValue> uninstalled = {};

  // Of each file that a new value of `after` leads to, by the path that the value has: what is
  // wrong with it, or nothing. Only where `after` is a prefix, which has files.
  std::optional<std::map<std::string, std::string>> files = {};
  // Those of them, in small letters, that are still there after uninstalling and were not there
  // before, where all three are prefixes.
  std::optional<std::vector<std::string>> left_files = {};

  // Of a machine whose manifests are in folders: the new ones in `after`, and those of them that
  // are still there after uninstalling. Paths from its root.
  std::optional<std::vector<std::string>> new_manifests = {};
  std::vector<std::string> left_manifests = {};

  std::string installer = {};  // whose it is: "application", "driver", or empty for unknown

  // The values that are new in `after`, or have other data.
  std::vector<RegistryValue> Added() const;
  // The values that one of `before` and `after` has and the other has not, or with other data.
  std::vector<RegistryValue> Changed() const;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_INSTALL_UNDER_TEST_H_
