// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_CODE_PAGE_H_
#define LOADSTONE_HARNESS_WORLD_CODE_PAGE_H_

#include <cstdint>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

inline constexpr uint32_t kWestern = 1252;  // of worlds that say nothing
inline constexpr uint32_t kJapanese = 932;
inline constexpr uint32_t kUtf8 = 65001;

// The value by which the registry of a Windows machine has a code page of programs (ANSI).
RegistryValue CodePageValue(uint32_t code_page);

// The code page of a machine with this registry.
uint32_t CodePageOf(const std::vector<RegistryValue>& registry);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_CODE_PAGE_H_
