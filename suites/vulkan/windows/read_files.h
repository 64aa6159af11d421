// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_WINDOWS_READ_FILES_H_
#define LOADSTONE_SUITES_VULKAN_WINDOWS_READ_FILES_H_

#include <string>
#include <vector>

#include "harness/case/observation.h"

namespace loadstone::suites {

// Watches which files are read, by the times of their last access. For the body of an application
// on Windows: its destructor traces what was seen, for ReadFiles.
//
// The watch has two files of its own, of which the application reads one. They show whether the
// system keeps these times, and whether anything else reads files.
class ReadWatch {
 public:
  // Paths of the world. The files of the watch are in the folder of the first one.
  explicit ReadWatch(const std::vector<std::string>& files);
  ~ReadWatch();
  ReadWatch(const ReadWatch&) = delete;
  ReadWatch& operator=(const ReadWatch&) = delete;

 private:
  std::vector<std::string> files_;
  std::string read_;       // the file of the watch that is read
  std::string untouched_;  // and the other one
};

// Whether the system shows that files are read. A case that needs it is not judged elsewhere: on
// Windows the times of last access may be switched off.
bool ShowsReads(const Observation& seen);

// Those of the watched files that were read. Throws HarnessError if something else reads files.
std::vector<std::string> ReadFiles(const Observation& seen, const std::vector<std::string>& files);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_WINDOWS_READ_FILES_H_
