// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_TERMINAL_H_
#define LOADSTONE_HARNESS_REPORT_TERMINAL_H_

#include <cstddef>

namespace loadstone {

// The width of a report that does not go to a terminal.
inline constexpr std::size_t kPlainWidth = 80;
// No report is narrower, whatever the terminal says.
inline constexpr std::size_t kMinWidth = 40;

// Whether the descriptor is a terminal. False for a closed one.
bool IsTerminal(int descriptor);

// The columns of the terminal behind the descriptor; kPlainWidth if it is none or does not say.
std::size_t TerminalWidth(int descriptor);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_TERMINAL_H_
