// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PACKAGE_FAR_ARCHIVE_H_
#define LOADSTONE_HARNESS_PACKAGE_FAR_ARCHIVE_H_

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace loadstone {

// Thrown for bytes that are not a Fuchsia archive; what() is one line that follows the name of the
// file.
class FarError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Returns the files of a Fuchsia archive (.far) by their paths; they are views into `bytes`. Throws
// FarError if it is not an archive, is truncated, or has paths that leave it.
std::map<std::string, std::string_view> ReadFarArchive(std::string_view bytes);

// Returns whether a package may have a file at that path: it is relative and has no empty part, no
// "." and no "..".
bool IsPathInPackage(std::string_view path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PACKAGE_FAR_ARCHIVE_H_
