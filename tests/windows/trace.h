// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TESTS_WINDOWS_TRACE_H_
#define LOADSTONE_TESTS_WINDOWS_TRACE_H_

#include <string_view>

namespace loadstone {

// Writes a line to standard output and flushes it, so that the lines of a program and its DLLs stay
// in order.
void Trace(std::string_view line);

// Writes "WHAT FILE", with the file name of the DLL that contains this code.
void TraceComponent(std::string_view what);

}  // namespace loadstone

#endif  // LOADSTONE_TESTS_WINDOWS_TRACE_H_
