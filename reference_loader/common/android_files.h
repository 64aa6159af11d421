// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_ANDROID_FILES_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_ANDROID_FILES_H_

#include <optional>
#include <string>

#include "reference_loader/common/platform.h"

namespace reference_loader {

// What Android tells a process about itself and its system, read from the files in which a device
// keeps it: this loader runs on a system that has none of Android's services.

// What the names of its libraries end in.
inline constexpr char kLibrarySuffix[] = ".so";
// The folder in which libraries of this process's word size are, below a partition's root.
inline constexpr const char* kLibraryFolder = sizeof(void*) == 8 ? "lib64" : "lib";
// What the folder with an application's libraries for this processor is called.
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

// The property of that name in /system/build.prop or else in /vendor/build.prop, whose lines are
// NAME=VALUE or comments. An empty value is as none.
std::optional<std::string> PropertyInFiles(const Platform& platform, const std::string& name);

// What the content provider of that authority answers for the path of a URI, such as
// /openxr/1/abi/x86_64/runtimes/active: the file PATH.json in /data/system/providers/AUTHORITY, a
// list of objects whose members are the columns of the table. Nothing where nobody answers.
std::optional<std::string> ContentInFiles(const Platform& platform, const std::string& authority,
                                          const std::string& path);

// The application whose program is below /data/app/PACKAGE: its libraries are in
// /data/app/PACKAGE/lib/INSTRUCTION_SET, its assets in /data/app/PACKAGE/assets, and it is
// debuggable if the line of the package in /data/system/packages.list, PACKAGE USER_ID DEBUGGABLE
// FOLDER and more, has a 1 there.
InstalledApplication ApplicationInFiles(const Platform& platform);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_ANDROID_FILES_H_
