// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>

#include "reference_loader/common/android_files.h"
#include "reference_loader/common/only_platform.h"
#include "reference_loader/common/path_list.h"
#include "reference_loader/common/platform.h"

// A loader for Linux may be built with the rules of another system.
#ifndef LOADSTONE_SYSTEM_RULES
#define LOADSTONE_SYSTEM_RULES kLinuxRules
#endif

namespace reference_loader {
namespace {

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

class LinuxPlatform final : public Platform {
 public:
  const SystemRules& rules() const override { return LOADSTONE_SYSTEM_RULES; }

  std::optional<std::string> ReadFile(const std::string& path, size_t limit) const override {
    // O_NONBLOCK: opening a FIFO that has no writer must not block.
    File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status;
    if (file.descriptor() < 0 || fstat(file.descriptor(), &status) != 0) return std::nullopt;
    if (!S_ISREG(status.st_mode) || static_cast<size_t>(status.st_size) > limit) {
      return std::nullopt;
    }
    // Files of /proc and /sys report no size or one that is too large: read them until the end of
    // file. Skip that last read for files with a correct size: it is one of five system calls per
    // file.
    std::string content;
    size_t used = 0;
    for (;;) {
      if (used == content.size()) {
        content.resize(std::min(limit + 1, std::max<size_t>(used * 2, status.st_size + 1)));
      }
      const ssize_t count = read(file.descriptor(), content.data() + used, content.size() - used);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return std::nullopt;
      used += static_cast<size_t>(count);
      if (count == 0 || used == static_cast<size_t>(status.st_size)) break;
      if (used > limit) return std::nullopt;
    }
    content.resize(used);
    return content;
  }

  std::string Canonical(const std::string& path) const override {
    char real[PATH_MAX];
    return realpath(path.c_str(), real) != nullptr ? std::string(real) : path;
  }

  std::vector<std::string> ListManifests(const std::string& folder) const override {
    std::vector<std::string> names = ListNames(folder);
    std::erase_if(names, [](const std::string& name) { return !HasManifestSuffix(name); });
    return names;
  }

  std::vector<std::string> ListLibraries(const std::string& folder) const override {
    std::vector<std::string> names = ListNames(folder);
    std::erase_if(names, [](const std::string& name) { return !name.ends_with(kLibrarySuffix); });
    return names;
  }

  std::optional<std::string> Property(const std::string& name) const override {
    return PropertyInFiles(*this, name);
  }

  std::optional<std::string> Content(const std::string& authority,
                                     const std::string& path) const override {
    return ContentInFiles(*this, authority, path);
  }

  InstalledApplication Application() const override { return ApplicationInFiles(*this); }

  bool IsFolder(const std::string& path) const override {
    struct stat status;
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  }

  std::optional<std::string> Environment(const char* name) const override {
    const char* value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return std::string(value);
  }

  bool Elevated() const override {
    // AT_SECURE covers set-user-ID, set-group-ID and file capabilities; the comparison covers
    // kernels and tracers that leave it unset.
    return getauxval(AT_SECURE) != 0 || getuid() != geteuid() || getgid() != getegid();
  }

  std::string ExecutablePath() const override {
    char buffer[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", buffer, sizeof(buffer));
    if (length <= 0) return std::string();
    return std::string(buffer, static_cast<size_t>(length));
  }

  void* OpenLibrary(const std::string& path, std::string* error) const override {
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
      const char* reason = dlerror();
      *error = reason != nullptr ? reason : "unknown reason";
    }
    return library;
  }

  void CloseLibrary(void* library) const override { dlclose(library); }

  void* Symbol(void* library, const char* name) const override { return dlsym(library, name); }

  void WriteLog(std::string_view line) const override {
    // One call per line, so that lines of several threads are not mixed.
    char end = '\n';
    iovec parts[2] = {{const_cast<char*>(line.data()), line.size()}, {&end, 1}};
    [[maybe_unused]] const ssize_t written = writev(STDERR_FILENO, parts, 2);
  }

 private:
  // The names of the entries of a folder, sorted.
  static std::vector<std::string> ListNames(const std::string& folder) {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(opendir(folder.c_str()), &closedir);
    if (stream == nullptr) return names;
    while (const dirent* entry = readdir(stream.get())) names.emplace_back(entry->d_name);
    std::sort(names.begin(), names.end());
    return names;
  }
};

}  // namespace

const Platform& HostPlatform() { return OnlyPlatform<LinuxPlatform>(); }

}  // namespace reference_loader
