// SPDX-License-Identifier: Apache-2.0
// The minimal cost of calling a loader repeatedly in one process: dlopen once; then, `count` times,
// enumerate layers and, if requested, create and destroy an instance. Prints the processor time in
// seconds of one iteration.

#include <dlfcn.h>
#include <sys/resource.h>
#include <vulkan/vulkan.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

namespace {

double Seconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Loader {
  PFN_vkEnumerateInstanceLayerProperties enumerate = nullptr;
  PFN_vkCreateInstance create = nullptr;
  PFN_vkDestroyInstance destroy = nullptr;
};

bool Open(const char* path, Loader* loader) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return false;
  const auto symbol = [&](const char* name, auto* function) {
    *function =
        reinterpret_cast<std::remove_reference_t<decltype(*function)>>(dlsym(library, name));
    return *function != nullptr;
  };
  return symbol("vkEnumerateInstanceLayerProperties", &loader->enumerate) &&
         symbol("vkCreateInstance", &loader->create) &&
         symbol("vkDestroyInstance", &loader->destroy);
}

// Enumerates layers like the fuzzer; with `create`, also creates an instance with the first layer.
bool Ask(const Loader& loader, bool create) {
  uint32_t count = 32;
  if (create && loader.enumerate(&count, nullptr) != VK_SUCCESS) return false;
  std::vector<VkLayerProperties> layers(count);
  if (loader.enumerate(&count, layers.data()) != VK_SUCCESS) return false;
  layers.resize(count);
  if (!create) return true;
  const char* first = layers.empty() ? nullptr : layers.front().layerName;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.enabledLayerCount = layers.empty() ? 0 : 1;
  info.ppEnabledLayerNames = &first;
  VkInstance instance = VK_NULL_HANDLE;
  if (loader.create(&info, nullptr, &instance) != VK_SUCCESS) return false;
  loader.destroy(instance, nullptr);
  return true;
}

}  // namespace

int main(int count, char** words) {
  const bool create = count == 4 && std::strcmp(words[3], "create") == 0;
  const int times = count == 3 || create ? std::atoi(words[2]) : 0;
  if (times <= 0) {
    std::fprintf(stderr, "usage: bare_loop LOADER COUNT [create]\n");
    return 2;
  }
  Loader loader;
  bool good = Open(words[1], &loader);
  const double start = Seconds();
  for (int i = 0; good && i < times; ++i) good = Ask(loader, create);
  if (!good) {
    std::fprintf(stderr, "bare_loop: cannot ask %s\n", words[1]);
    return 1;
  }
  std::printf("%.9f\n", (Seconds() - start) / times);
  return 0;
}
