// usage: application LOADER WORD...: does what the words say, in their order.
//   set NAME=VALUE         sets a variable of the environment
//   list                   enumerates the instance layers
//   create VERSION NAME... creates an instance with these layers; a VERSION of 0 leaves
//                          VkApplicationInfo out
//
// Layers and drivers write their names to the standard output when they create the instance.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

static PFN_vkGetInstanceProcAddr get_proc_addr;

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

static void create(uint32_t version, uint32_t count, const char* const* layers) {
  PFN_vkCreateInstance create_instance =
      (PFN_vkCreateInstance)get_proc_addr(NULL, "vkCreateInstance");
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = version};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = version == 0 ? NULL : &application,
                               .enabledLayerCount = count,
                               .ppEnabledLayerNames = layers};
  VkInstance instance = NULL;
  printf("vkCreateInstance:");
  printf(" returns %d\n", create_instance(&info, NULL, &instance));
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
    } else {
      int last = i + 2;
      while (last < count && strcmp(words[last], "list")) ++last;
      create(strtoul(words[i + 1], NULL, 10), last - i - 2, (const char* const*)words + i + 2);
      i = last - 1;
    }
  }
  return 0;
}
