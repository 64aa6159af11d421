// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_WINDOWS_PROCESS_H_
#define LOADSTONE_HARNESS_SANDBOX_WINDOWS_PROCESS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "harness/sandbox/sandbox.h"

namespace loadstone {

// A program on Windows, and how it starts.
struct WindowsProgram {
  std::filesystem::path path;
  std::vector<std::string> arguments;  // behind its name, in UTF-8
  std::filesystem::path folder;        // its current folder
  std::filesystem::path output;        // the file for its standard output and error
};

// Runs the program without the variables and handles of this process, and returns how it ended. It
// and the processes that it starts end when it does, when a limit is reached, or when this process
// ends. Of `limits` the size of files and of the disk are not supported. Throws HarnessError if the
// program cannot be started.
Ending RunWindowsProgram(const WindowsProgram& program, const Limits& limits);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_WINDOWS_PROCESS_H_
