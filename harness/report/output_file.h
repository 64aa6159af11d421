// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_OUTPUT_FILE_H_
#define LOADSTONE_HARNESS_REPORT_OUTPUT_FILE_H_

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace loadstone {

// The file of a report, opened before the run so that a path that cannot be written is found early.
//
// For a regular file, writes a temporary file in the same folder and renames it in Commit, so that
// a run that ends early does not damage an older report; symbolic links are followed and kept.
// Anything else (a device, a FIFO, a descriptor in /dev/fd) and "-", the standard output, is
// written directly. Opening a FIFO waits for its reader, as a shell's redirection does.
class OutputFile {
 public:
  // `what` names the report in errors, for example "JSON report". Throws std::runtime_error with
  // one line such as "cannot write the JSON report to /x/y.json: No such file or directory": for an
  // empty path, a folder, a missing or unwritable parent folder, a file without write permission
  // (also for root: the file was made read-only for a reason), a closed descriptor.
  OutputFile(std::string path, std::string what);
  ~OutputFile();  // without Commit the path is left as it was
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Writes `content` and moves it into place; at most once. Throws std::runtime_error as the
  // constructor does, for example if the disk is full; an older report is then unchanged.
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
  std::filesystem::path target_;     // where the temporary file is moved; empty if written directly
  std::filesystem::path temporary_;  // empty if written directly, and after Commit
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_OUTPUT_FILE_H_
