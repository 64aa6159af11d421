// The least that looking at a loader in a fresh process can cost: fork, exec, dlopen and one
// vkEnumerateInstanceLayerProperties. Prints the seconds that one of `count` takes.

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

int Enumerate(const char* loader) {
  void* library = dlopen(loader, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return 1;
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(
      dlsym(library, "vkEnumerateInstanceLayerProperties"));
  uint32_t count = 0;
  return enumerate != nullptr && enumerate(&count, nullptr) == VK_SUCCESS ? 0 : 1;
}

bool RunOnce(char* program, char* loader) {
  const pid_t child = fork();
  if (child == 0) {
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
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) {
    if (!RunOnce(words[0], words[1])) {
      std::fprintf(stderr, "bare_enumerate: cannot enumerate the layers of %s\n", words[1]);
      return 1;
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("%.6f\n", took.count() / times);
  return 0;
}
