// SPDX-License-Identifier: Apache-2.0
#include "harness/component/rooted_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "harness/errors.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxEntries = 2000000;
constexpr size_t kMaxDepth = 64;
// A limit, so that no file system that always answers EAGAIN causes an endless loop.
constexpr int kMaxTries = 100000;

bool IsKind(int file, unsigned kind) {
  struct stat status;
  return fstat(file, &status) == 0 && (status.st_mode & S_IFMT) == kind;
}

std::string Joined(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

struct Entry {
  std::string name;
  bool is_folder;
};

class FolderWalk {
 public:
  FolderWalk(const std::string& root, const std::function<void(const std::string& path)>& visit)
      : root_(root), visit_(visit) {}

  void Enter(int parent, const char* name, const std::string& path, size_t depth) {
    if (depth > kMaxDepth) Refuse(path, "is nested too deeply for a folder of a machine");
    const int file = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) Refuse(path, strerror(errno));
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(fdopendir(file), closedir);
    for (const Entry& each : Entries(folder.get(), path)) {
      const std::string place = Joined(path, each.name);
      if (each.is_folder) {
        Enter(dirfd(folder.get()), each.name.c_str(), place, depth + 1);
      } else {
        visit_(place);
      }
    }
  }

 private:
  std::vector<Entry> Entries(DIR* folder, const std::string& path) {
    std::vector<Entry> entries;
    while (const dirent* entry = readdir(folder)) {
      const std::string name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (++count_ > kMaxEntries) {
        Refuse(path,
               "exceeds the number of files of a machine, together with the folders before it");
      }
      struct stat status;
      const bool known = fstatat(dirfd(folder), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
      entries.push_back({name, known && S_ISDIR(status.st_mode)});
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return entries;
  }

  [[noreturn]] void Refuse(const std::string& path, const std::string& why) const {
    throw EnvironmentError(fmt::format("{}/{}: {}", root_, path, why));
  }

  const std::string& root_;
  const std::function<void(const std::string& path)>& visit_;
  size_t count_ = 0;
};

}  // namespace

OwnedFile::~OwnedFile() {
  if (file_ >= 0) close(file_);
}

RootedFolder::RootedFolder(const std::string& path, const std::string& wanted)
    : path_(path), root_(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
  if (root_.get() < 0) {
    throw EnvironmentError(fmt::format("{}: {}; pass {}", path, strerror(errno), wanted));
  }
  const OwnedFile self(Resolve(".", O_PATH));
  if (self.get() < 0) {
    throw EnvironmentError(
        fmt::format("{}: cannot keep symbolic links inside this folder: {}; this needs Linux 5.6 "
                    "and permission to call openat2",
                    path, strerror(errno)));
  }
}

int RootedFolder::Resolve(const std::string& path, int flags) const {
  open_how how = {};
  how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  const char* const place = path.empty() ? "." : path.c_str();
  int file = -1;
  // EAGAIN: something on the machine was renamed or mounted while a ".." was resolved, which worlds
  // do all the time.
  for (int tries = 0; tries < kMaxTries; ++tries) {
    file = static_cast<int>(syscall(SYS_openat2, root_.get(), place, &how, sizeof(how)));
    if (file >= 0 || errno != EAGAIN) break;
  }
  return file;
}

std::optional<OwnedFile> RootedFolder::Open(const std::string& path) const {
  // Opening a device or a pipe may have side effects or block, so check the type first.
  const OwnedFile place(Resolve(path, O_PATH));
  if (place.get() < 0 || !IsKind(place.get(), S_IFREG)) return std::nullopt;
  OwnedFile file(Resolve(path, O_RDONLY | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) {
    throw EnvironmentError(fmt::format("{}/{}: {}", path_, path, strerror(errno)));
  }
  return file;
}

bool RootedFolder::IsFolder(const std::string& path) const {
  const OwnedFile place(Resolve(path, O_PATH));
  return place.get() >= 0 && IsKind(place.get(), S_IFDIR);
}

std::string RootedFolder::HostPath(const std::string& path) const {
  const OwnedFile place(Resolve(path, O_PATH));
  if (place.get() < 0) return {};
  std::error_code error;
  return fs::read_symlink(fmt::format("/proc/self/fd/{}", place.get()), error);
}

std::optional<std::string> RootedFolder::Read(const std::string& path, size_t most) const {
  const std::optional<OwnedFile> file = Open(path);
  if (!file.has_value()) return std::nullopt;
  std::string bytes;
  char part[1 << 16];
  for (;;) {
    const ssize_t count = read(file->get(), part, sizeof(part));
    if (count < 0) throw EnvironmentError(fmt::format("{}/{}: {}", path_, path, strerror(errno)));
    if (count == 0) return bytes;
    bytes.append(part, static_cast<size_t>(count));
    if (bytes.size() > most) {
      throw EnvironmentError(fmt::format("{}/{} is larger than {} MiB", path_, path, most >> 20));
    }
  }
}

void RootedFolder::Walk(const std::function<void(const std::string& path)>& visit) const {
  FolderWalk(path_, visit).Enter(root_.get(), ".", {}, 0);
}

}  // namespace loadstone
