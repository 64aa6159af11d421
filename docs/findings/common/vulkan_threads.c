// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_threads LOADER
//
// An application with a device which seven threads ask for a function that no device has, again and
// again, while the main thread creates other devices of the same instance and destroys them.
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <vulkan/vulkan.h>

#include "vulkan_device.h"

#define ROUNDS 4
#define THREADS 7
#define DEVICES 32

static PFN_vkGetInstanceProcAddr get_proc_addr;
static VkInstance instance;
static VkPhysicalDevice physical_device;
static VkDevice used_device;
static atomic_int done, started, found;

static PFN_vkVoidFunction function(const char* name) { return get_proc_addr(instance, name); }

static VkDevice create_device(void) {
  VkDevice device = NULL;
  create_device_with_a_queue((PFN_vkCreateDevice)function("vkCreateDevice"), physical_device, NULL,
                             &device);
  return device;
}

static int create_objects(void) {
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  uint32_t one = 1;
  if (((PFN_vkCreateInstance)function("vkCreateInstance"))(&info, NULL, &instance)) return 0;
  ((PFN_vkEnumeratePhysicalDevices)function("vkEnumeratePhysicalDevices"))(instance, &one,
                                                                           &physical_device);
  return physical_device && (used_device = create_device());
}

static void* ask(void* data) {
  PFN_vkGetDeviceProcAddr get = (PFN_vkGetDeviceProcAddr)function("vkGetDeviceProcAddr");
  ++started;
  while (!done)
    if (get(used_device, "vkExampleOfNobody")) ++found;
  return data;
}

static void use_devices_beside_threads(void) {
  PFN_vkDestroyDevice destroy = (PFN_vkDestroyDevice)function("vkDestroyDevice");
  pthread_t threads[THREADS];
  done = started = 0;
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, ask, NULL);
  while (started < THREADS) continue;
  VkDevice devices[DEVICES];
  for (int i = 0; i < DEVICES; ++i) devices[i] = create_device();
  for (int i = 0; i < DEVICES; ++i) destroy(devices[i], NULL);
  done = 1;
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
}

int main(int count, char** words) {
  if (count != 2) return 2;
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  if (!create_objects()) return fprintf(stderr, "no device\n"), 2;
  for (int round = 0; round < ROUNDS; ++round) use_devices_beside_threads();
  printf(", %d functions of nobody, comes to its end\n", found);
  return 0;
}
