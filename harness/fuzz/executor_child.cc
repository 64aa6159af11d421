#include "harness/fuzz/executor_child.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <vector>

#include "harness/fuzz/answer.h"

namespace loadstone::fuzz {
namespace {

constexpr int kRepetitions = 3;
constexpr uintptr_t kNearStack = 1 << 20;

Shared* the_shared = nullptr;
uintptr_t subject_begin = 0;
uintptr_t subject_end = 0;

_Unwind_Reason_Code FindInSubject(struct _Unwind_Context* context, void* data) {
  const uintptr_t place = _Unwind_GetIP(context);
  if (place < subject_begin || place >= subject_end) return _URC_NO_REASON;
  // The function rather than the instruction: one cause shows at several of these.
  const auto function =
      reinterpret_cast<uintptr_t>(_Unwind_FindEnclosingFunction(reinterpret_cast<void*>(place)));
  *static_cast<uintptr_t*>(data) = function != 0 ? function : place;
  return _URC_END_OF_STACK;
}

// Notes where the subject was and lets the signal have its way.
void NoteCrash(int number, siginfo_t* info, void* context) {
  const auto* user = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  const auto stack = static_cast<uintptr_t>(user->uc_mcontext.gregs[REG_RSP]);
#else
  const auto stack = static_cast<uintptr_t>(user->uc_mcontext.sp);
#endif
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  signal(number, SIG_DFL);
  if (number == SIGSEGV && address + kNearStack > stack && address < stack + kNearStack) {
    the_shared->stack_ended = true;
  } else {
    uintptr_t place = 0;
    _Unwind_Backtrace(FindInSubject, &place);
    if (place != 0) the_shared->crash_place = place - subject_begin;
  }
  // Returns to the same instruction, or is raised again where the signal came from outside.
  raise(number);
}

void CatchCrashes() {
  static char room[1 << 16];
  stack_t stack = {};
  stack.ss_sp = room;
  stack.ss_size = sizeof(room);
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = NoteCrash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    sigaction(number, &action, nullptr);
  }
}

// Where the subject's own memory lies, from the kernel's list.
void FindSubject(const std::string& path) {
  FILE* maps = fopen("/proc/self/maps", "re");
  if (maps == nullptr) return;
  char line[4096];
  while (fgets(line, sizeof(line), maps) != nullptr) {
    unsigned long begin = 0, end = 0;
    if (strstr(line, path.c_str()) == nullptr || sscanf(line, "%lx-%lx", &begin, &end) != 2) {
      continue;
    }
    if (subject_begin == 0) subject_begin = begin;
    subject_end = end;
  }
  fclose(maps);
}

void Enter(Step step) { the_shared->step = static_cast<int>(step); }

int LowestFreeDescriptor() {
  const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) close(fd);
  return fd;
}

uint64_t PeakKib() {
  struct rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss);
}

class Application {
 public:
  explicit Application(PFN_vkGetInstanceProcAddr get) : get_(get) {
    enumerate_ =
        Global<PFN_vkEnumerateInstanceLayerProperties>("vkEnumerateInstanceLayerProperties");
    extensions_ = Global<PFN_vkEnumerateInstanceExtensionProperties>(
        "vkEnumerateInstanceExtensionProperties");
    create_ = Global<PFN_vkCreateInstance>("vkCreateInstance");
  }
  bool complete() const {
    return enumerate_ != nullptr && extensions_ != nullptr && create_ != nullptr;
  }

  void Ask(const std::vector<const char*>& layers, const Shared& question) {
    Enter(Step::kEnumerate);
    Enumerate();
    if (!question.create) return;
    Enter(Step::kExtensions);
    uint32_t count = 0;
    extensions_(nullptr, &count, nullptr);
    Enter(Step::kCreate);
    CreateInstance(layers, question.device);
  }

 private:
  template <typename Function>
  Function Global(const char* name) const {
    return reinterpret_cast<Function>(get_(VK_NULL_HANDLE, name));
  }

  void Enumerate() {
    uint32_t count = 0;
    the_shared->enumerate_result = enumerate_(&count, nullptr);
    the_shared->count = 0;
    if (the_shared->enumerate_result != VK_SUCCESS) return;
    count = std::min<uint32_t>(count, kMostEnumerated);
    the_shared->enumerate_result = enumerate_(&count, the_shared->enumerated);
    the_shared->count = std::min<uint32_t>(count, kMostEnumerated);
  }

