// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_DOCTOR_HOST_LOADER_H_
#define LOADSTONE_TOOL_DOCTOR_HOST_LOADER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/policy/kinds.h"
#include "harness/policy/version.h"
#include "harness/runner/run.h"

namespace loadstone::doctor {

// The behaviour of a loader on a machine itself, with its drivers, layers and environment.
struct LoaderAnswer {
  std::string problem = {};                     // why the rest is unknown or incomplete
  std::optional<policy::Version> version = {};  // reported by a Vulkan loader
  std::vector<std::string> listed = {};         // names of the enumerated layers
  std::optional<int64_t> created = {};          // result of creating an instance without layers
  std::vector<std::string> loaded = {};         // files that are mapped while that instance exists

  bool has_instance() const { return created.has_value() && *created >= 0; }
};

// Asks the loader of a request, on this machine, in a process of its own, which may crash or hang:
// for another architecture than that of this program, the probe for it, which must be installed.
// Throws EnvironmentError where no process can be started.
LoaderAnswer QueryLoader(const RunRequest& request);

// Asks the loader of a request in a world that shows all of the system of --root. Throws
// EnvironmentError where no world can be made.
LoaderAnswer QueryLoaderInRoot(const RunRequest& request);

}  // namespace loadstone::doctor

#endif  // LOADSTONE_TOOL_DOCTOR_HOST_LOADER_H_
