// SPDX-License-Identifier: Apache-2.0
// Environment lists and filter globs, on a machine with known layers and drivers.

#include <cstdint>

#include "fuzz/inside/support/glob_rules.h"
#include "fuzz/inside/support/loaders.h"
#include "fuzz/inside/support/target.h"
#include "fuzz/inside/vulkan/environment_rules.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;

// Reads each value as a list, and as filters for each of its elements.
void CheckLists(const EnvironmentText& environment) {
  constexpr size_t kElements = 8;
  for (const auto& [name, value] : environment.variables) {
    if (SplitList(value, ':') != ElementsOf(value, ':', false))
      Require("a list is split otherwise");
    const std::vector<std::string> filters = SplitList(value, ',', true);
    if (filters != ElementsOf(value, ',', true)) Require("filters are split otherwise");
    for (size_t i = 0; i < filters.size() && i < kElements; ++i) {
      const std::string& text = filters[filters.size() - 1 - i];
      if (GlobMatches(filters[i], text) != MatchesFilter(filters[i], text)) {
        Require("the filter " + filters[i] + " judges " + text + " otherwise");
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const EnvironmentText environment = EnvironmentText::Parse(text);
  CheckLists(environment);
  const VulkanEnvironmentAnswer answer = ApplyVulkanEnvironment(environment);
  Require(CheckVulkanEnvironment(environment, answer));
  if (NeedsExpensiveChecks(text) && ApplyVulkanEnvironment(environment) != answer) {
    Require("the same environment gives another answer");
  }
  return 0;
}
