// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_ENVIRONMENT_TEXT_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_ENVIRONMENT_TEXT_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/inside/support/loaders.h"

namespace loadstone::fuzz::inside {

// An environment as lines NAME=VALUE. Two names have a special meaning: APPLICATION is the
// colon-separated list of layers that the application requests, and ELEVATED means that the
// application has elevated privileges.
struct EnvironmentText {
  std::map<std::string, std::string, std::less<>> variables;
  std::vector<std::string> application;
  bool elevated = false;

  // Ignores lines without "=" and zero bytes. If several lines have the same name, the last one
  // counts.
  static EnvironmentText Parse(std::string_view text);

  // The value, or an empty string if the variable is not set.
  std::string Variable(std::string_view name) const;
  // The same, but empty for an elevated process.
  std::string SecureVariable(std::string_view name) const;

  void Install(MemoryPlatform* machine) const;
};

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_ENVIRONMENT_TEXT_H_
