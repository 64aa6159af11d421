// SPDX-License-Identifier: Apache-2.0
#include "oracle/elevated.h"

#include <iterator>

namespace loadstone::oracle {
namespace {

constexpr size_t kMaxVariables = 5;
constexpr const char* kOfFiles[] = {
    "VK_LAYER_PATH",       "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH",
    "VK_DRIVER_FILES",     "VK_ICD_FILENAMES",  "VK_ADD_IMPLICIT_LAYER_PATH",
    "VK_ADD_DRIVER_FILES", "XR_API_LAYER_PATH", "XR_RUNTIME_JSON",
    "XDG_CONFIG_HOME",     "XDG_CONFIG_DIRS",   "XDG_DATA_HOME",
    "XDG_DATA_DIRS"};

}  // namespace

std::vector<Machine> ElevatedReadings(const Machine& machine) {
  std::vector<std::string> open;
  for (const auto& [name, value] : machine.environment) {
    if (std::find(std::begin(kOfFiles), std::end(kOfFiles), name) == std::end(kOfFiles)) {
      open.push_back(name);
    }
  }
  std::vector<Machine> readings;
  if (open.size() > kMaxVariables) return readings;
  for (size_t ignored = 0; ignored < size_t{1} << open.size(); ++ignored) {
    Machine reading = machine;
    for (size_t i = 0; i < open.size(); ++i) {
      if ((ignored >> i & 1) != 0) reading.environment.erase(open[i]);
    }
    readings.push_back(reading);
  }
  return readings;
}

}  // namespace loadstone::oracle
