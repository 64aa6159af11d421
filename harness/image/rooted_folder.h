// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_IMAGE_ROOTED_FOLDER_H_
#define LOADSTONE_HARNESS_IMAGE_ROOTED_FOLDER_H_

#include <functional>
#include <optional>
#include <string>

namespace loadstone {

// A file descriptor, closed at its end.
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

// A folder that holds the file system of another machine: links in it, absolute ones too, lead to
// places inside of it, and never out of it. Nothing but regular files is opened.
class RootedFolder {
 public:
  // Throws EnvironmentError, in one line, where `path` is no folder that can be read, or where the
  // kernel cannot resolve links in a folder. `wanted` says what is meant to be there.
  RootedFolder(const std::string& path, const std::string& wanted);

  const std::string& path() const { return path_; }

  // The regular file at `path`, or nothing: there is none, it is of another kind, or its links lead
  // in a circle.
  std::optional<OwnedFile> Open(const std::string& path) const;
  bool IsFolder(const std::string& path) const;

  // The bytes of the file at `path`; nothing as for Open. Throws EnvironmentError, in one line, for
  // more than `most`, and for what cannot be read.
  std::optional<std::string> Read(const std::string& path, size_t most) const;

  // Calls `visit` with the path of each entry that is no folder, and enters folders, but through no
  // link, in the order of their names. Throws EnvironmentError for more entries, or for deeper
  // folders, than any machine has, and for a folder that cannot be read.
  void Walk(const std::function<void(const std::string& path)>& visit) const;

 private:
  int Resolve(const std::string& path, int flags) const;

  std::string path_;
  OwnedFile root_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_IMAGE_ROOTED_FOLDER_H_
