// SPDX-License-Identifier: Apache-2.0
// The minimal cost of calling a loader in a new sandbox: a process in its own namespaces with a
// tmpfs, exec, dlopen and one vkEnumerateInstanceLayerProperties. Prints the processor time in
// seconds of one of `count` runs.

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

int Enumerate(const char* loader) {
  void* library = dlopen(loader, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return 1;
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(
      dlsym(library, "vkEnumerateInstanceLayerProperties"));
  uint32_t count = 0;
  return enumerate != nullptr && enumerate(&count, nullptr) == VK_SUCCESS ? 0 : 1;
}

bool WriteFile(const char* path, const char* text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  const bool written = fd >= 0 && write(fd, text, std::strlen(text)) > 0;
  if (fd >= 0) close(fd);
  return written;
}

// Gets the privilege to create namespaces, which a run's keeper process has.
bool EnterUserNamespace() {
  const unsigned uid = geteuid();
  const unsigned gid = getegid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  char map[64];
  std::snprintf(map, sizeof(map), "0 %u 1\n", uid);
  if (!WriteFile("/proc/self/setgroups", "deny") || !WriteFile("/proc/self/uid_map", map)) {
    return false;
  }
  std::snprintf(map, sizeof(map), "0 %u 1\n", gid);
  return WriteFile("/proc/self/gid_map", map) &&
         mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

bool RunOnce(char* program, char* loader) {
  const auto child =
      static_cast<pid_t>(syscall(SYS_clone, CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | SIGCHLD,
                                 nullptr, nullptr, nullptr, 0));
  if (child == 0) {
    if (mount("tmpfs", "/tmp", "tmpfs", MS_NODEV, "size=256m,mode=0755") != 0) {
      _exit(126);
    }
    char enumerate[] = "enumerate";
    char* words[] = {program, enumerate, loader, nullptr};
    execv("/proc/self/exe", words);
    _exit(127);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

}  // namespace

int main(int count, char** words) {
  if (count == 3 && std::strcmp(words[1], "enumerate") == 0) return Enumerate(words[2]);
  const int times = count == 3 ? std::atoi(words[2]) : 0;
  if (times <= 0) {
    std::fprintf(stderr, "usage: bare_enumerate LOADER COUNT\n");
    return 2;
  }
  if (!EnterUserNamespace()) {
    std::perror("bare_enumerate: cannot make namespaces");
    return 1;
  }
  for (int i = 0; i < times; ++i) {
    if (!RunOnce(words[0], words[1])) {
      std::fprintf(stderr, "bare_enumerate: cannot enumerate the layers of %s\n", words[1]);
      return 1;
    }
  }
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    struct rusage usage;
    getrusage(who, &usage);
    for (const struct timeval& time : {usage.ru_utime, usage.ru_stime}) {
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    }
  }
  std::printf("%.6f\n", seconds / times);
  return 0;
}
