// SPDX-License-Identifier: Apache-2.0
// usage: application LOADER WORD...: does what the words say, in their order.
//   set NAME=VALUE         sets a variable of the environment
//   list                   enumerates the instance layers
//   extensions NAME        enumerates the instance extensions of a layer; '' for those of no layer
//   create VERSION NAME... creates an instance with these layers; a VERSION of 0 leaves
//                          VkApplicationInfo out
//   extension NAME         enables this instance extension in what is created later
//   listen COMMAND         creates a messenger or a report callback with callbacks for its memory,
//                          destroys it with the same, and tells what they were given
//
// Layers and drivers write their names to the standard output when they create the instance.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

static PFN_vkGetInstanceProcAddr get_proc_addr;
static VkInstance instance;
static const char* extension;

static void list(void) {
  PFN_vkEnumerateInstanceLayerProperties enumerate =
      (PFN_vkEnumerateInstanceLayerProperties)get_proc_addr(NULL,
                                                            "vkEnumerateInstanceLayerProperties");
  uint32_t count = 0;
  printf("vkEnumerateInstanceLayerProperties:");
  VkResult result = enumerate(&count, NULL);
  VkLayerProperties* layers = calloc(count + 1, sizeof *layers);
  if (result == VK_SUCCESS) result = enumerate(&count, layers);
  for (uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
    printf(" %s (%u.%u.%u)", layers[i].layerName, VK_API_VERSION_MAJOR(layers[i].specVersion),
           VK_API_VERSION_MINOR(layers[i].specVersion),
           VK_API_VERSION_PATCH(layers[i].specVersion));
  printf(" returns %d\n", result);
  free(layers);
}

static void list_extensions(const char* layer) {
  PFN_vkEnumerateInstanceExtensionProperties enumerate =
      (PFN_vkEnumerateInstanceExtensionProperties)get_proc_addr(
          NULL, "vkEnumerateInstanceExtensionProperties");
  const char* name = layer[0] ? layer : NULL;
  uint32_t count = 0;
  printf("vkEnumerateInstanceExtensionProperties%s%s:", name ? " of " : "", layer);
  VkResult result = enumerate(name, &count, NULL);
  VkExtensionProperties* extensions = calloc(count + 1, sizeof *extensions);
  if (result == VK_SUCCESS) result = enumerate(name, &count, extensions);
  for (uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
    printf(" %s %u", extensions[i].extensionName, extensions[i].specVersion);
  printf(" returns %d\n", result);
  free(extensions);
}

static void create(uint32_t version, uint32_t count, const char* const* layers) {
  PFN_vkCreateInstance create_instance =
      (PFN_vkCreateInstance)get_proc_addr(NULL, "vkCreateInstance");
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = version};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = version == 0 ? NULL : &application,
                               .enabledLayerCount = count,
                               .ppEnabledLayerNames = layers,
                               .enabledExtensionCount = extension ? 1 : 0,
                               .ppEnabledExtensionNames = &extension};
  printf("vkCreateInstance:");
  printf(" returns %d\n", create_instance(&info, NULL, &instance));
}

// What the callbacks have allocated and not freed, and how often they were to free anything else.
static void* blocks[64];
static int foreign;

static void* VKAPI_CALL allocate(void* user, size_t size, size_t alignment,
                                 VkSystemAllocationScope scope) {
  (void)user, (void)alignment, (void)scope;
  int i = 0;
  while (i < 63 && blocks[i]) ++i;
  return blocks[i] = malloc(size);
}

static void VKAPI_CALL release(void* user, void* memory) {
  (void)user;
  int i = 0;
  while (i < 64 && blocks[i] != memory) ++i;
  if (!memory) return;
  if (i == 64)
    ++foreign;
  else
    free(memory), blocks[i] = NULL;
}

static void* VKAPI_CALL reallocate(void* user, void* old, size_t size, size_t alignment,
                                   VkSystemAllocationScope scope) {
  int i = 0;
  if (!old) return allocate(user, size, alignment, scope);
  while (i < 64 && blocks[i] != old) ++i;
  if (i == 64) return ++foreign, NULL;
  return blocks[i] = realloc(old, size);
}

static VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                VkDebugUtilsMessageTypeFlagsEXT types,
                                const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  (void)severity, (void)types, (void)data, (void)user;
  return VK_FALSE;
}

static VkBool32 VKAPI_CALL hear_report(VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT type,
                                       uint64_t object, size_t location, int32_t code,
                                       const char* prefix, const char* message, void* user) {
  (void)flags, (void)type, (void)object, (void)location, (void)code, (void)prefix, (void)message;
  (void)user;
  return VK_FALSE;
}

static void listen(const char* command) {
  VkAllocationCallbacks callbacks = {
      .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = release};
  PFN_vkVoidFunction found = get_proc_addr(instance, command);
  VkResult result = VK_ERROR_UNKNOWN;
  if (found && !strcmp(command, "vkCreateDebugUtilsMessengerEXT")) {
    VkDebugUtilsMessengerCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = hear};
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    PFN_vkDestroyDebugUtilsMessengerEXT destroy =
        (PFN_vkDestroyDebugUtilsMessengerEXT)get_proc_addr(instance,
                                                           "vkDestroyDebugUtilsMessengerEXT");
    result = ((PFN_vkCreateDebugUtilsMessengerEXT)found)(instance, &info, &callbacks, &messenger);
    if (result == VK_SUCCESS) destroy(instance, messenger, &callbacks);
  } else if (found) {
    VkDebugReportCallbackCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT,
        .flags = VK_DEBUG_REPORT_ERROR_BIT_EXT,
        .pfnCallback = hear_report};
    VkDebugReportCallbackEXT callback = VK_NULL_HANDLE;
    PFN_vkDestroyDebugReportCallbackEXT destroy =
        (PFN_vkDestroyDebugReportCallbackEXT)get_proc_addr(instance,
                                                           "vkDestroyDebugReportCallbackEXT");
    result = ((PFN_vkCreateDebugReportCallbackEXT)found)(instance, &info, &callbacks, &callback);
    if (result == VK_SUCCESS) destroy(instance, callback, &callbacks);
  }
  int alive = 0;
  for (int i = 0; i < 64; ++i) alive += blocks[i] != NULL;
  printf("%s: returns %d; pfnFree was given %d blocks of others; %d blocks are left\n", command,
         result, foreign, alive);
}

int main(int count, char** words) {
  setvbuf(stdout, NULL, _IONBF, 0);
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  for (int i = 2; i < count; ++i) {
    if (!strcmp(words[i], "set")) {
      putenv(words[++i]);
    } else if (!strcmp(words[i], "list")) {
      list();
    } else if (!strcmp(words[i], "extensions")) {
      list_extensions(words[++i]);
    } else if (!strcmp(words[i], "extension")) {
      extension = words[++i];
    } else if (!strcmp(words[i], "listen")) {
      listen(words[++i]);
    } else {
      int last = i + 2;
      while (last < count && strcmp(words[last], "list") && strcmp(words[last], "listen") &&
             strcmp(words[last], "extensions"))
        ++last;
      create(strtoul(words[i + 1], NULL, 10), last - i - 2, (const char* const*)words + i + 2);
      i = last - 1;
    }
  }
  return 0;
}
