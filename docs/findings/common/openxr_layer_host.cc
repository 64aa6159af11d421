// SPDX-License-Identifier: Apache-2.0
// usage: openxr_layer_host LIBRARY NAME RESULT [MESSENGERS]
//        openxr_layer_host LIBRARY NAME offer NEWEST
//        openxr_layer_host LIBRARY NAME patch
//        openxr_layer_host LIBRARY NAME output
//
// Does with an API layer what a loader does, and is itself what the layer finds below: its creation
// of an instance returns RESULT. So many messengers are in the next chain of the creation. Prints
// what the layer's creation returns and, if it succeeded, whether the layer has a function
// xrCreateInstance of its own. With "offer" it negotiates alone, offers interface versions from 1
// to NEWEST, and prints what the negotiation returns. With "patch" it negotiates again, and offers
// the API version with which the layer answered, but with patch 0. With "output" it creates an
// instance, and prints whether the layer wrote about that to standard output.
#include <dlfcn.h>
#include <link.h>
#include <openxr/loader_interfaces.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static XrResult result_below;
static XrDebugUtilsMessengerCreateInfoEXT messengers[2];

extern "C" {

static XrResult XRAPI_CALL destroy_instance(XrInstance) { return XR_SUCCESS; }

static XrResult XRAPI_CALL create_messenger(XrInstance, const XrDebugUtilsMessengerCreateInfoEXT*,
                                            XrDebugUtilsMessengerEXT* messenger) {
  static int object;
  *messenger = reinterpret_cast<XrDebugUtilsMessengerEXT>(&object);
  return XR_SUCCESS;
}

static XrResult XRAPI_CALL destroy_messenger(XrDebugUtilsMessengerEXT) { return XR_SUCCESS; }

static XrResult XRAPI_CALL submit_message(XrInstance, XrDebugUtilsMessageSeverityFlagsEXT,
                                          XrDebugUtilsMessageTypeFlagsEXT,
                                          const XrDebugUtilsMessengerCallbackDataEXT*) {
  return XR_SUCCESS;
}

static XrResult XRAPI_CALL structure_type_to_string(XrInstance, XrStructureType value,
                                                    char buffer[XR_MAX_STRUCTURE_NAME_SIZE]) {
  snprintf(buffer, XR_MAX_STRUCTURE_NAME_SIZE, "%d", value);
  return XR_SUCCESS;
}

static XrResult XRAPI_CALL create_instance(const XrInstanceCreateInfo*, XrInstance*) {
  return XR_ERROR_RUNTIME_FAILURE;
}

static XrResult XRAPI_CALL get_proc_addr_below(XrInstance, const char* name,
                                               PFN_xrVoidFunction* function) {
  *function = nullptr;
  if (strcmp(name, "xrGetInstanceProcAddr") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(get_proc_addr_below);
  if (strcmp(name, "xrDestroyInstance") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(destroy_instance);
  if (strcmp(name, "xrCreateDebugUtilsMessengerEXT") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(create_messenger);
  if (strcmp(name, "xrDestroyDebugUtilsMessengerEXT") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(destroy_messenger);
  if (strcmp(name, "xrSubmitDebugUtilsMessageEXT") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(submit_message);
  if (strcmp(name, "xrStructureTypeToString") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(structure_type_to_string);
  if (strcmp(name, "xrCreateInstance") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(create_instance);
  return *function ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

static XrResult XRAPI_CALL create_below(const XrInstanceCreateInfo*, const XrApiLayerCreateInfo*,
                                        XrInstance* instance) {
  static int object;
  if (result_below == XR_SUCCESS) *instance = reinterpret_cast<XrInstance>(&object);
  return result_below;
}

}  // extern "C"

struct ApiVersions {
  XrVersion first = XR_MAKE_VERSION(1, 0, 0);
  XrVersion last = XR_MAKE_VERSION(1, 0x3ff, 0xfff);
};

static XrResult negotiate(void* library, const char* name, unsigned newest, ApiVersions versions,
                          XrNegotiateApiLayerRequest* layer) {
  XrNegotiateLoaderInfo loader = {XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
                                  XR_LOADER_INFO_STRUCT_VERSION,
                                  sizeof(XrNegotiateLoaderInfo),
                                  1,
                                  newest,
                                  versions.first,
                                  versions.last};
  XrNegotiateApiLayerRequest request = {};
  request.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST;
  request.structVersion = XR_API_LAYER_INFO_STRUCT_VERSION;
  request.structSize = sizeof request;
  auto function = reinterpret_cast<PFN_xrNegotiateLoaderApiLayerInterface>(
      dlsym(library, "xrNegotiateLoaderApiLayerInterface"));
  if (!function) exit(2);
  *layer = request;
  return function(&loader, name, layer);
}

static XrBool32 XRAPI_CALL message(XrDebugUtilsMessageSeverityFlagsEXT,
                                   XrDebugUtilsMessageTypeFlagsEXT,
                                   const XrDebugUtilsMessengerCallbackDataEXT*, void*) {
  return XR_FALSE;
}

// The first of so many messengers, each in the next chain of the one before.
static const void* chain(int count) {
  const void* next = nullptr;
  for (int i = 0; i < count; ++i) {
    messengers[i].type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    messengers[i].next = next;
    messengers[i].messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messengers[i].messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
    messengers[i].userCallback = message;
    next = &messengers[i];
  }
  return next;
}

static XrResult create(const XrNegotiateApiLayerRequest& layer, const char* name,
                       int messenger_count, XrInstance* instance) {
  static XrApiLayerNextInfo links[2];
  for (XrApiLayerNextInfo& link : links) {
    link.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO;
    link.structVersion = XR_API_LAYER_NEXT_INFO_STRUCT_VERSION;
    link.structSize = sizeof link;
    link.nextGetInstanceProcAddr = get_proc_addr_below;
    link.nextCreateApiLayerInstance = create_below;
  }
  snprintf(links[0].layerName, sizeof links[0].layerName, "%s", name);
  links[0].next = &links[1];
  XrApiLayerCreateInfo layer_info = {};
  layer_info.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO;
  layer_info.structVersion = XR_API_LAYER_CREATE_INFO_STRUCT_VERSION;
  layer_info.structSize = sizeof layer_info;
  layer_info.nextInfo = links;
  XrInstanceCreateInfo info = {XR_TYPE_INSTANCE_CREATE_INFO};
  strcpy(info.applicationInfo.applicationName, "application");
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
  const char* extension = XR_EXT_DEBUG_UTILS_EXTENSION_NAME;
  if (messenger_count != 0) {
    info.next = chain(messenger_count);
    info.enabledExtensionCount = 1;
    info.enabledExtensionNames = &extension;
  }
  return layer.createApiLayerInstance(&info, &layer_info, instance);
}

static bool is_of(void* library, PFN_xrVoidFunction function) {
  link_map* own;
  Dl_info place;
  return function && dlinfo(library, RTLD_DI_LINKMAP, &own) == 0 &&
         dladdr(reinterpret_cast<void*>(function), &place) &&
         strcmp(place.dli_fname, own->l_name) == 0;
}

// Whether a file has the name of a function that creates something.
static bool mentions_creation(int file) {
  char bytes[4096] = {};
  if (pread(file, bytes, sizeof bytes - 1, 0) < 0) return false;
  return strstr(bytes, "xrCreate") != nullptr;
}

int main(int count, char** words) {
  if (count != 4 && count != 5) return 2;
  bool changes_patch = strcmp(words[3], "patch") == 0;
  bool shows_output = strcmp(words[3], "output") == 0;
  bool offers = count == 5 && strcmp(words[3], "offer") == 0;
  int messenger_count = count == 5 && !offers ? atoi(words[4]) : 0;
  if (messenger_count < 0 || messenger_count > 2) return 2;
  int output = dup(1);
  int written = memfd_create("output", 0);
  dup2(written, 1);  // layers may write there
  result_below = shows_output ? XR_SUCCESS : static_cast<XrResult>(atoi(words[3]));
  void* library = dlopen(words[1], RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
  XrNegotiateApiLayerRequest layer;
  XrResult negotiated =
      negotiate(library, words[2], offers ? static_cast<unsigned>(atoi(words[4])) : 1, {}, &layer);
  if (offers) {
    dprintf(output, "offered interface versions 1 to %s, the layer returns %d", words[4],
            negotiated);
    return 0;
  }
  if (negotiated != XR_SUCCESS) return 2;
  if (changes_patch) {
    XrVersion first = layer.layerApiVersion & ~XrVersion{0xffffffff};
    dprintf(output, "offered its own API version with patch 0, the layer returns %d",
            negotiate(library, words[2], 1, {first, first}, &layer));
    return 0;
  }
  XrInstance instance = XR_NULL_HANDLE;
  XrResult result = create(layer, words[2], messenger_count, &instance);
  if (shows_output) {
    fflush(stdout);
    dprintf(output, "the layer's creation returns %d, and standard output has %s", result,
            mentions_creation(written) ? "text about it" : "no text about it");
    return 0;
  }
  dprintf(output, "the creation below returns %d, the layer's %d", result_below, result);
  if (result != XR_SUCCESS) return 0;
  PFN_xrVoidFunction function = nullptr;
  if (layer.getInstanceProcAddr(instance, "xrCreateInstance", &function) != XR_SUCCESS)
    function = nullptr;
  dprintf(output, "; %s",
          is_of(library, function) ? "xrCreateInstance is a function of the layer"
                                   : "the layer has no xrCreateInstance");
  return 0;
}
