// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/linux_identity.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <utility>

#include "harness/errors.h"
#include "harness/sandbox/linux_system.h"

namespace loadstone {
namespace {

// The IDs that a run as root drops to: `nobody` by convention, and an unused one.
constexpr unsigned kOrdinaryId = 65534;
constexpr unsigned kOtherId = 65533;

void WriteProcFile(const std::string& path, const std::string& text) {
  const linux_system::Fd fd = linux_system::Open(path, O_WRONLY);
  linux_system::WriteAll(fd.get(), text, path);
}

// Returns whether the ID is mapped in this user namespace, according to `map` ("uid_map" or
// "gid_map").
bool IsMapped(const char* map, unsigned id) {
  std::ifstream file(std::string("/proc/self/") + map);
  unsigned first = 0;
  unsigned outside = 0;
  unsigned count = 0;
  while (file >> first >> outside >> count) {
    if (id >= first && id - first < count) return true;
  }
  return false;
}

// Root in a namespace without other IDs has no more privileges outside than an ordinary user.
bool HasRootRights() {
  return geteuid() == 0 && IsMapped("uid_map", kOrdinaryId) && IsMapped("gid_map", kOrdinaryId);
}

void DropRoot() {
  if (setgroups(0, nullptr) != 0 || setresgid(kOrdinaryId, kOrdinaryId, kOrdinaryId) != 0 ||
      setresuid(kOrdinaryId, kOrdinaryId, kOrdinaryId) != 0) {
    throw EnvironmentError(
        fmt::format("cannot give up root rights for the ID {}: {}. Run as an ordinary user, or "
                    "give the container the capabilities SETUID and SETGID",
                    kOrdinaryId, strerror(errno)));
  }
  // A change of IDs makes a process undumpable, and the /proc files of an undumpable process belong
  // to root.
  prctl(PR_SET_DUMPABLE, 1);
}

// Maps two IDs, which needs privileges in the parent namespace. A helper process is forked while
// this one has them, keeps them, and writes the map once this process has entered its namespace.
class MapWriter {
 public:
  explicit MapWriter(std::string map) : map_(std::move(map)) {
    int go[2];
    if (pipe2(go, O_CLOEXEC) != 0) linux_system::ThrowErrno("make a pipe");
    const pid_t target = getpid();
    helper_ = fork();
    if (helper_ < 0) linux_system::ThrowErrno("fork");
    if (helper_ == 0) {
      close(go[1]);
      char byte;
      const bool told = read(go[0], &byte, 1) == 1;
      _exit(told && Write(target) ? 0 : 1);
    }
    close(go[0]);
    go_ = linux_system::Fd(go[1]);
  }

  // Returns true if both IDs were mapped.
  bool Map() {
    linux_system::WriteAll(go_.get(), "x", "to the helper");
    return Wait();
  }

  ~MapWriter() {
    go_.Close();
    if (helper_ > 0) Wait();
  }

 private:
  bool Write(pid_t target) const {
    try {
      WriteProcFile(fmt::format("/proc/{}/uid_map", target), map_);
      WriteProcFile(fmt::format("/proc/{}/gid_map", target), map_);
      return true;
    } catch (const HarnessError&) {
      return false;
    }
  }

  bool Wait() {
    int status = 0;
    waitpid(helper_, &status, 0);
    helper_ = -1;
    return status == 0;
  }

  const std::string map_;
  pid_t helper_ = -1;
  linux_system::Fd go_;
};

// Maps the user and group ID `inside` to `uid` and `gid` of the parent namespace, for the calling
// process, which has just entered a new user namespace and had these IDs before.
void MapOneId(unsigned inside, unsigned uid, unsigned gid) {
  WriteProcFile("/proc/self/setgroups", "deny");
  WriteProcFile("/proc/self/uid_map", fmt::format("{} {} 1\n", inside, uid));
  WriteProcFile("/proc/self/gid_map", fmt::format("{} {} 1\n", inside, gid));
}

void Unshare() {
  if (unshare(CLONE_NEWUSER) != 0) {
    throw EnvironmentError("cannot make a user namespace: " + NamespaceRemedy(errno));
  }
}

}  // namespace

std::string NamespaceRemedy(int error) {
  const std::string reason = strerror(error);
  if (error == ENOSPC) {
    return reason +
           ". Allow more of them: sysctl -w user.max_user_namespaces=10000 (also "
           "max_mnt_namespaces, max_pid_namespaces, max_net_namespaces, max_ipc_namespaces)";
  }
  if (error == EAGAIN)
    return reason + ". Raise the limit on processes that applies here (ulimit -u)";
  if (error == EPERM || error == EACCES) {
    return reason +
           ". On the host: sysctl -w kernel.unprivileged_userns_clone=1 and, with AppArmor, sysctl "
           "-w kernel.apparmor_restrict_unprivileged_userns=0. In a container: docker run "
           "--security-opt seccomp=unconfined --security-opt systempaths=unconfined, or podman run "
           "--security-opt unmask=ALL --security-opt seccomp=unconfined. A chrooted process cannot "
           "make namespaces: change the root with pivot_root, bwrap or systemd-nspawn instead";
  }
  if (error == EINVAL || error == ENOSYS) {
    return reason +
           ". The kernel must be Linux 5.12 or newer with CONFIG_USER_NS, CONFIG_PID_NS, "
           "CONFIG_NET_NS, CONFIG_IPC_NS and CONFIG_UTS_NS";
  }
  return reason;
}

void MapToUser(unsigned user) { MapOneId(user, 0, 0); }

void EnterNamespaceOfUserAndRoot(unsigned user) {
  MapWriter writer(fmt::format("0 {} 1\n{} 0 1\n", kKeeperSecondId, user));
  if (unshare(CLONE_NEWUSER) != 0) linux_system::ThrowErrno("make the user's namespace");
  if (!writer.Map()) throw HarnessError("cannot map two IDs into the user's namespace");
}

Identity EnterUserNamespace() {
  if (!HasRootRights()) {
    const unsigned uid = geteuid();
    const unsigned gid = getegid();
    Unshare();
    MapOneId(0, uid, gid);
    return {.has_second_id = false};
  }
  MapWriter mapper(fmt::format("0 {} 1\n{} {} 1\n", kOrdinaryId, kKeeperSecondId, kOtherId));
  DropRoot();
  Unshare();
  if (mapper.Map()) return {.has_second_id = true};
  MapOneId(0, kOrdinaryId, kOrdinaryId);
  return {.has_second_id = false};
}

}  // namespace loadstone
