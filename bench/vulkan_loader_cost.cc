// SPDX-License-Identifier: Apache-2.0
// The cost of a Vulkan loader, as ratios of two loaders measured in one run.
//
// Usage: vulkan_loader_cost LOADER OTHER_LOADER
//
// create and destroy  one vkCreateInstance and vkDestroyInstance, with the manifests of 0, 10 and
//                     100 explicit layers installed. Goal: at most 0.6.
// layers              one vkEnumerateInstanceLayerProperties with as many. Goal: at most 0.3.
// trampolines         functions called through the loader. Goal: at most 1.0.
// memory              of an instance: pages that were touched. Goal: at most 1.0.
// allocated           of an instance: bytes from malloc, which may never be touched; no goal.
// size                of the file, as it is and without symbols; no goal.
//
// The driver does nothing (empty_driver.cc). Implicit layers of the machine are disabled. In each
// round the loaders are measured alternately, so that a busy machine affects both equally; a ratio
// is the median over the rounds. Except for trampolines, each measurement runs in its own process:
// two loaders in one process share a heap, which adapts to what either frees.

#include <dlfcn.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/two_loaders.h"

namespace {

using namespace loadstone::bench;

constexpr int kInstances = 10;
constexpr int kCalls = 100000;
constexpr int kKeptInstances = 32;
constexpr int kManifestCounts[] = {0, 10, 100};

void Check(VkResult result, const char* function) {
  if (result != VK_SUCCESS) Fail(function, ("failed: " + std::to_string(result)).c_str());
}

// A folder that the destructor removes.
class Folder {
 public:
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "vulkan_loader_cost_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) Fail(name, "cannot be made");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A manifest like those of layers in use.
std::string LayerManifest(int number) {
  const std::string name = "VK_LAYER_LOADSTONE_bench_" + std::to_string(number);
  return R"({
    "file_format_version": "1.2.0",
    "layer": {
        "name": ")" +
         name + R"(",
        "type": "GLOBAL",
        "library_path": "./lib)" +
         name + R"(.so",
        "api_version": "1.3.239",
        "implementation_version": "1",
        "description": "A layer that nobody enables",
        "instance_extensions": [
            {"name": "VK_EXT_debug_report", "spec_version": "9"}
        ],
        "device_extensions": [
            {"name": "VK_EXT_debug_marker", "spec_version": "4",
             "entrypoints": ["vkDebugMarkerSetObjectTagEXT", "vkCmdDebugMarkerBeginEXT"]},
            {"name": "VK_EXT_tooling_info", "spec_version": "1",
             "entrypoints": ["vkGetPhysicalDeviceToolPropertiesEXT"]}
        ]
    }
}
)";
}

// Writes the files that the loaders find, and sets the environment so that they find no others.
void PrepareMachine(const std::filesystem::path& root) {
  const std::filesystem::path driver = root / "driver.json";
  std::ofstream(driver) << R"({"file_format_version": "1.0.0", "ICD": {"library_path": ")"
                        << LOADSTONE_EMPTY_DRIVER << R"(", "api_version": "1.3.239"}})";
  for (const int count : kManifestCounts) {
    const std::filesystem::path folder = root / std::to_string(count);
    std::filesystem::create_directory(folder);
    for (int i = 0; i < count; ++i) {
      std::ofstream(folder / ("layer_" + std::to_string(i) + ".json")) << LayerManifest(i);
    }
  }
  for (const char* name :
       {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "VK_ADD_LAYER_PATH",
        "VK_ADD_DRIVER_FILES", "VK_INSTANCE_LAYERS", "VK_LOADER_DEBUG", "VK_ICD_FILENAMES"}) {
    unsetenv(name);
  }
  setenv("HOME", root.c_str(), 1);
  setenv("VK_DRIVER_FILES", driver.c_str(), 1);
  setenv("VK_LOADER_LAYERS_DISABLE", "~implicit~", 1);
}

void UseManifests(const std::filesystem::path& root, int count) {
  setenv("VK_LAYER_PATH", (root / std::to_string(count)).c_str(), 1);
}

