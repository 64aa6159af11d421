// SPDX-License-Identifier: Apache-2.0
// usage: openxr_layers LOADER: lists the example API layers.
#include <dlfcn.h>
#include <openxr/openxr.h>
#include <stdio.h>
#include <string.h>

#define PREFIX "XR_APILAYER_EXAMPLE_"
#define MOST 64

int main(int count, char** words) {
  void* loader = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  PFN_xrEnumerateApiLayerProperties enumerate =
      (PFN_xrEnumerateApiLayerProperties)dlsym(loader, "xrEnumerateApiLayerProperties");
  static XrApiLayerProperties layers[MOST];
  for (int i = 0; i < MOST; ++i) layers[i].type = XR_TYPE_API_LAYER_PROPERTIES;
  uint32_t found = 0;
  XrResult result = enumerate(MOST, &found, layers);
  printf("layers");
  for (uint32_t i = 0; result == XR_SUCCESS && i < found; ++i)
    if (!strncmp(layers[i].layerName, PREFIX, strlen(PREFIX)))
      printf(" %s", layers[i].layerName + strlen(PREFIX));
  printf(", returns %d\n", result);
  return 0;
}
