// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/functions.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace loadstone::mock {
namespace {

constexpr std::string_view kNames[kFunctionCount] = {
#define LOADSTONE_NAME(name, level, always, handles) "vk" #name,
    LOADSTONE_LAYER_FUNCTIONS(LOADSTONE_NAME)
#undef LOADSTONE_NAME
};

// The functions sorted by name. A loader queries each layer for hundreds of functions, most of
// which it does not have.
constexpr std::array<FunctionId, kFunctionCount> kByName = [] {
  std::array<FunctionId, kFunctionCount> ids = {};
  for (uint32_t i = 0; i < kFunctionCount; ++i) ids[i] = static_cast<FunctionId>(i);
  std::sort(ids.begin(), ids.end(),
            [](FunctionId one, FunctionId other) { return kNames[one] < kNames[other]; });
  return ids;
}();

}  // namespace

const Function kFunctions[kFunctionCount] = {
#define LOADSTONE_ENTRY(name, level, always, handles) \
  {"vk" #name, reinterpret_cast<PFN_vkVoidFunction>(&name), Level::level, always, handles},
    LOADSTONE_LAYER_FUNCTIONS(LOADSTONE_ENTRY)
#undef LOADSTONE_ENTRY
};

FunctionId FindFunction(const char* name) {
  const std::string_view wanted(name);
  const auto found =
      std::lower_bound(kByName.begin(), kByName.end(), wanted,
                       [](FunctionId id, std::string_view text) { return kNames[id] < text; });
  const bool is_there = found != kByName.end() && kNames[*found] == wanted;
  return is_there ? *found : static_cast<FunctionId>(kFunctionCount);
}

}  // namespace loadstone::mock
