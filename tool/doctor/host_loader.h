// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_DOCTOR_HOST_LOADER_H_
#define LOADSTONE_TOOL_DOCTOR_HOST_LOADER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/policy/kinds.h"
#include "harness/policy/version.h"

namespace loadstone::doctor {

// What a loader does on this very machine, with its drivers, layers and environment.
struct LoaderAnswer {
  std::string problem = {};                     // why the rest is not known, or not all of it
  std::optional<policy::Version> version = {};  // that a Vulkan loader reports
  std::vector<std::string> listed = {};         // names of layers
  std::optional<int64_t> created = {};          // what creating an instance without layers returned
  std::vector<std::string> loaded = {};  // files that are mapped while there is that instance

  bool has_instance() const { return created.has_value() && *created >= 0; }
};

// Asks the loader at `path`, for "vulkan" or "openxr", in a process of its own, which may crash or
// hang. Throws EnvironmentError where no process can be started.
LoaderAnswer AskLoader(const std::string& path, Api api);

}  // namespace loadstone::doctor

#endif  // LOADSTONE_TOOL_DOCTOR_HOST_LOADER_H_
