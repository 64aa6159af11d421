// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_MOCK_LIBRARY_H_
#define LOADSTONE_HARNESS_WORLD_MOCK_LIBRARY_H_

#include <string>

#include "harness/json/json_object.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone {

// The folder of the mocks' libraries in a world, which no loader searches.
inline constexpr char kComponentFolder[] = "/opt/loadstone";

// Returns the path at which AddMockLibrary puts the library of `who`; without a subject, the one on
// Linux.
std::string MockLibraryPath(const std::string& who, const Subject& subject = {});

// Adds a copy of the mock `binary` to `world` at `path`, which is written as on Linux: the suffix
// .so is replaced by the platform's. The mock traces as `who`, and is configured by `behaviour`.
void AddMockLibraryAt(World& world, const Subject& subject, const std::string& path,
                      const std::string& who, const std::string& binary,
                      const JsonObject& behaviour = {});

// Adds a copy of the mock `binary` to `world`, which traces as `who` and is configured by
// `behaviour`. Returns the path of the copy in the form for the subject's manifests.
std::string AddMockLibrary(World& world, const Subject& subject, const std::string& who,
                           const std::string& binary, const JsonObject& behaviour);

// Replaces the paths of MockLibraryPath in all texts of the world by their form for the subject's
// manifests.
void MakeLibraryPathsNative(World& world, const Subject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_MOCK_LIBRARY_H_
