// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_READ_COMPONENT_H_
#define LOADSTONE_HARNESS_COMPONENT_READ_COMPONENT_H_

#include <string>

#include "harness/component/find_library.h"
#include "harness/world/component_under_test.h"

namespace loadstone {

// Read the manifest of a Vulkan driver, or of an OpenXR runtime, at `path`, and find the library
// that it names. `platform` is the one that it is for, "linux", "windows" or "macos"; empty: what
// the library tells; `search` is as for FindLibrary. What is wrong with the component goes into the
// result; what is wrong with the request throws EnvironmentError, in one line: no such file, a
// folder, a library or the manifest of something else, a library for Linux of another architecture.
ComponentUnderTest ReadDriver(const std::string& path, const std::string& platform = {},
                              const LibrarySearch& search = {});
// Reads a driver that is a hardware module of Android, the shared library itself, built for this
// machine. Throws EnvironmentError, in one line, for what is none: no file, no ELF file, another
// architecture, or without the symbol of modules.
ComponentUnderTest ReadHalModule(const std::string& path);
ComponentUnderTest ReadRuntime(const std::string& path, const std::string& platform = {},
                               const LibrarySearch& search = {});

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_READ_COMPONENT_H_
