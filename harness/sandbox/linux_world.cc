// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/linux_world.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <set>

#include "harness/sandbox/coverage_sandbox.h"
#include "harness/sandbox/linux_identity.h"

namespace loadstone {
namespace {

using linux_system::Mount;
using linux_system::Open;

std::string Parent(const std::string& path) { return path.substr(0, path.rfind('/')); }

// Creates folders of mode 0755 with their missing parents, each at most once.
class Folders {
 public:
  void Make(const std::string& path) {
    if (path.empty() || !made_.insert(path).second) return;
    Make(Parent(path));
    if (mkdir(path.c_str(), kFolderMode) != 0 && errno != EEXIST) {
      linux_system::ThrowErrno("make the directory " + path);
    }
  }

  static constexpr mode_t kFolderMode = 0755;

 private:
  std::set<std::string> made_;
};

// The mode bits that a change of owner does not clear.
constexpr mode_t kPermissionBits = 0777;

// A file of this size or more is not copied: a probe for Windows has many megabytes, and is in
// every world.
constexpr off_t kLargeFile = off_t{4} << 20;

// Copies a file of the keeper's to a world, or shows a large one there, read-only.
void CopyOrShow(const Node& node, const std::string& path) {
  const std::string from = std::string(kKeeperLibrary) + "/" + node.text;
  const mode_t mode = node.mode & kPermissionBits;
  const linux_system::Fd file = Open(from, O_RDONLY);
  struct stat status;
  if (fstat(file.get(), &status) != 0) linux_system::ThrowErrno("inspect " + from);
  const bool same =
      (status.st_mode & kPermissionBits) == node.mode && node.owner == Owner::kApplication;
  if (status.st_size < kLargeFile || !same) {
    linux_system::CopyFile(file.get(), path, mode);
    return;
  }
  Open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  Mount(from.c_str(), path, nullptr, MS_BIND, nullptr);
  linux_system::Protect(path, /*allow_privileges=*/false);
}

void MakeNode(const Node& node, const std::string& path, bool has_second_id, Folders& folders) {
  folders.Make(Parent(path));
  switch (node.kind) {
    case Node::Kind::kDirectory:
      folders.Make(path);
      break;
    case Node::Kind::kFile:
      linux_system::WriteFile(path, node.text, node.mode & kPermissionBits);
      break;
    case Node::Kind::kCopy:
      CopyOrShow(node, path);
      break;
    case Node::Kind::kSymlink:
      if (symlink(node.text.c_str(), path.c_str()) != 0) linux_system::ThrowErrno("link " + path);
      break;
    case Node::Kind::kFifo:
      if (mkfifo(path.c_str(), node.mode & kPermissionBits) != 0) {
        linux_system::ThrowErrno("make the FIFO " + path);
      }
      break;
    case Node::Kind::kSparse:
      linux_system::WriteFile(path, {}, node.mode & kPermissionBits);
      if (truncate(path.c_str(), static_cast<off_t>(node.size)) != 0) {
        linux_system::ThrowErrno("extend " + path);
      }
      break;
  }
  if (node.owner == Owner::kOther) {
    if (!has_second_id) {
      throw HarnessError("a file of another owner needs a second ID, which only a run as root has");
    }
    if (lchown(path.c_str(), kKeeperSecondId, kKeeperSecondId) != 0)
      linux_system::ThrowErrno("change the owner of " + path);
  }
}

// Sets the mode bits that MakeNode has not set.
void SetMode(const Node& node, const std::string& path) {
  if (node.kind == Node::Kind::kSymlink) return;
  const bool set = node.kind == Node::Kind::kDirectory ? node.mode == Folders::kFolderMode
                                                       : (node.mode & ~kPermissionBits) == 0;
  if (set) return;
  if (chmod(path.c_str(), node.mode) != 0) linux_system::ThrowErrno("set the mode of " + path);
}

void Move(const std::string& from, const std::string& to) {
  Mount(from.c_str(), to, nullptr, MS_MOVE, nullptr);
}

void MoveFile(const std::string& from, const std::string& to, Folders& folders) {
  folders.Make(Parent(to));
  Open(to, O_WRONLY | O_CREAT, 0644);
  Move(from, to);
}

void MountSharedFolders(const std::vector<SharedFolder>& shared, bool yields,
                        const std::string& root, Folders& folders) {
  for (const SharedFolder& folder : shared) {
    if (folder.yields != yields) continue;
    const std::string target = root + folder.path;
    if (folder.is_empty) {
      folders.Make(target);
    } else if (folder.is_file) {
      MoveFile(folder.path, target, folders);
    } else if (folder.link_target.empty()) {
      folders.Make(target);
      Move(folder.path, target);
    } else {
      folders.Make(Parent(target));
      if (symlink(folder.link_target.c_str(), target.c_str()) != 0 &&
          !(yields && errno == EEXIST)) {
        linux_system::ThrowErrno("link " + target);
      }
    }
  }
}

void ShowLoadstone(const World& world, const std::string& root, const WorldParts& parts,
                   Folders& folders) {
  folders.Make(root + kSubjectDirectory);
  Move(kKeeperSubject, root + kSubjectDirectory);
  const std::string executed = parts.emulated ? kEmulatorPath : world.application();
  MoveFile(ProgramPath(world.elevation()), root + executed, folders);
  if (parts.emulated) MoveFile(kKeeperEmulated, root + world.application(), folders);
  const std::string trace = root + kTracePath;
  folders.Make(Parent(trace));
  Open(trace, O_WRONLY | O_CREAT, 0644);
  // The trace is outside of the world's file system, which may be full.
  Mount((std::string(kKeeperTraces) + "/current").c_str(), trace, nullptr, MS_BIND, nullptr);
  if (parts.coverage) {
    folders.Make(root + kCoverageDirectory);
    Mount(kKeeperCoverage, root + kCoverageDirectory, nullptr, MS_BIND, nullptr);
  }
}

void EnterRoot(const std::string& root, Folders& folders) {
  const std::string proc = root + "/proc";
  folders.Make(proc);
  if (mount("proc", proc.c_str(), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) {
    throw HarnessError("cannot mount a /proc of the world's own: " + NamespaceRemedy(errno));
  }
  if (chdir(root.c_str()) != 0 || syscall(SYS_pivot_root, ".", ".") != 0 ||
      umount2(".", MNT_DETACH) != 0 || chdir("/") != 0) {
    linux_system::ThrowErrno("change the root to the world");
  }
}

}  // namespace

void BecomeWorld(const World& world, const std::vector<SharedFolder>& shared, const Limits& limits,
                 bool has_second_id, const WorldParts& parts) {
  const std::string root = kKeeperCase;
  Mount("tmpfs", root, "tmpfs", MS_NODEV,
        fmt::format("size={},mode=0755", limits.disk_bytes).c_str());
  umask(0);  // so that nodes get exactly their mode
  Folders folders;
  MountSharedFolders(shared, /*yields=*/false, root, folders);
  folders.Make(root + "/tmp");
  for (const Node& node : world.nodes()) MakeNode(node, root + node.path, has_second_id, folders);
  // Modes of folders are set last, and in reverse order of addition, so that files can be created
  // in a folder without permissions.
  for (auto node = world.nodes().rbegin(); node != world.nodes().rend(); ++node) {
    SetMode(*node, root + node->path);
  }
  ShowLoadstone(world, root, parts, folders);
  MountSharedFolders(shared, /*yields=*/true, root, folders);
  EnterRoot(root, folders);
  umask(022);  // the usual value for an application
}

}  // namespace loadstone
