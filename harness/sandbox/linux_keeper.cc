// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/linux_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "harness/sandbox/linux_host_view.h"
#include "harness/sandbox/linux_identity.h"
#include "harness/sandbox/linux_places.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;
using linux_system::CopyFile;
using linux_system::MakeDirectories;
using linux_system::Mount;
using linux_system::Open;

// The mount point at which the new root is assembled. Any folder that exists everywhere can be
// used, because the mount is private.
constexpr char kStage[] = "/tmp";

constexpr const char* kDevices[] = {"null", "zero", "full", "random", "urandom"};

void BindFile(const std::string& source, const std::string& target) {
  MakeDirectories(fs::path(target).parent_path());
  Open(target, O_WRONLY | O_CREAT, 0644);
  Mount(source.c_str(), target, nullptr, MS_BIND, nullptr);
}

// A folder or file of the host, opened before the stage hides what is in /tmp.
struct HostFolder {
  std::string path;
  linux_system::Fd opened;       // closed for a link
  std::string link_target = {};  // empty unless the path is a link
  bool is_file = false;
};

// Opens those of `folders`, some of which may be files, that exist below `system`
// (HostFiles::system).
std::vector<HostFolder> OpenFolders(const std::vector<std::string>& folders,
                                    const std::string& system) {
  std::vector<HostFolder> opened;
  for (const std::string& path : folders) {
    const std::string source = system + path;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(source, error);
    if (fs::is_symlink(status)) {
      opened.push_back({path, {}, fs::read_symlink(source)});
    } else if (fs::exists(status)) {
      opened.push_back({path, Open(source, O_PATH), {}, !fs::is_directory(status)});
    }
  }
  return opened;
}

std::vector<SharedFolder> ShareFolders(const std::vector<HostFolder>& folders) {
  std::vector<SharedFolder> shared;
  for (const HostFolder& folder : folders) {
    const std::string source = fmt::format("/proc/self/fd/{}", folder.opened.get());
    const std::string target = kStage + folder.path;
    if (folder.is_file) {
      BindFile(source, target);
      linux_system::Protect(target, /*allow_privileges=*/false);
    } else if (folder.link_target.empty()) {
      linux_system::BindFolder(source, target);
    }
    shared.push_back(
        {.path = folder.path, .link_target = folder.link_target, .is_file = folder.is_file});
  }
  return shared;
}

// Creates /dev with a few harmless devices and those of `more`, shared read-only by all worlds.
// /dev/shm is a link to the world's own /tmp.
SharedFolder ShareDevices(const std::vector<std::string>& more) {
  const std::string folder = std::string(kStage) + "/dev";
  MakeDirectories(folder);
  Mount("tmpfs", folder, "tmpfs", MS_NOSUID, "mode=0755");
  for (const std::string device : kDevices) {
    const std::string path = "/dev/" + device;
    if (!fs::exists(path)) {
      throw EnvironmentError("there is no " + path +
                             "; in a chroot, mount the host's /dev first (mount --rbind /dev "
                             "ROOT/dev); in a container, keep its own /dev");
    }
    BindFile(path, folder + "/" + device);
  }
  for (const std::string& path : more) BindFile(path, kStage + path);
  fs::create_symlink("/tmp", folder + "/shm");
  fs::create_symlink("/proc/self/fd", folder + "/fd");
  struct mount_attr attributes = {};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC;
  if (mount_setattr(AT_FDCWD, folder.c_str(), 0, &attributes, sizeof(attributes)) != 0) {
    linux_system::ThrowErrno("make " + folder + " read-only");
  }
  return {"/dev", {}};
}

// Adds a capability that has no effect in the sandbox: gaining any capability makes an execution
// secure.
void GiveCapability(const std::string& path) {
  cap_t capabilities = cap_from_text("cap_net_bind_service=ep");
  const int result = cap_set_file(path.c_str(), capabilities);
  const int error = errno;
  cap_free(capabilities);
  if (result != 0) {
    throw EnvironmentError(std::string("cannot give a file a capability, which elevated cases "
                                       "need: ") +
                           strerror(error));
  }
}

// Makes the other ID the owner of the file, and sets set-user-ID or set-group-ID.
void SetOtherOwner(const std::string& path, Elevation elevation) {
  const bool user = elevation == Elevation::kSetUserId;
  if (chown(path.c_str(), user ? kKeeperSecondId : 0, user ? 0 : kKeeperSecondId) != 0) {
    linux_system::ThrowErrno("give away " + path);
  }
  if (chmod(path.c_str(), 0755 | (user ? S_ISUID : S_ISGID)) != 0) {
    linux_system::ThrowErrno("set the mode of " + path);
  }
}

// Copies the open file to `path`, and makes it a separate read-only mount, which can be moved to a
// world.
void PlaceProgram(int file, const std::string& path, Elevation elevation) {
  MakeDirectories(fs::path(path).parent_path());
  CopyFile(file, path, 0755);
  if (elevation == Elevation::kFileCapability) {
    GiveCapability(path);
  } else if (elevation != Elevation::kNone) {
    SetOtherOwner(path, elevation);
  }
  Mount(path.c_str(), path, nullptr, MS_BIND, nullptr);
  linux_system::Protect(path, /*allow_privileges=*/elevation != Elevation::kNone);
}