  void CreateInstance(const std::vector<const char*>& layers, bool device) {
    VkApplicationInfo application = {};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_0;
    VkInstanceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    info.enabledLayerCount = static_cast<uint32_t>(layers.size());
    info.ppEnabledLayerNames = layers.data();
    VkInstance instance = VK_NULL_HANDLE;
    the_shared->create_result = create_(&info, nullptr, &instance);
    if (the_shared->create_result != VK_SUCCESS) return;
    if (device) {
      Enter(Step::kDevice);
      the_shared->device_result = CreateDevice(instance);
    }
    Enter(Step::kDestroy);
    const auto destroy =
        reinterpret_cast<PFN_vkDestroyInstance>(get_(instance, "vkDestroyInstance"));
    if (destroy != nullptr) destroy(instance, nullptr);
  }

  int CreateDevice(VkInstance instance) {
    const auto devices = reinterpret_cast<PFN_vkEnumeratePhysicalDevices>(
        get_(instance, "vkEnumeratePhysicalDevices"));
    const auto create = reinterpret_cast<PFN_vkCreateDevice>(get_(instance, "vkCreateDevice"));
    const auto destroy = reinterpret_cast<PFN_vkDestroyDevice>(get_(instance, "vkDestroyDevice"));
    if (devices == nullptr || create == nullptr || destroy == nullptr) return VK_INCOMPLETE;
    uint32_t count = 1;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    const VkResult listed = devices(instance, &count, &physical);
    if (listed != VK_SUCCESS || count != 1) return VK_INCOMPLETE;
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    VkDevice device = VK_NULL_HANDLE;
    const VkResult result = create(physical, &info, nullptr, &device);
    if (result == VK_SUCCESS) destroy(device, nullptr);
    return result;
  }

  PFN_vkGetInstanceProcAddr get_;
  PFN_vkEnumerateInstanceLayerProperties enumerate_ = nullptr;
  PFN_vkEnumerateInstanceExtensionProperties extensions_ = nullptr;
  PFN_vkCreateInstance create_ = nullptr;
};

// Runs the question once and, where something seems lost, again and again: what is lost for good is
// lost each time, what the subject only keeps is not.
void Measure(Application& application, const std::vector<const char*>& layers) {
  Shared& shared = *the_shared;
  const uint64_t peak = PeakKib();
  int descriptors = LowestFreeDescriptor();
  for (int i = 0; i <= kRepetitions; ++i) {
    application.Ask(layers, shared);
    if (i == 0) {
      struct stat status = {};
      if (stat(kMockTrace, &status) == 0) shared.trace_size = static_cast<uint64_t>(status.st_size);
      shared.peak_growth_kib = PeakKib() - peak;
    }
    const int descriptors_now = LowestFreeDescriptor();
    const int lost_descriptors = descriptors_now - descriptors;
    shared.lost_descriptors =
        i <= 1 ? lost_descriptors : std::min(shared.lost_descriptors, lost_descriptors);
    if (shared.lost_descriptors <= 0) break;
    descriptors = descriptors_now;
  }
}

}  // namespace

bool WriteQuestion(const Input& input, Shared& shared) {
  size_t used = 0;
  const auto add = [&](const std::string& word) {
    if (used + word.size() + 1 > sizeof(shared.words)) return false;
    memcpy(shared.words + used, word.c_str(), word.size() + 1);
    used += word.size() + 1;
    return true;
  };
  shared.variables = 0;
  shared.layers = 0;
  for (const auto& [name, value] : Environment(input)) {
    if (!add(name + "=" + value)) return false;
    ++shared.variables;
  }
  for (const std::string& layer : input.layers) {
    if (!add(layer)) return false;
    ++shared.layers;
  }
  shared.create = input.create;
  shared.device = input.device;
  return true;
}

void BeExecutorChild(const std::string& subject, Shared& shared, int go, int done) {
  the_shared = &shared;
  CatchCrashes();
  Enter(Step::kLoad);
  void* library = dlopen(subject.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) _exit(1);
  FindSubject(subject);
  Application application(
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr")));
  if (!application.complete()) _exit(1);
  std::vector<char*> variables;
  std::vector<const char*> layers;
  if (write(done, "x", 1) != 1) _exit(1);
  char byte;
  while (read(go, &byte, 1) == 1) {
    variables.clear();
    layers.clear();
    char* word = shared.words;
    for (uint32_t i = 0; i < shared.variables; ++i, word += strlen(word) + 1) {
      variables.push_back(word);
    }
    variables.push_back(nullptr);
    for (uint32_t i = 0; i < shared.layers; ++i, word += strlen(word) + 1) layers.push_back(word);
    environ = variables.data();
    Measure(application, layers);
    Enter(Step::kEnd);
    if (write(done, "x", 1) != 1) break;
  }
  _exit(0);
}

}  // namespace loadstone::fuzz
