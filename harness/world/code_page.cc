// SPDX-License-Identifier: Apache-2.0
#include "harness/world/code_page.h"

#include <string>

namespace loadstone {
namespace {

constexpr char kKey[] = "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Nls\\CodePage";
constexpr char kName[] = "ACP";

}  // namespace

RegistryValue CodePageValue(uint32_t code_page) {
  return RegistryText(kKey, kName, std::to_string(code_page));
}

uint32_t CodePageOf(const std::vector<RegistryValue>& registry) {
  for (const uint32_t code_page : {kJapanese, kUtf8}) {
    const RegistryValue wanted = CodePageValue(code_page);
    for (const RegistryValue& each : registry) {
      if (each.key == wanted.key && each.name == wanted.name && each.data == wanted.data) {
        return code_page;
      }
    }
  }
  return kWestern;
}

}  // namespace loadstone
