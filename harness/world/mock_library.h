// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_MOCK_LIBRARY_H_
#define LOADSTONE_HARNESS_WORLD_MOCK_LIBRARY_H_

#include <string>

#include "harness/json/json_object.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone {

// Where the libraries of mocks stand in a world: in no folder that is searched.
inline constexpr char kComponentFolder[] = "/opt/loadstone";

// The path in a world at which AddMockLibrary puts the library of `who`; without a subject that of
// Linux.
std::string MockLibraryPath(const std::string& who, const Subject& subject = {});

// Gives `world` a copy of the mock `binary` at `path`, which is written as on Linux: the suffix .so
// becomes the platform's. The trace calls it `who`, and it is configured by `behaviour`.
void PutMockLibrary(World& world, const Subject& subject, const std::string& path,
                    const std::string& who, const std::string& binary,
                    const JsonObject& behaviour = {});

// Gives `world` a copy of the mock `binary`, which the trace calls `who` and which is configured by
// `behaviour`. Returns the path of the copy, as manifests for the subject have it.
std::string AddMockLibrary(World& world, const Subject& subject, const std::string& who,
                           const std::string& binary, const JsonObject& behaviour);

// Makes the texts of the world name the libraries of mocks as manifests for the subject have them,
// where they have what MockLibraryPath says.
void MakeLibraryPathsNative(World& world, const Subject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_MOCK_LIBRARY_H_
