// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz/outside/placed_files.h"
#include "harness/errors.h"

namespace loadstone::fuzz {
namespace {

[[noreturn]] void Fail(const std::string& what) {
  throw HarnessError(fmt::format("the fuzzer cannot {}: {}", what, strerror(errno)));
}

}  // namespace

void PlacedFiles::MakeFolder(const std::string& folder) {
  if (mkdir(folder.c_str(), 0755) != 0) {
    if (errno == EEXIST) return;
    if (errno != ENOENT) Fail("make " + folder);
    MakeFolder(FolderOf(folder));
    if (mkdir(folder.c_str(), 0755) != 0) Fail("make " + folder);
  }
  made_.insert(folder);
}

// Empty folders are removed unless the machine had them from the start, so that the loader
// encounters missing folders, too. Reading existing folders is also most of a loader's work.
void PlacedFiles::RemoveFolder(const std::string& folder) {
  if (made_.contains(folder) && rmdir(folder.c_str()) == 0) made_.erase(folder);
}

void PlacedFiles::Write(const std::string& path, const std::string& text) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  int fd = open(path.c_str(), kFlags, 0644);
  if (fd < 0 && errno == ENOENT) {
    MakeFolder(FolderOf(path));
    fd = open(path.c_str(), kFlags, 0644);
  }
  if (fd < 0) Fail("write " + path);
  const bool written = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(fd);
  if (!written) Fail("write " + path);
}

void PlacedFiles::Remove(const std::string& path) { unlink(path.c_str()); }

void PlacedFiles::PlaceValues(const Input&) {
  throw HarnessError("the fuzzer cannot place values of a registry on Linux");
}

}  // namespace loadstone::fuzz
