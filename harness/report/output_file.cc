// SPDX-License-Identifier: Apache-2.0
#include "harness/report/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <optional>
#include <stdexcept>
#include <utility>

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFileMode = 0666;  // reduced by the umask
constexpr mode_t kAnyWrite = 0222;
constexpr mode_t kPermissions = 0777;

// Returns the descriptor of this process that a path refers to, if any. Opening such a path again
// would start at the beginning of the file and overwrite earlier output.
std::optional<int> DescriptorNamed(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view number = path.substr(folder.size());
    int descriptor = -1;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), descriptor);
    if (error == std::errc() && end == number.data() + number.size() && descriptor >= 0) {
      return descriptor;
    }
  }
  return std::nullopt;
}

// Returns the standard output or error if it already goes to the file in `status`.
std::optional<int> StandardStreamTo(const struct stat& status) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat other = {};
    if (fstat(stream, &other) == 0 && other.st_dev == status.st_dev &&
        other.st_ino == status.st_ino) {
      return stream;
    }
  }
  return std::nullopt;
}

// Resolves symbolic links, the last of which may dangle. Throws fs::filesystem_error.
fs::path FollowLinks(fs::path path) {
  constexpr int kMaxLinks = 40;  // the kernel's limit
  for (int i = 0; i < kMaxLinks && fs::is_symlink(fs::symlink_status(path)); ++i) {
    path = path.parent_path() / fs::read_symlink(path);
  }
  return path;
}

// Turns a write to a pipe without a reader into an error instead of the end of the process. The
// signal is sent to the writing thread, so it is enough to block it there and to discard it.
class WithoutBrokenPipeSignal {
 public:
  WithoutBrokenPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutBrokenPipeSignal() {
    if (sigismember(&before_, SIGPIPE) == 0) {
      const timespec now = {};
      sigtimedwait(&pipe_, nullptr, &now);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutBrokenPipeSignal(const WithoutBrokenPipeSignal&) = delete;
  WithoutBrokenPipeSignal& operator=(const WithoutBrokenPipeSignal&) = delete;

 private:
  sigset_t pipe_ = {};
  sigset_t before_ = {};
};

// Returns 0, or the errno.
int WriteAll(int descriptor, std::string_view content) {
  const WithoutBrokenPipeSignal no_signal;
  while (!content.empty()) {
    const ssize_t written = write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

OutputFile::OutputFile(std::string path, std::string what)
    : path_(std::move(path)), what_(std::move(what)) {
  if (path_.empty()) throw std::runtime_error(fmt::format("the path of the {} is empty", what_));
  // The system calls below would ignore what follows a null byte.
  if (path_.find('\0') != std::string::npos) Fail(EINVAL);
  try {
    Open();
  } catch (const fs::filesystem_error& error) {
    Fail(error.code().value());
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::Open() {
  if (const std::optional<int> descriptor = DescriptorNamed(path_)) {
    OpenInherited(*descriptor);
    return;
  }
  // Absolute, because the working folder may change during the run.
  const fs::path path = fs::absolute(path_);
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) Fail(errno);
    const fs::path target = FollowLinks(path);
    if (target.filename().empty()) Fail(ENOENT);  // "missing/"
    OpenTemporary(target, 0);
    return;
  }
  if (S_ISDIR(status.st_mode)) Fail(EISDIR);
  if ((status.st_mode & kAnyWrite) == 0) Fail(EACCES);
  if (const std::optional<int> stream = StandardStreamTo(status)) {
    OpenInherited(*stream);
  } else if (S_ISREG(status.st_mode)) {
    if (faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) Fail(errno);
    OpenTemporary(FollowLinks(path), status.st_mode & kPermissions);
  } else {
    OpenDirectly(path);
  }
}

void OutputFile::OpenTemporary(const fs::path& target, mode_t mode) {
  // Does not contain the name of the target, which may already have the maximum length.
  for (int i = 0; descriptor_ < 0; ++i) {
    temporary_ = target.parent_path() / fmt::format(".loadstone-report-{}-{}", getpid(), i);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (descriptor_ < 0 && errno != EEXIST) {
      const int error = errno;
      temporary_.clear();
      Fail(error);
    }
  }
  // Best effort: a file system without permissions is no reason to refuse the report.
  if (mode != 0 && fchmod(descriptor_, mode) != 0) errno = 0;
  target_ = target;
}

void OutputFile::OpenDirectly(const fs::path& path) {
  descriptor_ = open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (descriptor_ < 0) Fail(errno);
}

void OutputFile::OpenInherited(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) Fail(errno);
  if ((flags & O_ACCMODE) == O_RDONLY) Fail(EBADF);
  descriptor_ = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (descriptor_ < 0) Fail(errno);
}

void OutputFile::Commit(std::string_view content) {
  if (descriptor_ < 0) Fail(EBADF);
  // Earlier output must precede the report if both go to the same place.
  if (target_.empty()) std::fflush(stdout);
  const int write_error = WriteAll(descriptor_, content);
  // Some file systems report a failed write only here.
  const int close_error = close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
  if (write_error != 0) Fail(write_error);
  if (close_error != 0) Fail(close_error);
  if (target_.empty()) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) Fail(errno);
  temporary_.clear();
}

}  // namespace loadstone
