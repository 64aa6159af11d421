// SPDX-License-Identifier: Apache-2.0
#include "harness/report/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace loadstone {

bool IsTerminal(int descriptor) { return isatty(descriptor) == 1; }

std::size_t TerminalWidth(int descriptor) {
  winsize size = {};
  if (!IsTerminal(descriptor) || ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return kPlainWidth;
  }
  return size.ws_col;
}

}  // namespace loadstone
