// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/environment_text.h"

#include <algorithm>

#include "fuzz/inside/support/glob_rules.h"

namespace loadstone::fuzz::inside {

EnvironmentText EnvironmentText::Parse(std::string_view text) {
  EnvironmentText environment;
  for (std::string& line : ElementsOf(text, '\n', false)) {
    line.erase(std::remove(line.begin(), line.end(), '\0'), line.end());
    const size_t equals = line.find('=');
    if (equals == std::string::npos || equals == 0) continue;
    const std::string name = line.substr(0, equals);
    std::string value = line.substr(equals + 1);
    if (name == "APPLICATION") {
      environment.application = ElementsOf(value, ':', false);
    } else if (name == "ELEVATED") {
      environment.elevated = value == "1";
    } else {
      environment.variables[name] = std::move(value);
    }
  }
  return environment;
}

std::string EnvironmentText::Variable(std::string_view name) const {
  const auto variable = variables.find(name);
  return variable == variables.end() ? std::string() : variable->second;
}

std::string EnvironmentText::SecureVariable(std::string_view name) const {
  return elevated ? std::string() : Variable(name);
}

void EnvironmentText::Install(MemoryPlatform* machine) const {
  for (const auto& [name, value] : variables) machine->SetEnvironment(name, value);
  machine->SetElevated(elevated);
}

}  // namespace loadstone::fuzz::inside
