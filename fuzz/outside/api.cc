// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/api.h"

#include <stdexcept>

namespace loadstone::fuzz {

const Api& FindApi(const std::string& name) {
  for (const Api* api : {&VulkanApi(), &OpenXrApi()}) {
    if (api->name() == name) return *api;
  }
  throw std::invalid_argument("the fuzzer does not support the API '" + name + "'");
}

}  // namespace loadstone::fuzz
