// SPDX-License-Identifier: Apache-2.0
// An API layer that writes its name to the standard output when an instance is created, intercepts
// nothing else, and keeps every rule for API layers. NAME is the text it writes. With
// -DSTORES_AFTER it stores the next function only after the nested creation returned.
#include <openxr/loader_interfaces.h>
#include <stdio.h>
#include <string.h>

#ifdef STORES_AFTER
constexpr bool kStoresAfter = true;
#else
constexpr bool kStoresAfter = false;
#endif

// One instance at a time is enough for the programs here.
static PFN_xrGetInstanceProcAddr next_proc_addr;

extern "C" {

static XrResult XRAPI_CALL get_instance_proc_addr(XrInstance instance, const char* name,
                                                  PFN_xrVoidFunction* function) {
  if (strcmp(name, "xrGetInstanceProcAddr") == 0) {
    *function = reinterpret_cast<PFN_xrVoidFunction>(get_instance_proc_addr);
    return XR_SUCCESS;
  }
  return next_proc_addr(instance, name, function);
}

static XrResult XRAPI_CALL create_instance(const XrInstanceCreateInfo* info,
                                           const XrApiLayerCreateInfo* layer_info,
                                           XrInstance* instance) {
  dprintf(1, " " NAME);
  const XrApiLayerNextInfo* own = layer_info->nextInfo;
  XrApiLayerCreateInfo next = *layer_info;
  next.nextInfo = own->next;
  if (!kStoresAfter) next_proc_addr = own->nextGetInstanceProcAddr;
  XrResult result = own->nextCreateApiLayerInstance(info, &next, instance);
  if (kStoresAfter) next_proc_addr = own->nextGetInstanceProcAddr;
  return result;
}

XrResult XRAPI_CALL xrNegotiateLoaderApiLayerInterface(const XrNegotiateLoaderInfo* loader,
                                                       const char* name,
                                                       XrNegotiateApiLayerRequest* request) {
  (void)name;
  if (loader->minInterfaceVersion > 1 || loader->maxInterfaceVersion < 1)
    return XR_ERROR_INITIALIZATION_FAILED;
  request->layerInterfaceVersion = 1;
  request->layerApiVersion = XR_MAKE_VERSION(1, 0, 0);
  request->getInstanceProcAddr = get_instance_proc_addr;
  request->createApiLayerInstance = create_instance;
  return XR_SUCCESS;
}

}  // extern "C"
