// SPDX-License-Identifier: Apache-2.0
// usage: negotiate LIBRARY VERSION    what a layer answers to the offer of an interface version
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vk_layer.h>

int main(int count, char** words) {
  if (count != 3) return 2;
  void* library = dlopen(words[1], RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
  PFN_vkNegotiateLoaderLayerInterfaceVersion negotiate =
      (PFN_vkNegotiateLoaderLayerInterfaceVersion)dlsym(library,
                                                        "vkNegotiateLoaderLayerInterfaceVersion");
  VkNegotiateLayerInterface interface = {.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT,
                                         .loaderLayerInterfaceVersion = atoi(words[2])};
  VkResult result = negotiate(&interface);
  printf("returns %d, version %u", result, interface.loaderLayerInterfaceVersion);
  return 0;
}
