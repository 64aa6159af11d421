// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_PLATFORM_H_
#define LOADSTONE_HARNESS_WORLD_PLATFORM_H_

#include <string>

#include "harness/world/subject.h"
#include "harness/world/world.h"

// Conversions of names that differ between platforms. The paths of a world are always written as on
// Linux: /a/b is C:\a\b on Windows. The texts of applications, manifests and variables are native.
namespace loadstone {

inline constexpr char kWindows[] = "windows";
// That of this program, and of the subjects that it judges unless another one is named.
#ifdef _WIN32
inline constexpr char kOwnPlatform[] = "windows";
#else
inline constexpr char kOwnPlatform[] = "linux";
#endif
// Platforms of subjects that may be read only.
inline constexpr char kMacos[] = "macos";
inline constexpr char kAndroid[] = "android";
inline constexpr char kFuchsia[] = "fuchsia";

bool IsWindows(const Subject& subject);
bool IsAndroid(const Subject& subject);

// Returns a subject of this program's platform: in a probe, for the native form of paths.
Subject SubjectHere();

// Returns whether loaders of the platform cannot run here, so that loaders for Linux which
// implement its rules are judged instead.
bool IsEmulatedOnLinux(const std::string& platform);

// Returns the name of a platform in text: "macOS" for "macos".
std::string PlatformName(const std::string& platform);

// Returns the platform's form of a path in a world; a text that is not an absolute path is returned
// unchanged.
std::string NativePath(const Subject& subject, const std::string& path);
// Converts a colon-separated list of paths or names, as in the values of variables. A list with
// backslashes is already native.
std::string NativeList(const Subject& subject, const std::string& list);

// Returns the file name of a shared library called `name`.
std::string LibraryFile(const Subject& subject, const std::string& name);

// Replaces the suffix .so of a path by the platform's suffix of libraries.
std::string WithLibrarySuffix(const Subject& subject, const std::string& path);
// Returns the path of a library, absolute or relative and written as on Linux, in the form for a
// manifest.
std::string NativeLibraryPath(const Subject& subject, const std::string& path);

// Returns a folder of `world` in which the platform searches for libraries by file name: one in
// LD_LIBRARY_PATH, which it sets, or on Windows that of the application.
std::string LibrarySearchFolder(World& world, const Subject& subject);

// Adds the manifest of OpenXR's active runtime in `place`: a folder, or on Windows also a registry
// key, which gets a value that names the manifest.
void AddActiveRuntime(World& world, const std::string& place, const std::string& file,
                      const std::string& text);

// Converts the value of a variable that contains a path, or a list of paths or names, to its native
// form; other values are returned unchanged.
std::string NativeValue(const Subject& subject, const std::string& variable,
                        const std::string& value);

// Converts the variables of the world that contain paths, or lists of paths or names, to their
// native form.
void MakeVariablesNative(World& world, const Subject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PLATFORM_H_
