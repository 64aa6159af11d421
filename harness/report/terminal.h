// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_TERMINAL_H_
#define LOADSTONE_HARNESS_REPORT_TERMINAL_H_

#include <cstddef>

namespace loadstone {

// The width of a report that is not printed on a terminal.
inline constexpr std::size_t kPlainWidth = 80;
// The minimum width of a report, whatever the terminal's.
inline constexpr std::size_t kMinWidth = 40;

// Returns whether the descriptor is a terminal; false if it is closed.
bool IsTerminal(int descriptor);

// Returns the columns of the terminal behind the descriptor; kPlainWidth if it is not a terminal,
// or if its width is unknown.
std::size_t TerminalWidth(int descriptor);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_TERMINAL_H_
