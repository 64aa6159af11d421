// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_ROOTED_FOLDER_H_
#define LOADSTONE_HARNESS_COMPONENT_ROOTED_FOLDER_H_

#include <functional>
#include <optional>
#include <string>

namespace loadstone {

// A file descriptor that is closed by the destructor.
class OwnedFile {
 public:
  explicit OwnedFile(int file) : file_(file) {}
  OwnedFile(OwnedFile&& other) noexcept : file_(other.file_) { other.file_ = -1; }
  OwnedFile(const OwnedFile&) = delete;
  OwnedFile& operator=(const OwnedFile&) = delete;
  ~OwnedFile();
  int get() const { return file_; }

 private:
  int file_;
};

// A folder with the file system of another machine. Links in it, absolute ones too, are resolved
// inside the folder and cannot leave it. Only regular files are opened.
class RootedFolder {
 public:
  // Throws EnvironmentError, in one line, if `path` is not a readable folder, or if the kernel
  // cannot resolve links inside a folder. `wanted` describes the expected folder.
  RootedFolder(const std::string& path, const std::string& wanted);

  const std::string& path() const { return path_; }

  // Opens the regular file at `path`; std::nullopt if there is none, if it is of another type, or
  // if its links form a cycle.
  std::optional<OwnedFile> Open(const std::string& path) const;
  bool IsFolder(const std::string& path) const;

  // Returns the path on the host, without symbolic links, of what is at `path`; empty if there is
  // nothing.
  std::string HostPath(const std::string& path) const;

  // Returns the bytes of the file at `path`; std::nullopt as for Open. Throws EnvironmentError, in
  // one line, if the file is larger than `most` or cannot be read.
  std::optional<std::string> Read(const std::string& path, size_t most) const;

  // Calls `visit` with the path of each entry that is not a folder, in the order of their names.
  // Enters folders, but follows no links. Throws EnvironmentError if there are too many entries, if
  // folders are nested too deeply, or if a folder cannot be read.
  void Walk(const std::function<void(const std::string& path)>& visit) const;

 private:
  int Resolve(const std::string& path, int flags) const;

  std::string path_;
  OwnedFile root_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_ROOTED_FOLDER_H_
