// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "harness/report/output_file.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr int kStandardOutput = 1;

// Paths of the command line are UTF-8.
fs::path PathOf(const std::string& text) { return std::u8string(text.begin(), text.end()); }

}  // namespace

OutputFile::OutputFile(std::string path, std::string what)
    : path_(std::move(path)), what_(std::move(what)) {
  if (path_.empty()) throw std::runtime_error(fmt::format("the path of the {} is empty", what_));
  Open();
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) _close(descriptor_);
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void OutputFile::Open() {
  if (path_ == "-") return OpenInherited(kStandardOutput);
  std::error_code error;
  // Absolute, because the working folder may change during the run.
  const fs::path path = fs::absolute(PathOf(path_), error);
  if (error) Fail(EINVAL);
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status) || path.filename().empty()) Fail(EISDIR);
  if (fs::is_regular_file(status) && _waccess(path.c_str(), 2) != 0) Fail(errno);
  if (fs::is_regular_file(status) || status.type() == fs::file_type::not_found) {
    OpenTemporary(path, 0);
  } else {
    OpenDirectly(path);
  }
}

void OutputFile::OpenTemporary(const fs::path& target, mode_t) {
  for (int i = 0; descriptor_ < 0; ++i) {
    temporary_ = target.parent_path() / fmt::format(".loadstone-report-{}-{}", _getpid(), i);
    descriptor_ =
        _wopen(temporary_.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
               _S_IREAD | _S_IWRITE);
    if (descriptor_ < 0 && errno != EEXIST) {
      const int error = errno;
      temporary_.clear();
      Fail(error);
    }
  }
  target_ = target;
}

void OutputFile::OpenDirectly(const fs::path& path) {
  descriptor_ = _wopen(path.c_str(), _O_WRONLY | _O_BINARY | _O_NOINHERIT);
  if (descriptor_ < 0) Fail(errno);
}

void OutputFile::OpenInherited(int descriptor) {
  descriptor_ = _dup(descriptor);
  if (descriptor_ < 0) Fail(errno);
}

void OutputFile::Commit(std::string_view content) {
  if (descriptor_ < 0) Fail(EBADF);
  // Earlier output must precede the report if both go to the same place.
  if (target_.empty()) std::fflush(stdout);
  int write_error = 0;
  while (!content.empty() && write_error == 0) {
    constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;
    const auto part = static_cast<unsigned>(std::min(content.size(), kMostAtOnce));
    const int written = _write(descriptor_, content.data(), part);
    if (written <= 0) write_error = errno;
    content.remove_prefix(written <= 0 ? 0 : static_cast<std::size_t>(written));
  }
  const int close_error = _close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
  if (write_error != 0) Fail(write_error);
  if (close_error != 0) Fail(close_error);
  if (target_.empty()) return;
  std::error_code error;
  fs::rename(temporary_, target_, error);
  if (error) Fail(EACCES);
  temporary_.clear();
}

}  // namespace loadstone
