// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_ANDROID_FILES_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_ANDROID_FILES_H_

#include <optional>
#include <string>

#include "reference_loader/common/platform.h"

namespace reference_loader {

// Reads what Android services report about a process and its system from files, because this loader
// runs on systems that have no Android services.

// The suffix of library names.
inline constexpr char kLibrarySuffix[] = ".so";
// The folder in which libraries of this process's word size are, below a partition's root.
inline constexpr const char* kLibraryFolder = sizeof(void*) == 8 ? "lib64" : "lib";
// The name of the folder with an application's libraries for this processor.
inline constexpr char kInstructionSet[] =
#if defined(__x86_64__)
    "x86_64";
#elif defined(__i386__)
    "x86";
#elif defined(__aarch64__)
    "arm64";
#else
    "arm";
#endif

// The property `name` in /system/build.prop, else in /vendor/build.prop, whose lines are NAME=VALUE
// or comments. An empty value counts as undefined.
std::optional<std::string> PropertyInFiles(const Platform& platform, const std::string& name);

// The reply of the content provider with that authority for the path of a URI, such as
// /openxr/1/abi/x86_64/runtimes/active: the file PATH.json in /data/system/providers/AUTHORITY, a
// JSON array of objects whose members are the columns of the table. Nothing if there is no such
// file.
std::optional<std::string> ContentInFiles(const Platform& platform, const std::string& authority,
                                          const std::string& path);

// The application whose program is below /data/app/PACKAGE. Its libraries are in
// /data/app/PACKAGE/lib/INSTRUCTION_SET, its assets in /data/app/PACKAGE/assets. It is debuggable
// if its line in /data/system/packages.list, PACKAGE USER_ID DEBUGGABLE FOLDER and further fields,
// has a 1 in the third field.
InstalledApplication ApplicationInFiles(const Platform& platform);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_ANDROID_FILES_H_