void PlaceFiles(const HostFiles& files) {
  const std::string stage = kStage;
  const bool emulated = files.emulator.valid();
  const int executed = emulated ? files.emulator.get() : files.probe.get();
  for (const Elevation elevation : {Elevation::kNone, Elevation::kFileCapability}) {
    PlaceProgram(executed, stage + ProgramPath(elevation), elevation);
  }
  if (emulated) PlaceProgram(files.probe.get(), stage + kKeeperEmulated, Elevation::kNone);
  for (const char* folder : {kKeeperCase, kKeeperTraces, kKeeperLibrary, kKeeperSubject}) {
    MakeDirectories(stage + folder);
  }
  for (const auto& [name, file] : files.library) {
    CopyFile(file.get(), stage + kKeeperLibrary + "/" + name, 0755);
  }
  const std::string subject = stage + kKeeperSubject;
  if (!files.subject_name.empty()) {
    CopyFile(files.subject.get(), subject + "/" + files.subject_name, 0755);
  }
  Mount(subject.c_str(), subject, nullptr, MS_BIND, nullptr);
  linux_system::Protect(subject, /*allow_privileges=*/false);
}

// Binds the open folder for coverage writable, as the only place of the host in a world that is.
void ShareCoverage(const linux_system::Fd& folder) {
  const std::string target = std::string(kStage) + kKeeperCoverage;
  MakeDirectories(target);
  Mount(fmt::format("/proc/self/fd/{}", folder.get()).c_str(), target, nullptr, MS_BIND, nullptr);
  struct mount_attr attributes = {};
  attributes.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC;
  if (mount_setattr(AT_FDCWD, target.c_str(), 0, &attributes, sizeof(attributes)) != 0) {
    linux_system::ThrowErrno("restrict " + target);
  }
}

// With huge pages, if the kernel supports them, the start of a probe has a sixth fewer page faults.
void MountStage() {
  if (mount("tmpfs", kStage, "tmpfs", 0, "mode=0755,huge=within_size") != 0) {
    Mount("tmpfs", kStage, "tmpfs", 0, "mode=0755");
  }
}

void PivotToStage() {
  if (chdir(kStage) != 0 || syscall(SYS_pivot_root, ".", ".") != 0) {
    linux_system::ThrowErrno("change the root");
  }
  if (umount2(".", MNT_DETACH) != 0) linux_system::ThrowErrno("leave the old root");
  if (chdir("/") != 0) linux_system::ThrowErrno("enter the new root");
}

}  // namespace

std::string ProgramPath(Elevation elevation) {
  const std::string word = Describe(elevation);
  return "/probe/" + (word.empty() ? "plain" : word);
}

void PlaceSetIdProgram(Elevation elevation) {
  if (access(ProgramPath(elevation).c_str(), F_OK) == 0) return;
  PlaceProgram(Open(ProgramPath(Elevation::kNone), O_RDONLY).get(), ProgramPath(elevation),
               elevation);
}

HostFiles::HostFiles(const KeeperOptions& options)
    : probe(Open(options.probe, O_RDONLY)),
      emulator(options.emulator.empty() ? linux_system::Fd() : Open(options.emulator, O_RDONLY)),
      subject(options.subject.empty() ? linux_system::Fd() : Open(options.subject, O_RDONLY)),
      subject_name(fs::path(options.subject).filename()),
      coverage(!options.coverage.empty()),
      folders(options.folders),
      view(options.view),
      devices(options.devices),
      system(options.root.empty() ? "" : ".") {
  if (!options.root.empty() && chdir(options.root.c_str()) != 0) {
    throw EnvironmentError("cannot enter the root " + options.root + ": " + strerror(errno));
  }
  if (coverage && chdir(options.coverage.c_str()) != 0) {
    throw EnvironmentError("cannot enter " + options.coverage + ": " + strerror(errno));
  }
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(options.library, error)) {
    if (entry.is_regular_file()) {
      library.emplace(entry.path().filename(), Open(entry.path(), O_RDONLY));
    }
  }
  for (size_t i = 0; i < options.files.size(); ++i) {
    library.emplace(HostFileName(i), Open(options.files[i], O_RDONLY));
  }
  if (library.empty()) {
    throw EnvironmentError("there are no mocks in " + options.library +
                           ": build or install Loadstone completely");
  }
}

std::vector<SharedFolder> EnterKeeperRoot(const HostFiles& files) {
  // The worlds share this network, which has no devices: creating one per world costs more than the
  // rest of a world, and nothing that a world does in it outlives the world's processes.
  if (unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWUTS) != 0) {
    throw EnvironmentError("cannot make namespaces: " + NamespaceRemedy(errno));
  }
  Mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
  const std::vector<HostFolder> system =
      OpenFolders({std::begin(kSystemFolders), std::end(kSystemFolders)}, files.system);
  const std::vector<HostFolder> others = OpenFolders(files.folders, "");
  const linux_system::Fd coverage = files.coverage ? Open(".", O_PATH) : linux_system::Fd();
  MountStage();
  std::vector<SharedFolder> shared = ShareFolders(system);
  for (SharedFolder& each : ShareFolders(others)) shared.push_back(std::move(each));
  for (SharedFolder& each : ShareView(files.view, files.system, kStage)) {
    shared.push_back(std::move(each));
  }
  shared.push_back(ShareDevices(files.devices));
  // The kernel allows a new /proc in a world only if one is already fully visible.
  MakeDirectories(std::string(kStage) + "/proc");
  Mount("/proc", std::string(kStage) + "/proc", nullptr, MS_BIND | MS_REC, nullptr);
  PlaceFiles(files);
  if (coverage.valid()) ShareCoverage(coverage);
  PivotToStage();
  return shared;
}

}  // namespace loadstone
