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

bool IsWindows(const Subject& subject);

// The name that the platform has for a path of a world; a text that is no absolute path stays.
std::string NativePath(const Subject& subject, const std::string& path);
// Likewise for a list with colons, as values of variables are, of paths or of names.
std::string NativeList(const Subject& subject, const std::string& list);

// The file name of a shared library called `name`.
std::string LibraryFile(const Subject& subject, const std::string& name);

// Puts the manifest of the active runtime of OpenXR into `place`, a folder, or on Windows a key,
// one value of which names it.
void AddActiveRuntime(World& world, const Subject& subject, const std::string& place,
                      const std::string& file, const std::string& text);

// Makes the variables of the world that hold lists native.
void MakeListVariablesNative(World& world, const Subject& subject);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PLATFORM_H_
