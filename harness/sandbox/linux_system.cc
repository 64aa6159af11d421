// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/linux_system.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "harness/errors.h"

namespace loadstone::linux_system {

Fd& Fd::operator=(Fd&& other) noexcept {
  if (this != &other) {
    Close();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

Fd::~Fd() { Close(); }

void Fd::Close() {
  if (fd_ >= 0) close(std::exchange(fd_, -1));
}

void ThrowErrno(const std::string& what) {
  throw HarnessError("cannot " + what + ": " + strerror(errno));
}

Fd Open(const std::string& path, int flags, mode_t mode) {
  Fd fd(open(path.c_str(), flags | O_CLOEXEC, mode));
  if (!fd.valid()) ThrowErrno("open " + path);
  return fd;
}

void WriteAll(int fd, const std::string& text, const std::string& what) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(fd, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ThrowErrno("write " + what);
    done += static_cast<size_t>(count);
  }
}

void WriteFile(const std::string& path, const std::string& text, mode_t mode) {
  const Fd fd = Open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  WriteAll(fd.get(), text, path);
}

void CopyFile(int from, const std::string& path, mode_t mode) {
  struct stat status;
  if (fstat(from, &status) != 0) ThrowErrno("inspect the source of " + path);
  const Fd to = Open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  // A tmpfs with huge pages uses them only if the size of the file is known to be large.
  if (ftruncate(to.get(), status.st_size) != 0) ThrowErrno("allocate space for " + path);
  off_t offset = 0;
  while (offset < status.st_size) {
    const ssize_t count =
        sendfile(to.get(), from, &offset, static_cast<size_t>(status.st_size - offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ThrowErrno("copy to " + path);
  }
}

void MakeDirectories(const std::string& path) {
  if (mkdir(path.c_str(), 0755) == 0 || errno == EEXIST) return;
  if (errno != ENOENT) ThrowErrno("make the directory " + path);
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash == 0) ThrowErrno("make the directory " + path);
  MakeDirectories(path.substr(0, slash));
  if (mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) ThrowErrno("make the directory " + path);
}

void Mount(const char* source, const std::string& target, const char* type, unsigned long flags,
           const char* data) {
  if (mount(source, target.c_str(), type, flags, data) != 0) ThrowErrno("mount " + target);
}

void Protect(const std::string& path, bool allow_privileges) {
  struct mount_attr attributes = {};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV;
  if (!allow_privileges) attributes.attr_set |= MOUNT_ATTR_NOSUID;
  if (mount_setattr(AT_FDCWD, path.c_str(), AT_RECURSIVE, &attributes, sizeof(attributes)) != 0) {
    ThrowErrno("make " + path + " read-only");
  }
}

void BindFolder(const std::string& source, const std::string& target) {
  MakeDirectories(target);
  Mount(source.c_str(), target, nullptr, MS_BIND | MS_REC, nullptr);
  Protect(target, /*allow_privileges=*/false);
}

std::string ReadFromStart(int fd, size_t limit) {
  std::string text;
  char buffer[16384];
  while (text.size() < limit) {
    const size_t wanted = std::min(sizeof(buffer), limit - text.size());
    const ssize_t count = pread(fd, buffer, wanted, static_cast<off_t>(text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer, static_cast<size_t>(count));
  }
  return text;
}

}  // namespace loadstone::linux_system
