// SPDX-License-Identifier: Apache-2.0
#include "tests/windows/trace.h"

#include <windows.h>

#include <string>

namespace loadstone {

void Trace(std::string_view line) {
  const std::string text = std::string(line) + "\n";
  DWORD written = 0;
  WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text.data(), static_cast<DWORD>(text.size()), &written,
            nullptr);
}

}  // namespace loadstone
