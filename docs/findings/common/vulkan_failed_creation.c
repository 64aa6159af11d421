// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_failed_creation LOADER [LAYER]
//
// Creates an instance whose allocation number n fails, for n = 1, 2, ... until it makes fewer than
// n. Prints how many of the allocated blocks were never freed after a creation that failed, the
// largest number of all, and whether an instance that was created leaves blocks behind.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

static int alive, allocations, failing;

static void* reallocate(void* data, void* original, size_t size, size_t alignment,
                        VkSystemAllocationScope scope) {
  (void)data, (void)alignment, (void)scope;
  if (size == 0) {
    if (original) --alive;
    return free(original), NULL;
  }
  if (++allocations == failing) return NULL;
  if (!original) ++alive;
  return realloc(original, size);
}

static void* allocate(void* data, size_t size, size_t alignment, VkSystemAllocationScope scope) {
  return reallocate(data, NULL, size, alignment, scope);
}

static void deallocate(void* data, void* memory) {
  (void)data;
  if (memory) --alive;
  free(memory);
}

static PFN_vkGetInstanceProcAddr get_proc_addr;

// Returns whether the instance was created.
static bool create_and_destroy(const VkInstanceCreateInfo* info) {
  const VkAllocationCallbacks allocator = {
      .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = deallocate};
  VkInstance instance = VK_NULL_HANDLE;
  PFN_vkCreateInstance create = (PFN_vkCreateInstance)get_proc_addr(NULL, "vkCreateInstance");
  if (create(info, &allocator, &instance) != VK_SUCCESS) return false;
  ((PFN_vkDestroyInstance)get_proc_addr(instance, "vkDestroyInstance"))(instance, &allocator);
  return true;
}

int main(int count, char** words) {
  void* loader = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (!loader) return 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                     .enabledLayerCount = count > 2,
                                     .ppEnabledLayerNames = (const char* const*)&words[2]};
  int left_by_failures = 0, left_by_others = 0;
  do {
    ++failing;
    allocations = alive = 0;
    int* left = create_and_destroy(&info) ? &left_by_others : &left_by_failures;
    if (alive > *left) *left = alive;
  } while (allocations >= failing);
  printf(" blocks that are never freed: %d where the creation fails, %d where it does not",
         left_by_failures, left_by_others);
  return 0;
}
