// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_PLATFORM_H_
#define LOADSTONE_HARNESS_WORLD_PLATFORM_H_

#include <string>

#include "harness/world/subject.h"
#include "harness/world/world.h"

// What worlds of different platforms have under different names. A world's paths are written as on
// Linux, whatever its platform: /a/b is C:\a\b on Windows. What an application, a manifest or a
// variable says is native.
namespace loadstone {

inline constexpr char kWindows[] = "windows";
// Of subjects that are read and not run.
inline constexpr char kMacos[] = "macos";
inline constexpr char kAndroid[] = "android";
inline constexpr char kFuchsia[] = "fuchsia";

bool IsWindows(const Subject& subject);
bool IsAndroid(const Subject& subject);

// Whether loaders of the platform cannot be run here, so that those for Linux with its rules are
// judged in their place.
bool IsStoodFor(const std::string& platform);

// How a platform is called in text: "macOS" for "macos".
std::string PlatformName(const std::string& platform);

// The name that the platform has for a path of a world; a text that is no absolute path stays.
std::string NativePath(const Subject& subject, const std::string& path);
// Likewise for a list with colons, as values of variables are, of paths or of names. A list with
// backslashes is native already.
std::string NativeList(const Subject& subject, const std::string& list);

// The file name of a shared library called `name`.
std::string LibraryFile(const Subject& subject, const std::string& name);

// A path that ends in .so with the suffix that the platform has for libraries.
std::string WithLibrarySuffix(const Subject& subject, const std::string& path);
// The path of a library, absolute or relative and written as on Linux, as a manifest has it.
std::string NativeLibraryPath(const Subject& subject, const std::string& path);

// A folder in which the platform's loader of libraries looks for mere file names, in `world`: that
// of LD_LIBRARY_PATH, which is set, or on Windows that of the application.
std::string LibrarySearchFolder(World& world, const Subject& subject);

// Puts the manifest of the active runtime of OpenXR into `place`, a folder, or on Windows also a
// key, one value of which names it.
void AddActiveRuntime(World& world, const std::string& place, const std::string& file,
                      const std::string& text);

// Makes the variables of the world that hold paths, or lists of paths or names, native.
void MakeVariablesNative(World& world, const Subject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PLATFORM_H_
