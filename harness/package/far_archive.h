// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PACKAGE_FAR_ARCHIVE_H_
#define LOADSTONE_HARNESS_PACKAGE_FAR_ARCHIVE_H_

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace loadstone {

// Bytes that are no archive of Fuchsia; one clear line, to follow the name of the file.
class FarError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The files of an archive of Fuchsia (.far) by their paths; they are parts of `bytes`. Throws
// FarError for what is none, is cut off, or has paths that leave the archive.
std::map<std::string, std::string_view> ReadFarArchive(std::string_view bytes);

// Whether a file may stand at that path of a package: it is relative and has no empty part, no "."
// and no "..".
bool IsPathInPackage(std::string_view path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PACKAGE_FAR_ARCHIVE_H_
