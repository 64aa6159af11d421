// SPDX-License-Identifier: Apache-2.0
// usage: openxr_application LOADER list                 which example layers are listed
//        openxr_application LOADER create [LAYER...]    which of them are in the call chain
//        openxr_application LOADER extensions [LAYER]   whether listing extensions keeps next
//        openxr_application LOADER version EXTENSION    the version of an extension that is listed
//
// Layers and the runtime write their names to the standard output, in the order of the chain.
#include <dlfcn.h>
#include <openxr/openxr.h>
#include <stdio.h>
#include <string.h>

#define PREFIX "XR_APILAYER_EXAMPLE_"
#define MOST 16
#define UNKNOWN_TYPE 1999999999

static void* loader;

static void list(void) {
  PFN_xrEnumerateApiLayerProperties enumerate =
      (PFN_xrEnumerateApiLayerProperties)dlsym(loader, "xrEnumerateApiLayerProperties");
  static XrApiLayerProperties layers[MOST];
  for (int i = 0; i < MOST; ++i) layers[i].type = XR_TYPE_API_LAYER_PROPERTIES;
  uint32_t count = 0;
  XrResult result = enumerate(MOST, &count, layers);
  printf("layers");
  if (result != XR_SUCCESS) printf(" xrEnumerateApiLayerProperties returns %d", result);
  for (uint32_t i = 0; result == XR_SUCCESS && i < count; ++i)
    if (!strncmp(layers[i].layerName, PREFIX, strlen(PREFIX)))
      printf(" %s", layers[i].layerName + strlen(PREFIX));
}

static void create(uint32_t count, char** layers) {
  PFN_xrCreateInstance create_instance = (PFN_xrCreateInstance)dlsym(loader, "xrCreateInstance");
  XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                               .enabledApiLayerCount = count,
                               .enabledApiLayerNames = (const char* const*)layers};
  strcpy(info.applicationInfo.applicationName, "application");
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
  XrInstance instance = XR_NULL_HANDLE;
  printf("application");
  XrResult result = create_instance(&info, &instance);
  if (result != XR_SUCCESS) printf(" xrCreateInstance returns %d", result);
  if (result == XR_SUCCESS) ((PFN_xrDestroyInstance)dlsym(loader, "xrDestroyInstance"))(instance);
}

static void extensions(const char* layer) {
  PFN_xrEnumerateInstanceExtensionProperties enumerate =
      (PFN_xrEnumerateInstanceExtensionProperties)dlsym(loader,
                                                        "xrEnumerateInstanceExtensionProperties");
  XrBaseOutStructure unknown = {.type = UNKNOWN_TYPE};
  XrExtensionProperties properties[MOST] = {0};
  for (int i = 0; i < MOST; ++i) properties[i].type = XR_TYPE_EXTENSION_PROPERTIES;
  properties[0].next = &unknown;
  uint32_t count = 0;
  XrResult result = enumerate(layer, MOST, &count, properties);
  printf("returns %d, next %s", result, properties[0].next == &unknown ? "kept" : "changed");
}

static void version(const char* extension) {
  PFN_xrEnumerateInstanceExtensionProperties enumerate =
      (PFN_xrEnumerateInstanceExtensionProperties)dlsym(loader,
                                                        "xrEnumerateInstanceExtensionProperties");
  XrExtensionProperties properties[MOST] = {0};
  for (int i = 0; i < MOST; ++i) properties[i].type = XR_TYPE_EXTENSION_PROPERTIES;
  uint32_t count = 0;
  XrResult result = enumerate(NULL, MOST, &count, properties);
  printf("returns %d", result);
  for (uint32_t i = 0; result == XR_SUCCESS && i < count; ++i)
    if (!strcmp(properties[i].extensionName, extension))
      printf(", version %u", properties[i].extensionVersion);
}

int main(int count, char** words) {
  setvbuf(stdout, NULL, _IONBF, 0);
  if (count < 3) return 2;
  loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  if (!strcmp(words[2], "list"))
    list();
  else if (!strcmp(words[2], "create"))
    create(count - 3, words + 3);
  else if (!strcmp(words[2], "extensions"))
    extensions(words[3]);
  else if (!strcmp(words[2], "version") && count == 4)
    version(words[3]);
  else
    return 2;
  return 0;
}
