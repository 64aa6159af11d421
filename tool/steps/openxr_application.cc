// SPDX-License-Identifier: Apache-2.0
// usage: application LOADER WORD...: does what the words say, in their order.
//   set NAME=VALUE   sets a variable of the environment
//   list             enumerates the API layers
//   create NAME...   creates an instance with these layers
//
// Layers and runtimes write their names to the standard output when they create the instance.
#include <dlfcn.h>
#include <openxr/openxr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vector>

static PFN_xrGetInstanceProcAddr get_proc_addr;

template <typename Function>
static Function find(const char* name) {
  PFN_xrVoidFunction function = nullptr;
  get_proc_addr(XR_NULL_HANDLE, name, &function);
  return reinterpret_cast<Function>(function);
}

static void list() {
  const auto enumerate = find<PFN_xrEnumerateApiLayerProperties>("xrEnumerateApiLayerProperties");
  uint32_t count = 0;
  printf("xrEnumerateApiLayerProperties:");
  XrResult result = enumerate(0, &count, nullptr);
  XrApiLayerProperties empty = {};
  empty.type = XR_TYPE_API_LAYER_PROPERTIES;
  std::vector<XrApiLayerProperties> layers(count, empty);
  if (result == XR_SUCCESS && count > 0) result = enumerate(count, &count, layers.data());
  for (uint32_t i = 0; result == XR_SUCCESS && i < count; ++i) printf(" %s", layers[i].layerName);
  printf(" returns %d\n", result);
}

static void create(uint32_t count, const char* const* layers) {
  const auto create_instance = find<PFN_xrCreateInstance>("xrCreateInstance");
  XrInstanceCreateInfo info = {};
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  strcpy(info.applicationInfo.applicationName, "application");
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
  info.enabledApiLayerCount = count;
  info.enabledApiLayerNames = layers;
  XrInstance instance = XR_NULL_HANDLE;
  printf("xrCreateInstance:");
  const XrResult result = create_instance(&info, &instance);
  printf(" returns %d\n", result);
}

int main(int count, char** words) {
  setvbuf(stdout, nullptr, _IONBF, 0);
  void* loader = dlopen(words[1], RTLD_NOW);
  if (loader == nullptr) return fprintf(stderr, "%s\n", dlerror()), 2;
  get_proc_addr =
      reinterpret_cast<PFN_xrGetInstanceProcAddr>(dlsym(loader, "xrGetInstanceProcAddr"));
  for (int i = 2; i < count; ++i) {
    if (strcmp(words[i], "set") == 0) {
      putenv(words[++i]);
      continue;
    }
    if (strcmp(words[i], "list") == 0) {
      list();
      continue;
    }
    int last = i + 1;
    while (last < count && strcmp(words[last], "list") != 0) ++last;
    create(last - i - 1, words + i + 1);
    i = last - 1;
  }
  return 0;
}
