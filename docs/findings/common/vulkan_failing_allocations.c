// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_failing_allocations LOADER [LAYER LIBRARY]
//
// An application whose allocation number n fails, for n = 1, 2, ... in a process each, until it
// makes fewer than n. It goes on only after VK_SUCCESS. Prints how the processes ended that did not
// end by themselves: in which function of the application and, where a fault tells it, in which
// library. With WITHOUT_DEVICE it creates no device, with QUEUE_FAMILIES it first asks for queue
// families.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include "vulkan_device.h"

#define KINDS 16

// What a process tells the one that watches it.
typedef struct {
  int allocations;
  char function[64];
  char library[256];
} Report;

static Report* report;
static int failing;
static PFN_vkGetInstanceProcAddr get_proc_addr;

static void* reallocate(void* data, void* original, size_t size, size_t alignment,
                        VkSystemAllocationScope scope) {
  (void)data, (void)alignment, (void)scope;
  if (size == 0) return free(original), NULL;
  if (++report->allocations == failing) return NULL;
  return realloc(original, size);
}

static void* allocate(void* data, size_t size, size_t alignment, VkSystemAllocationScope scope) {
  return reallocate(data, NULL, size, alignment, scope);
}

static void deallocate(void* data, void* memory) {
  (void)data;
  free(memory);
}

static void note_library(int number, siginfo_t* information, void* context) {
  (void)information;
  Dl_info place;
  void* instruction = (void*)((ucontext_t*)context)->uc_mcontext.gregs[REG_RIP];
  if (dladdr(instruction, &place) && place.dli_fname)
    strncpy(report->library, basename(place.dli_fname), sizeof report->library - 1);
  raise(number);  // the default, since the handler is for one time
}

static void watch_for_faults(void) {
  static char memory[1 << 16];
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = note_library,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
  sigaction(SIGSEGV, &action, NULL);
}

// The function of this name, which is the one to blame from now on.
static PFN_vkVoidFunction entering(VkInstance instance, const char* name) {
  strcpy(report->function, name);
  return get_proc_addr(instance, name);
}

// A caller that reads its own unset variables finds the same each time, and no small number.
static void fill_the_stack(void) {
  volatile char used[1 << 16];
  for (size_t i = 0; i < sizeof used; ++i) used[i] = (char)0xff;
}

static void use_devices(VkInstance instance, const VkAllocationCallbacks* allocator) {
  VkPhysicalDevice devices[8];
  uint32_t count = 8;
  PFN_vkEnumeratePhysicalDevices enumerate =
      (PFN_vkEnumeratePhysicalDevices)entering(instance, "vkEnumeratePhysicalDevices");
  fill_the_stack();
  if (enumerate(instance, &count, NULL) != VK_SUCCESS) return;
  fill_the_stack();
  if (enumerate(instance, &count, devices) != VK_SUCCESS || count == 0) return;
  VkPhysicalDeviceProperties properties;
  ((PFN_vkGetPhysicalDeviceProperties)entering(instance, "vkGetPhysicalDeviceProperties"))(
      devices[0], &properties);
#ifdef QUEUE_FAMILIES
  ((PFN_vkGetPhysicalDeviceQueueFamilyProperties)entering(
      instance, "vkGetPhysicalDeviceQueueFamilyProperties"))(devices[0], &count, NULL);
#endif
#ifndef WITHOUT_DEVICE
  VkDevice device;
  PFN_vkCreateDevice create = (PFN_vkCreateDevice)entering(instance, "vkCreateDevice");
  if (create_device_with_a_queue(create, devices[0], allocator, &device) != VK_SUCCESS) return;
  ((PFN_vkDestroyDevice)entering(instance, "vkDestroyDevice"))(device, allocator);
#else
  (void)allocator;
#endif
}

static void run(const char* layer) {
  VkAllocationCallbacks allocator = {
      .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = deallocate};
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_0};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = &application,
                               .enabledLayerCount = layer ? 1 : 0,
                               .ppEnabledLayerNames = &layer};
  VkInstance instance;
  PFN_vkCreateInstance create = (PFN_vkCreateInstance)entering(NULL, "vkCreateInstance");
  if (create(&info, &allocator, &instance) != VK_SUCCESS) return;
  use_devices(instance, &allocator);
  ((PFN_vkDestroyInstance)entering(instance, "vkDestroyInstance"))(instance, &allocator);
}

// How the process ended whose allocation number `failing` failed; empty if it ended by itself.
static void end_of_process(const char* layer, char* text, size_t size) {
  memset(report, 0, sizeof *report);
  pid_t process = fork();
  if (process == 0) {
    watch_for_faults();
    // Memory for as many elements as an unset number says is refused on every machine.
    setrlimit(RLIMIT_AS, &(struct rlimit){1ul << 36, 1ul << 36});
    run(layer);
    _exit(0);
  }
  int status;
  waitpid(process, &status, 0);
  *text = 0;
  if (WIFSIGNALED(status))
    snprintf(text, size, "SIG%s in %s%s%s", sigabbrev_np(WTERMSIG(status)), report->function,
             *report->library ? ", in " : "", report->library);
}

int main(int count, char** words) {
  static struct {
    char text[400];
    int count;
  } kinds[KINDS];
  if (count < 2) return 2;
  int output = dup(1);
  dup2(open("/dev/null", O_WRONLY), 1);  // layers may write there
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  // Opened once here, so that not every process has to read and link it.
  if (count > 3 && !dlopen(words[3], RTLD_NOW)) return fprintf(stderr, "%s\n", dlerror()), 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (failing = 1, report->allocations = 1; report->allocations >= failing - 1; ++failing) {
    char text[400];
    end_of_process(count > 2 ? words[2] : NULL, text, sizeof text);
    int kind = 0;
    while (*text && kind < KINDS - 1 && *kinds[kind].text && strcmp(kinds[kind].text, text)) ++kind;
    if (*text) strcpy(kinds[kind].text, text), ++kinds[kind].count;
  }
  for (int i = 0; i < KINDS && kinds[i].count; ++i)
    dprintf(output, "%s%d %s", i ? "; " : "", kinds[i].count, kinds[i].text);
  if (!kinds[0].count) dprintf(output, "every process ends by itself");
  return 0;
}
