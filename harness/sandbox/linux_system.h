// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_SYSTEM_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_SYSTEM_H_

#include <sys/types.h>

#include <string>
#include <utility>

namespace loadstone::linux_system {

// A file descriptor that is closed by the destructor.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept;
  ~Fd();

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  void Close();

 private:
  int fd_ = -1;
};

// Each does what its name says, or throws HarnessError with the path and the kernel's error.
Fd Open(const std::string& path, int flags, mode_t mode = 0);
void WriteAll(int fd, const std::string& text, const std::string& what);
void WriteFile(const std::string& path, const std::string& text, mode_t mode);
void CopyFile(int from, const std::string& path, mode_t mode);
void MakeDirectories(const std::string& path);
void Mount(const char* source, const std::string& target, const char* type, unsigned long flags,
           const char* data);
// Makes the mount at `path`, and the mounts below it, read-only, without devices and without
// privileges.
void Protect(const std::string& path, bool allow_privileges);

// Mounts the folder `source`, and the mounts below it, at `target`, which it creates, with the
// restrictions of Protect.
void BindFolder(const std::string& source, const std::string& target);

// Returns the content of `fd` from its start, at most `limit` bytes.
std::string ReadFromStart(int fd, size_t limit);

[[noreturn]] void ThrowErrno(const std::string& what);

}  // namespace loadstone::linux_system

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_SYSTEM_H_
