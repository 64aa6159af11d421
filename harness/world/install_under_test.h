// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_INSTALL_UNDER_TEST_H_
#define LOADSTONE_HARNESS_WORLD_INSTALL_UNDER_TEST_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// A value that an installation or uninstallation left or removed against the rules.
struct RegistryFault {
  RegistryValue value = {};
  std::string fault = {};  // one line that names the manifest
  // Whether it is a fault only if the installer replaced an older version of its product.
  bool of_update = false;
};

// What an installer did to a machine: the subject of `check-install`. For Windows it has the
// registry values that concern the APIs, and the keys of devices; for other platforms the manifests
// in the folders of loaders.
struct InstallUnderTest {
  std::string before_path = {};  // on the host, like the other paths: an export or a Wine prefix
  std::string after_path = {};
  std::string uninstalled_path = {};  // empty if nothing was uninstalled

  std::vector<RegistryValue> before = {};
  std::vector<RegistryValue> after = {};
  std::vector<RegistryValue> uninstalled = {};

  // The problem, or an empty string, of each file that a new value of `after` names, by the path in
  // the value. Only if `after` is a prefix, which contains files.
  std::optional<std::map<std::string, std::string>> files = {};
  // Those of these files, in lower case, that exist after uninstalling and did not before, if all
  // three are prefixes.
  std::optional<std::vector<std::string>> remaining_files = {};

  // For a machine with manifests in folders: the new ones in `after`, and those that remain after
  // uninstalling. Paths from its root.
  std::optional<std::vector<std::string>> new_manifests = {};
  std::vector<std::string> remaining_manifests = {};

  // Values that were there before, and still lead to a manifest of an older version.
  std::vector<RegistryFault> old_values = {};
  // Values of other products that are gone or disabled after installing or uninstalling.
  std::vector<RegistryFault> others_changed = {};

  bool update = false;         // whether `before` has an older version of what was installed
  std::string installer = {};  // of an "application" or a "driver", or empty if unknown

  // Returns the values that are new in `after`, or have other data there.
  std::vector<RegistryValue> Added() const;
  // Returns the values that only one of `before` and `after` has, or that have different data.
  std::vector<RegistryValue> Changed() const;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_INSTALL_UNDER_TEST_H_
