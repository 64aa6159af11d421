// SPDX-License-Identifier: Apache-2.0
#include <io.h>
#include <windows.h>

#include "harness/report/terminal.h"

namespace loadstone {

bool IsTerminal(int descriptor) { return _isatty(descriptor) != 0; }

std::size_t TerminalWidth(int descriptor) {
  CONSOLE_SCREEN_BUFFER_INFO buffer = {};
  const auto console = reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
  if (!IsTerminal(descriptor) || GetConsoleScreenBufferInfo(console, &buffer) == 0) {
    return kPlainWidth;
  }
  return static_cast<std::size_t>(buffer.srWindow.Right - buffer.srWindow.Left + 1);
}

}  // namespace loadstone
