// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_READ_COMPONENT_H_
#define LOADSTONE_HARNESS_COMPONENT_READ_COMPONENT_H_

#include <string>

#include "harness/component/find_library.h"
#include "harness/world/component_under_test.h"

namespace loadstone {

// Reads the manifest of a Vulkan driver, or of an OpenXR runtime, at `path`, and finds the library
// that it names. `platform` is its platform, "linux", "windows" or "macos", or empty to detect it
// by the library; `search` is as for FindLibrary. Problems of the component are recorded in the
// result. Throws EnvironmentError, in one line, for a wrong request: there is no such file, or it
// is a folder, a library, the manifest of something else, or names a Linux library of another
// architecture.
ComponentUnderTest ReadDriver(const std::string& path, const std::string& platform = {},
                              const LibrarySearch& search = {});
// Reads a driver that is a hardware module of Android: the shared library itself, built for this
// machine. Throws EnvironmentError, in one line, if there is no such file, or if it is not an ELF
// file, for another architecture, or without the symbol of modules.
ComponentUnderTest ReadHalModule(const std::string& path);
ComponentUnderTest ReadRuntime(const std::string& path, const std::string& platform = {},
                               const LibrarySearch& search = {});

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_READ_COMPONENT_H_
