// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_lengths LOADER LAYER
//
// Prints how many characters the names and descriptions of the listed example layers have, and the
// names of the extensions that the loader reports of this layer.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <vulkan/vulkan.h>

#define PREFIX "VK_LAYER_EXAMPLE_"
#define MOST 64

static void print_layers(PFN_vkEnumerateInstanceLayerProperties enumerate) {
  static VkLayerProperties layers[MOST];
  uint32_t count = MOST;
  VkResult result = enumerate(&count, layers);
  if (result != VK_SUCCESS) printf(" vkEnumerateInstanceLayerProperties returns %d", result);
  for (uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
    if (!strncmp(layers[i].layerName, PREFIX, strlen(PREFIX)))
      printf(" name %zu, description %zu", strlen(layers[i].layerName),
             strlen(layers[i].description));
}

static void print_extensions(PFN_vkEnumerateInstanceExtensionProperties enumerate,
                             const char* layer) {
  static VkExtensionProperties extensions[MOST];
  uint32_t count = MOST;
  VkResult result = enumerate(layer, &count, extensions);
  if (result != VK_SUCCESS) printf(" vkEnumerateInstanceExtensionProperties returns %d", result);
  for (uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
    printf(" name %zu", strlen(extensions[i].extensionName));
}

int main(int count, char** words) {
  if (count != 3) return 2;
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  PFN_vkGetInstanceProcAddr get = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  printf("layers:");
  print_layers(
      (PFN_vkEnumerateInstanceLayerProperties)get(NULL, "vkEnumerateInstanceLayerProperties"));
  printf("; extensions:");
  print_extensions((PFN_vkEnumerateInstanceExtensionProperties)get(
                       NULL, "vkEnumerateInstanceExtensionProperties"),
                   words[2]);
  return 0;
}
