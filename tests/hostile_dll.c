// SPDX-License-Identifier: Apache-2.0
/* A DLL that looks like a Vulkan loader until VK_LAYER_PATH is set; then vkEnumerateInstanceLayerProperties
 * does what LOADSTONE_HOSTILE, given to the compiler, names. */
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>
#include <windows.h>

static int* volatile nothing;
static void crash(void) { *nothing = 1; }
static void end(void) { ExitProcess(42); }
static void block(void) { Sleep(INFINITE); }
static void spin(void) {
  for (volatile int i = 0;; ++i) {
  }
}
static int recurse(volatile char* caller) {
  volatile char block[4096];
  block[0] = caller[0];
  return recurse(block) + block[0];
}
static void overflow(void) {
  volatile char start = 0;
  recurse(&start);
}
static void leak(void) { CreateEventW(NULL, FALSE, FALSE, NULL); }
static void change_environment(void) { SetEnvironmentVariableW(L"LS_CHANGED", L"x"); }
static void good(void) {}

static VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                                     const VkAllocationCallbacks* allocator,
                                                     VkInstance* instance) {
  (void)info, (void)allocator, (void)instance;
  return VK_ERROR_INCOMPATIBLE_DRIVER;
}

static VKAPI_ATTR VkResult VKAPI_CALL EnumerateLayers(uint32_t* count, VkLayerProperties* layers) {
  wchar_t value[4];
  (void)layers;
  *count = 0;
  (void)crash, (void)end, (void)block, (void)spin, (void)overflow, (void)leak;
  (void)change_environment, (void)good;
  if (GetEnvironmentVariableW(L"VK_LAYER_PATH", value, 4) != 0) LOADSTONE_HOSTILE();
  return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL EnumerateExtensions(const char* layer, uint32_t* count,
                                                          VkExtensionProperties* extensions) {
  (void)layer, (void)extensions;
  *count = 0;
  return VK_SUCCESS;
}

__declspec(dllexport) PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                          const char* name) {
  (void)instance;
  if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)CreateInstance;
  if (strcmp(name, "vkEnumerateInstanceLayerProperties") == 0)
    return (PFN_vkVoidFunction)EnumerateLayers;
  if (strcmp(name, "vkEnumerateInstanceExtensionProperties") == 0)
    return (PFN_vkVoidFunction)EnumerateExtensions;
  return NULL;
}
