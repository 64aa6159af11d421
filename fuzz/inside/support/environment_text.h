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

// An environment as lines NAME=VALUE. Two names mean something else: APPLICATION is the list, with
// colons, of the layers that the application asks for, and ELEVATED that it has more privileges.
struct EnvironmentText {
  std::map<std::string, std::string, std::less<>> variables;
  std::vector<std::string> application;
  bool elevated = false;

  // Lines without a "=" and zero bytes are left out; of several lines with one name the last
  // counts.
  static EnvironmentText Parse(std::string_view text);

  // Empty when the variable is not defined.
  std::string Variable(std::string_view name) const;
  // The same, empty for an elevated process.
  std::string SecureVariable(std::string_view name) const;

  void Install(MemoryPlatform* machine) const;
};

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_ENVIRONMENT_TEXT_H_
