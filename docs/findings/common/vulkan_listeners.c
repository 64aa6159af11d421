// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_listeners LOADER messenger|callback
//        vulkan_listeners LOADER messenger|callback allocator
//
// Creates a messenger or a report callback, destroys it if that succeeded, and destroys the
// instance. Drivers write to the standard output what they do. With `allocator`, allocation number
// n of the creation and all later ones fail, for n = 1, 2, ... in a round each, until none fails.
// Each round has its own allocation callbacks. The program prints in how many rounds they did not
// get back what they gave, or got something that they had not given.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#define MOST 64

static PFN_vkGetInstanceProcAddr get_proc_addr;

typedef VkResult Create(VkInstance instance, const VkAllocationCallbacks* allocator);

// What the allocation callbacks of one round gave out, and have not got back.
typedef struct {
  void* blocks[MOST];
  int allocations, allowed, foreign;
} Memory;

static void deallocate(void* data, void* block) {
  Memory* memory = data;
  if (!block) return;
  for (int i = 0; i < MOST; ++i) {
    if (memory->blocks[i] != block) continue;
    memory->blocks[i] = NULL;
    return free(block);
  }
  ++memory->foreign;  // not freed: it may be anybody's
}

static void* allocate(void* data, size_t size, size_t alignment, VkSystemAllocationScope scope) {
  Memory* memory = data;
  (void)alignment, (void)scope;
  if (memory->allocations == memory->allowed || memory->allocations == MOST) return NULL;
  return memory->blocks[memory->allocations++] = malloc(size);
}

static void* reallocate(void* data, void* original, size_t size, size_t alignment,
                        VkSystemAllocationScope scope) {
  (void)data, (void)original, (void)size, (void)alignment, (void)scope;
  return NULL;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL
hear_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
             const VkDebugUtilsMessengerCallbackDataEXT* message, void* data) {
  (void)severity, (void)types, (void)message, (void)data;
  return VK_FALSE;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL hear_report(VkDebugReportFlagsEXT flags,
                                                  VkDebugReportObjectTypeEXT type, uint64_t object,
                                                  size_t location, int32_t code, const char* prefix,
                                                  const char* message, void* data) {
  (void)flags, (void)type, (void)object, (void)location, (void)code, (void)prefix, (void)message;
  (void)data;
  return VK_FALSE;
}

static VkInstance create_instance(const char* extension) {
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .enabledExtensionCount = 1,
                               .ppEnabledExtensionNames = &extension};
  VkInstance instance = NULL;
  ((PFN_vkCreateInstance)get_proc_addr(NULL, "vkCreateInstance"))(&info, NULL, &instance);
  return instance;
}

static VkResult messenger(VkInstance instance, const VkAllocationCallbacks* allocator) {
  VkDebugUtilsMessengerCreateInfoEXT info = {
      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
      .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
      .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
      .pfnUserCallback = hear_message};
  VkDebugUtilsMessengerEXT handle;
  VkResult result = ((PFN_vkCreateDebugUtilsMessengerEXT)get_proc_addr(
      instance, "vkCreateDebugUtilsMessengerEXT"))(instance, &info, allocator, &handle);
  if (result == VK_SUCCESS)
    ((PFN_vkDestroyDebugUtilsMessengerEXT)get_proc_addr(
        instance, "vkDestroyDebugUtilsMessengerEXT"))(instance, handle, allocator);
  return result;
}

static VkResult callback(VkInstance instance, const VkAllocationCallbacks* allocator) {
  VkDebugReportCallbackCreateInfoEXT info = {
      .sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT,
      .flags = VK_DEBUG_REPORT_ERROR_BIT_EXT,
      .pfnCallback = hear_report};
  VkDebugReportCallbackEXT handle;
  VkResult result = ((PFN_vkCreateDebugReportCallbackEXT)get_proc_addr(
      instance, "vkCreateDebugReportCallbackEXT"))(instance, &info, allocator, &handle);
  if (result == VK_SUCCESS)
    ((PFN_vkDestroyDebugReportCallbackEXT)get_proc_addr(
        instance, "vkDestroyDebugReportCallbackEXT"))(instance, handle, allocator);
  return result;
}

// Whether the creation succeeded, which it does if no allocation fails.
static bool run_round(VkInstance instance, Create* create_and_destroy, Memory* memory) {
  VkAllocationCallbacks allocator = {.pUserData = memory,
                                     .pfnAllocation = allocate,
                                     .pfnReallocation = reallocate,
                                     .pfnFree = deallocate};
  return create_and_destroy(instance, &allocator) == VK_SUCCESS;
}

static void run_rounds(VkInstance instance, Create* create_and_destroy) {
  static Memory memories[MOST];
  int round = 0, losing = 0, foreign = 0;
  for (bool done = false; round < MOST && !done; ++round) {
    memories[round].allowed = round;
    done = run_round(instance, create_and_destroy, &memories[round]);
  }
  for (int i = 0; i < round; ++i) {
    bool left = false;
    for (int j = 0; j < MOST; ++j) left |= memories[i].blocks[j] != NULL;
    losing += left;
    foreign += memories[i].foreign != 0;
  }
  printf(" rounds that lose memory: %d, that free other memory: %d", losing, foreign);
}

int main(int count, char** words) {
  setvbuf(stdout, NULL, _IONBF, 0);
  if (count < 3) return 2;
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  printf("application");
  const bool report = !strcmp(words[2], "callback");
  VkInstance instance = create_instance(report ? VK_EXT_DEBUG_REPORT_EXTENSION_NAME
                                               : VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  if (!instance) return 2;
  Create* create_and_destroy = report ? callback : messenger;
  if (count > 3) {
    run_rounds(instance, create_and_destroy);
  } else {
    printf(", it creates a listener:");
    printf(", which returns %d", create_and_destroy(instance, NULL));
  }
  printf(", it destroys the instance:");
  ((PFN_vkDestroyInstance)get_proc_addr(instance, "vkDestroyInstance"))(instance, NULL);
  return 0;
}