class Loader {
 public:
  explicit Loader(const std::string& path) : library_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) Fail(path, dlerror());
    Export("vkCreateInstance", &create_);
    Export("vkDestroyInstance", &destroy_);
    Export("vkEnumerateInstanceLayerProperties", &enumerate_layers_);
  }

  template <typename Function>
  void Export(const char* name, Function* function) const {
    *function = reinterpret_cast<Function>(dlsym(library_, name));
    if (*function == nullptr) Fail(name, "is not exported: not a Vulkan loader");
  }

  VkInstance Create() const {
    VkInstanceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    VkInstance instance = VK_NULL_HANDLE;
    Check(create_(&info, nullptr, &instance), "vkCreateInstance");
    return instance;
  }
  void Destroy(VkInstance instance) const { destroy_(instance, nullptr); }
  void CreateAndDestroy() const { Destroy(Create()); }

  // Enumerates the layers with room for all of them.
  void EnumerateLayers() const {
    static std::vector<VkLayerProperties> properties(256);
    auto count = static_cast<uint32_t>(properties.size());
    Check(enumerate_layers_(&count, properties.data()), "vkEnumerateInstanceLayerProperties");
  }

 private:
  void* library_;
  PFN_vkCreateInstance create_ = nullptr;
  PFN_vkDestroyInstance destroy_ = nullptr;
  PFN_vkEnumerateInstanceLayerProperties enumerate_layers_ = nullptr;
};

// An instance with a device, and the functions that are called through trampolines.
class Trampolines {
 public:
  explicit Trampolines(const Loader& loader) : loader_(loader), instance_(loader.Create()) {
    loader.Export("vkEnumeratePhysicalDevices", &enumerate_devices_);
    loader.Export("vkCreateDevice", &create_device_);
    loader.Export("vkDestroyDevice", &destroy_device_);
    loader.Export("vkCreateCommandPool", &create_pool_);
    loader.Export("vkAllocateCommandBuffers", &allocate_);
    loader.Export("vkGetPhysicalDeviceProperties", &get_properties_);
    loader.Export("vkGetDeviceQueue", &get_queue_);
    loader.Export("vkCmdDraw", &draw_);
    PFN_vkGetDeviceProcAddr get_device_proc_addr = nullptr;
    loader.Export("vkGetDeviceProcAddr", &get_device_proc_addr);
    CreateDevice();
    draw_of_device_ = reinterpret_cast<PFN_vkCmdDraw>(get_device_proc_addr(device_, "vkCmdDraw"));
    if (draw_of_device_ == nullptr) Fail("vkGetDeviceProcAddr", "has no vkCmdDraw");
  }
  ~Trampolines() {
    destroy_device_(device_, nullptr);
    loader_.Destroy(instance_);
  }
  Trampolines(const Trampolines&) = delete;
  Trampolines& operator=(const Trampolines&) = delete;

  void GetProperties() { get_properties_(physical_device_, &properties_); }
  void GetQueue() { get_queue_(device_, 0, 0, &queue_); }
  void Draw() { draw_(buffer_, 3, 1, 0, 0); }
  void DrawOfDevice() { draw_of_device_(buffer_, 3, 1, 0, 0); }

 private:
  void CreateDevice() {
    uint32_t count = 1;
    Check(enumerate_devices_(instance_, &count, &physical_device_), "vkEnumeratePhysicalDevices");
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    Check(create_device_(physical_device_, &info, nullptr, &device_), "vkCreateDevice");
    VkCommandPoolCreateInfo pool_info = {};
    pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    VkCommandBufferAllocateInfo allocate_info = {};
    allocate_info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate_info.commandBufferCount = 1;
    Check(create_pool_(device_, &pool_info, nullptr, &allocate_info.commandPool),
          "vkCreateCommandPool");
    Check(allocate_(device_, &allocate_info, &buffer_), "vkAllocateCommandBuffers");
  }

  const Loader& loader_;
  VkInstance instance_;
  VkPhysicalDevice physical_device_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  VkCommandBuffer buffer_ = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties_ = {};
  PFN_vkEnumeratePhysicalDevices enumerate_devices_ = nullptr;
  PFN_vkCreateDevice create_device_ = nullptr;
  PFN_vkDestroyDevice destroy_device_ = nullptr;
  PFN_vkCreateCommandPool create_pool_ = nullptr;
  PFN_vkAllocateCommandBuffers allocate_ = nullptr;
  PFN_vkGetPhysicalDeviceProperties get_properties_ = nullptr;
  PFN_vkGetDeviceQueue get_queue_ = nullptr;
  PFN_vkCmdDraw draw_ = nullptr;
  PFN_vkCmdDraw draw_of_device_ = nullptr;
};

struct Memory {
  double allocated = 0;  // bytes allocated with malloc
  double resident = 0;   // bytes of pages that were touched, even if they were freed since
};

