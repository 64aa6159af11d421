// SPDX-License-Identifier: Apache-2.0
// Environment lists that enable and disable API layers, on a machine with known API layers.

#include <cstdint>

#include "fuzz/inside/openxr/environment_rules.h"
#include "fuzz/inside/support/target.h"

using namespace loadstone::fuzz::inside;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const EnvironmentText environment = EnvironmentText::Parse(text);
  const OpenxrEnvironmentAnswer answer = ApplyOpenxrEnvironment(environment);
  Require(CheckOpenxrEnvironment(environment, answer));
  if (NeedsExpensiveChecks(text) && ApplyOpenxrEnvironment(environment) != answer) {
    Require("the same environment gives another answer");
  }
  return 0;
}
