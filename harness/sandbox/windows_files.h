// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_WINDOWS_FILES_H_
#define LOADSTONE_HARNESS_SANDBOX_WINDOWS_FILES_H_

#include <cstdint>
#include <filesystem>
#include <string>

// Files of worlds on Windows, whose paths can have more characters than the C and C++ libraries
// take there (260), and links. Paths are absolute and have backslashes, no "." and no "..". What
// fails throws HarnessError, which says with which path.
namespace loadstone {

// Whether there is a file or folder.
bool LeadsSomewhere(const std::filesystem::path& path);
bool IsFolder(const std::filesystem::path& path);

// Returns what `path`, which can be relative and have "..", means in a folder.
std::filesystem::path PathFrom(const std::filesystem::path& folder,
                               const std::filesystem::path& path);

// Makes a folder and those that it is in. One that exists is left as it is.
void MakeFolders(const std::filesystem::path& path);

// Replaces a file's content, or makes the file.
void WriteFileOfWorld(const std::filesystem::path& path, const std::string& text);

// Makes a file of `size` bytes, which are zero.
void MakeEmptyFileOfWorld(const std::filesystem::path& path, uint64_t size);

// Replaces a file by a copy of another, or makes it.
void CopyFileOfWorld(const std::filesystem::path& from, const std::filesystem::path& to);

// Makes a symbolic link, whose target can be relative to the link's folder. Returns whether this
// user can make one.
bool MakeLink(const std::filesystem::path& path, const std::filesystem::path& target);

// Makes a second name of a file.
void MakeSecondName(const std::filesystem::path& path, const std::filesystem::path& file);

// Whether a folder, such as the root of a drive, can be read, and has nothing in it.
enum class Content { kUnreadable, kNone, kSome };
Content ContentOfFolder(const std::filesystem::path& folder);

// Removes what is in a folder.
void RemoveContent(const std::filesystem::path& folder);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_WINDOWS_FILES_H_
