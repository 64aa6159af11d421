// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_WINDOWS_DRIVE_H_
#define LOADSTONE_HARNESS_SANDBOX_WINDOWS_DRIVE_H_

#include <filesystem>
#include <string>

namespace loadstone {

// The drive of a sandbox's worlds, which have absolute paths and cannot have those of the machine's
// own drive C. It is the empty drive that the variable LOADSTONE_DRIVE names ("L:"), or else a
// folder that becomes a drive of this session, as `subst` makes them, while the object exists.
class WindowsDrive {
 public:
  // Makes `folder` the drive with the last free letter, unless the variable names one. Throws
  // EnvironmentError if no letter is free, or if the drive of the variable is missing or not empty.
  explicit WindowsDrive(const std::filesystem::path& folder);
  ~WindowsDrive();
  WindowsDrive(const WindowsDrive&) = delete;
  WindowsDrive& operator=(const WindowsDrive&) = delete;

  char letter() const { return letter_; }
  // Its root folder: "L:\".
  std::filesystem::path root() const { return Name() + L"\\"; }
  // Removes all that it contains. Throws HarnessError.
  void Clear() const;

 private:
  std::wstring Name() const { return {static_cast<wchar_t>(letter_), L':'}; }
  bool TakeNamed();
  void Define();

  const std::filesystem::path folder_;
  char letter_ = '\0';
  bool defined_ = false;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_WINDOWS_DRIVE_H_
