// SPDX-License-Identifier: Apache-2.0
// usage: openxr_runtime_offers LIBRARY
//
// Negotiates with a runtime as a loader does, and prints what it returns for each of several ranges
// of API versions, and the version that it answers.
#include <dlfcn.h>
#include <openxr/loader_interfaces.h>
#include <stdio.h>

static void offer(PFN_xrNegotiateLoaderRuntimeInterface negotiate, unsigned first, unsigned last) {
  XrNegotiateLoaderInfo loader = {XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
                                  XR_LOADER_INFO_STRUCT_VERSION,
                                  sizeof(XrNegotiateLoaderInfo),
                                  1,
                                  1,
                                  XR_MAKE_VERSION(first, 0, 0),
                                  XR_MAKE_VERSION(last, 0x3ff, 0xfff)};
  XrNegotiateRuntimeRequest request = {};
  request.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST;
  request.structVersion = XR_RUNTIME_INFO_STRUCT_VERSION;
  request.structSize = sizeof request;
  XrResult result = negotiate(&loader, &request);
  printf("offered OpenXR %u.0 to %u.1023: returns %d", first, last, result);
  if (result == XR_SUCCESS)
    printf(", and a version of OpenXR %u",
           static_cast<unsigned>(XR_VERSION_MAJOR(request.runtimeApiVersion)));
  printf("\n");
}

int main(int count, char** words) {
  void* library = count == 2 ? dlopen(words[1], RTLD_NOW) : nullptr;
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
  auto negotiate = reinterpret_cast<PFN_xrNegotiateLoaderRuntimeInterface>(
      dlsym(library, "xrNegotiateLoaderRuntimeInterface"));
  if (!negotiate) return 2;
  offer(negotiate, 1, 1);
  offer(negotiate, 0, 0);
  offer(negotiate, 1000, 1000);
  return 0;
}
