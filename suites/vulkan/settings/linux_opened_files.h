// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_SETTINGS_LINUX_OPENED_FILES_H_
#define LOADSTONE_SUITES_VULKAN_SETTINGS_LINUX_OPENED_FILES_H_

#include <string>
#include <vector>

#include "harness/case/observation.h"

namespace loadstone::suites {

// Watches folders for files that are opened, in the watched process itself. For the body of an
// application: its destructor traces what was seen, for OpenedFiles.
class FileWatch {
 public:
  // The folders must exist.
  explicit FileWatch(const std::vector<std::string>& folders);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

 private:
  std::vector<std::string> folders_;
  std::vector<int> watches_;  // of inotify, in the order of the folders
  int inotify_;
};

// The paths of the files that were opened, each once. Throws HarnessError if nothing could be
// watched.
std::vector<std::string> OpenedFiles(const Observation& seen);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_SETTINGS_LINUX_OPENED_FILES_H_
