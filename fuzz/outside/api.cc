// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/api.h"

namespace loadstone::fuzz {

const FuzzedApi& FindApi(Api api) { return api == Api::kOpenXr ? OpenXrApi() : VulkanApi(); }

}  // namespace loadstone::fuzz