Memory MemoryOfProcess() {
  const struct mallinfo2 info = mallinfo2();
  Memory memory;
  memory.allocated = static_cast<double>(info.uordblks + info.hblkhd);
  std::ifstream status("/proc/self/smaps_rollup");
  std::string word;
  while (status >> word && word != "Private_Dirty:") {
  }
  if (!(status >> memory.resident)) Fail("/proc/self/smaps_rollup", "cannot be read");
  memory.resident *= 1024;
  return memory;
}

// The memory that one more instance of the loader at `path` needs.
Memory MemoryOfInstance(const std::string& path) {
  return InChild<Memory>(path, [&] {
    const Loader loader(path);
    loader.Create();  // excludes memory that stays allocated, or that the next instance reuses
    const Memory before = MemoryOfProcess();
    for (int i = 0; i < kKeptInstances; ++i) loader.Create();
    Memory each = MemoryOfProcess();
    each.allocated = (each.allocated - before.allocated) / kKeptInstances;
    each.resident = (each.resident - before.resident) / kKeptInstances;
    return each;
  });
}

// Bytes of the file without symbols.
double StrippedSize(const std::string& path, const std::filesystem::path& root) {
  const std::string copy = root / "stripped";
  const pid_t child = fork();
  if (child < 0) Fail("fork", "failed");
  if (child == 0) {
    execlp("strip", "strip", "--strip-all", "-o", copy.c_str(), path.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) Fail("strip", "failed: install binutils");
  return static_cast<double>(std::filesystem::file_size(copy));
}

bool CompareAll(const std::vector<std::string>& paths, const std::filesystem::path& root) {
  bool met = true;
  const auto kib = [&](const std::string& what, double goal, double one, double other) {
    met &= Print(what, one / 1024, other / 1024, one / other, goal, "K");
  };
  const auto with = [](const char* what, int count) {
    return std::string(what) + ", " + std::to_string(count) + " manifests";
  };
  for (const int count : kManifestCounts) {  // before this process loads a loader
    UseManifests(root, count);
    const Memory one = MemoryOfInstance(paths[0]);
    const Memory other = MemoryOfInstance(paths[1]);
    kib(with("memory", count), 1.0, one.resident, other.resident);
    kib(with("allocated", count), 0, one.allocated, other.allocated);
  }
  const auto compare = [&](const std::string& what, double goal, auto body) {
    return Compare(what, goal, "us", 1e6, [&](int i) {
      return InChild<double>(paths[i], [&] {
        const Loader loader(paths[i]);
        (loader.*body)();  // warm-up
        return Measure(kInstances, [&] { (loader.*body)(); });
      });
    });
  };
  for (const int count : kManifestCounts) {
    UseManifests(root, count);
    met &= compare(with("create and destroy", count), 0.6, &Loader::CreateAndDestroy);
    met &= compare(with("layers", count), 0.3, &Loader::EnumerateLayers);
  }
  Loader loaders[] = {Loader(paths[0]), Loader(paths[1])};
  Trampolines trampolines[] = {Trampolines(loaders[0]), Trampolines(loaders[1])};
  const std::pair<const char*, void (Trampolines::*)()> calls[] = {
      {"vkGetPhysicalDeviceProperties", &Trampolines::GetProperties},
      {"vkGetDeviceQueue", &Trampolines::GetQueue},
      {"vkCmdDraw", &Trampolines::Draw},
      {"vkCmdDraw of vkGetDeviceProcAddr", &Trampolines::DrawOfDevice},
  };
  for (const auto& [name, call] : calls) {
    met &= Compare(name, 1.0, "ns", 1e9, [&, call = call](int i) {
      return Measure(kCalls, [&] { (trampolines[i].*call)(); });
    });
  }
  const auto size = [](const std::string& path) {
    return static_cast<double>(std::filesystem::file_size(path));
  };
  kib("size", 0, size(paths[0]), size(paths[1]));
  kib("size without symbols", 0, StrippedSize(paths[0], root), StrippedSize(paths[1], root));
  return met;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) Fail(argv[0], "LOADER OTHER_LOADER");
  const std::vector<std::string> paths(argv + 1, argv + argc);
  for (const std::string& path : paths) {
    if (access(path.c_str(), R_OK) != 0) Fail(path, "cannot be read: name the file of a loader");
  }
  const Folder folder;
  PrepareMachine(folder.path());
  return CompareAll(paths, folder.path()) ? 0 : 1;
}
