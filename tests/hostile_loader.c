// SPDX-License-Identifier: Apache-2.0
/* A library that looks like a Vulkan loader until VK_INSTANCE_LAYERS is set; then vkCreateInstance
 * does what LOADSTONE_HOSTILE, given to the compiler, names. With LOADSTONE_VERSION_UNWRITTEN it has a
 * vkEnumerateInstanceVersion that succeeds and writes nothing. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

static void crash(void) { *(volatile int*)0 = 1; }
static void end(void) { exit(42); }
static void hang(void) {
  for (;;) pause();
}
static void spin(void) {
  for (volatile int i = 0;; ++i) {
  }
}
static void bomb(void) {
  while (fork() >= 0) {
  }
  abort();
}
static void fill_disk(void) {
  static char block[1 << 16];
  char name[] = "/tmp/a";
  for (; name[5] <= 'z'; ++name[5]) {
    const int file = open(name, O_WRONLY | O_CREAT, 0600);
    while (file >= 0 && write(file, block, sizeof(block)) > 0) {
    }
  }
  abort();
}
static void eat_memory(void) {
  for (char* block; (block = malloc(1 << 20)) != NULL;) memset(block, 1, 1 << 20);
  abort();
}
static void forge(const char* line) {
  /* Not as one word: calibration tries absolute paths that stand in a loader as folders. */
  const int trace = openat(open("/", O_PATH), "loadstone/trace", O_WRONLY | O_APPEND);
  if (write(trace, line, strlen(line)) < 0) abort();
}
static void forge_nobody(void) { forge("{\"what\":\"vkCreateInstance\"}\n"); }
static void forge_and_crash(void) {
  forge("{\"who\":\"layer\",\"what\":\"vkCreateInstance\",\"phase\":1}\n");
  crash();
}

static VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                                     const VkAllocationCallbacks* allocator,
                                                     VkInstance* instance) {
  (void)info, (void)allocator, (void)instance;
  if (getenv("VK_INSTANCE_LAYERS") != NULL) LOADSTONE_HOSTILE();
  (void)crash, (void)end, (void)hang, (void)spin, (void)bomb, (void)fill_disk, (void)eat_memory;
  (void)forge_nobody, (void)forge_and_crash;
  return VK_ERROR_INITIALIZATION_FAILED;
}

static VKAPI_ATTR VkResult VKAPI_CALL EnumerateLayers(uint32_t* count, VkLayerProperties* layers) {
  (void)layers;
  *count = 0;
  return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL EnumerateExtensions(const char* layer, uint32_t* count,
                                                          VkExtensionProperties* extensions) {
  (void)layer, (void)extensions;
  *count = 0;
  return VK_SUCCESS;
}

#ifdef LOADSTONE_VERSION_UNWRITTEN
static VKAPI_ATTR VkResult VKAPI_CALL EnumerateVersion(uint32_t* version) {
  (void)version;
  return VK_SUCCESS;
}
#endif

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                               const char* name) {
  (void)instance;
  if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)CreateInstance;
  if (strcmp(name, "vkEnumerateInstanceLayerProperties") == 0) {
    return (PFN_vkVoidFunction)EnumerateLayers;
  }
  if (strcmp(name, "vkEnumerateInstanceExtensionProperties") == 0) {
    return (PFN_vkVoidFunction)EnumerateExtensions;
  }
#ifdef LOADSTONE_VERSION_UNWRITTEN
  if (strcmp(name, "vkEnumerateInstanceVersion") == 0) return (PFN_vkVoidFunction)EnumerateVersion;
#endif
  return NULL;
}
