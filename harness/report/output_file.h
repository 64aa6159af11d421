// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_OUTPUT_FILE_H_
#define LOADSTONE_HARNESS_REPORT_OUTPUT_FILE_H_

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace loadstone {

// A report's file, opened before the run so that a path that cannot be written is found before it.
//
// A regular file is written to a temporary file beside it and renamed at Commit, so that a run that
// ends early never harms an older report; a symbolic link is followed and stays. What is no regular
// file (a device, a FIFO, a descriptor under /dev/fd) and "-", the standard output, is written
// directly. Opening a FIFO waits for its reader, as a shell's redirection does.
class OutputFile {
 public:
  // `what` names the report in errors, for example "JSON report". Throws std::runtime_error with
  // one line such as "cannot write the JSON report to /x/y.json: No such file or directory": for an
  // empty path, a folder, a missing or unwritable folder above, a file without write permission
  // (for the administrator as well: a file was made read-only for a reason), a closed descriptor.
  OutputFile(std::string path, std::string what);
  ~OutputFile();  // without Commit the path is left as it was
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Writes `content` and puts it in place; at most once. Throws std::runtime_error as the
  // constructor does, for example on a full disk; then an older report is still there.
  void Commit(std::string_view content);

 private:
  void Open();
  void OpenTemporary(const std::filesystem::path& target, mode_t mode);
  void OpenDirectly(const std::filesystem::path& path);
  void OpenInherited(int descriptor);
  [[noreturn]] void Fail(int error) const;

  const std::string path_;
  const std::string what_;
  int descriptor_ = -1;
  std::filesystem::path target_;     // where the temporary goes; empty if written directly
  std::filesystem::path temporary_;  // empty if written directly, and after Commit
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_OUTPUT_FILE_H_
