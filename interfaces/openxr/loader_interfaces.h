// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_OPENXR_LOADER_INTERFACES_H_
#define LOADSTONE_INTERFACES_OPENXR_LOADER_INTERFACES_H_

#include <openxr/openxr.h>

#include <cstddef>

// The structures of the interfaces between an OpenXR loader, a runtime and API layers, for 64-bit
// machines. Debian's headers lack them. They are written from the loader documents ("Loader/Runtime
// Negotiation", "Loader/Layer Negotiation", "Call Chain Example") and are a public interface like
// openxr.h: mocks, harness and reference loader may all include this file.
extern "C" {

typedef enum XrLoaderInterfaceStructs {
  XR_LOADER_INTERFACE_STRUCT_UNINTIALIZED = 0,
  XR_LOADER_INTERFACE_STRUCT_LOADER_INFO = 1,
  XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST = 2,
  XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST = 3,
  XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO = 4,
  XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO = 5,
  XR_LOADER_INTERFACE_STRUCTS_MAX_ENUM = 0x7FFFFFFF
} XrLoaderInterfaceStructs;

#define XR_CURRENT_LOADER_API_LAYER_VERSION 1
#define XR_CURRENT_LOADER_RUNTIME_VERSION 1
#define XR_LOADER_INFO_STRUCT_VERSION 1
#define XR_API_LAYER_INFO_STRUCT_VERSION 1
#define XR_RUNTIME_INFO_STRUCT_VERSION 1
#define XR_API_LAYER_CREATE_INFO_STRUCT_VERSION 1
#define XR_API_LAYER_NEXT_INFO_STRUCT_VERSION 1
#define XR_API_LAYER_MAX_SETTINGS_PATH_SIZE 512

// Passed by the loader: the ranges of interface and API versions that it supports.
typedef struct XrNegotiateLoaderInfo {
  XrLoaderInterfaceStructs structType;
  uint32_t structVersion;
  size_t structSize;
  uint32_t minInterfaceVersion;
  uint32_t maxInterfaceVersion;
  XrVersion minApiVersion;
  XrVersion maxApiVersion;
} XrNegotiateLoaderInfo;

// Filled in by a runtime, except for the first three members, which the loader fills in.
typedef struct XrNegotiateRuntimeRequest {
  XrLoaderInterfaceStructs structType;
  uint32_t structVersion;
  size_t structSize;
  uint32_t runtimeInterfaceVersion;
  XrVersion runtimeApiVersion;
  PFN_xrGetInstanceProcAddr getInstanceProcAddr;
} XrNegotiateRuntimeRequest;

struct XrApiLayerCreateInfo;
typedef XrResult(XRAPI_PTR* PFN_xrCreateApiLayerInstance)(
    const XrInstanceCreateInfo* info, const struct XrApiLayerCreateInfo* apiLayerInfo,
    XrInstance* instance);

// Filled in by an API layer, except for the first three members, which the loader fills in.
typedef struct XrNegotiateApiLayerRequest {
  XrLoaderInterfaceStructs structType;
  uint32_t structVersion;
  size_t structSize;
  uint32_t layerInterfaceVersion;
  XrVersion layerApiVersion;
  PFN_xrGetInstanceProcAddr getInstanceProcAddr;
  PFN_xrCreateApiLayerInstance createApiLayerInstance;
} XrNegotiateApiLayerRequest;

// One link of the list that leads from the first layer to the loader's terminator.
typedef struct XrApiLayerNextInfo {
  XrLoaderInterfaceStructs structType;
  uint32_t structVersion;
  size_t structSize;
  char layerName[XR_MAX_API_LAYER_NAME_SIZE];
  PFN_xrGetInstanceProcAddr nextGetInstanceProcAddr;
  PFN_xrCreateApiLayerInstance nextCreateApiLayerInstance;
  struct XrApiLayerNextInfo* next;
} XrApiLayerNextInfo;

// Passed to a layer in addition to the application's XrInstanceCreateInfo.
typedef struct XrApiLayerCreateInfo {
  XrLoaderInterfaceStructs structType;
  uint32_t structVersion;
  size_t structSize;
  void* loaderInstance;
  char settings_file_location[XR_API_LAYER_MAX_SETTINGS_PATH_SIZE];
  XrApiLayerNextInfo* nextInfo;
} XrApiLayerCreateInfo;

// The two functions that a loader gets from a library, unless its manifest renames them.
typedef XrResult(XRAPI_PTR* PFN_xrNegotiateLoaderRuntimeInterface)(
    const XrNegotiateLoaderInfo* loaderInfo, XrNegotiateRuntimeRequest* runtimeRequest);
typedef XrResult(XRAPI_PTR* PFN_xrNegotiateLoaderApiLayerInterface)(
    const XrNegotiateLoaderInfo* loaderInfo, const char* layerName,
    XrNegotiateApiLayerRequest* apiLayerRequest);

}  // extern "C"

#if XR_PTR_SIZE == 8
static_assert(sizeof(XrNegotiateLoaderInfo) == 40);
static_assert(sizeof(XrNegotiateApiLayerRequest) == 48);
static_assert(sizeof(XrNegotiateRuntimeRequest) == 40);
static_assert(offsetof(XrNegotiateRuntimeRequest, runtimeApiVersion) == 24);
static_assert(offsetof(XrNegotiateRuntimeRequest, getInstanceProcAddr) == 32);
static_assert(sizeof(XrApiLayerCreateInfo) == 544);
static_assert(sizeof(XrApiLayerNextInfo) == 296);
#elif defined(_WIN32) || defined(__arm__)  // a uint64_t is aligned to 8 bytes
static_assert(sizeof(XrNegotiateLoaderInfo) == 40);
static_assert(sizeof(XrNegotiateApiLayerRequest) == 32);
static_assert(sizeof(XrNegotiateRuntimeRequest) == 32);
static_assert(sizeof(XrApiLayerCreateInfo) == 532);
static_assert(sizeof(XrApiLayerNextInfo) == 280);
#elif defined(__i386__)
static_assert(sizeof(XrNegotiateLoaderInfo) == 36);
static_assert(sizeof(XrNegotiateApiLayerRequest) == 32);
static_assert(sizeof(XrNegotiateRuntimeRequest) == 28);
static_assert(sizeof(XrApiLayerCreateInfo) == 532);
static_assert(sizeof(XrApiLayerNextInfo) == 280);
#endif

#endif  // LOADSTONE_INTERFACES_OPENXR_LOADER_INTERFACES_H_
