// SPDX-License-Identifier: Apache-2.0
// The runtime and a layer of the unit tests in one DLL, which can be used as either.

#include "reference_loader/openxr/test_components.h"
#include "tests/windows/trace.h"

namespace {

using namespace reference_loader::openxr;

// The function of that name in the components of the unit tests.
template <typename Function>
Function Get(const char* library, const char* name) {
  static TestMachine* const machine = [] {
    auto* made = new TestMachine;
    made->AddLayer(0, "", false);
    return made;
  }();
  std::string error;
  void* handle = machine->platform().OpenLibrary(library, &error);
  return reinterpret_cast<Function>(machine->platform().Symbol(handle, name));
}

}  // namespace

extern "C" {

__declspec(dllexport) XrResult XRAPI_CALL
    xrNegotiateLoaderRuntimeInterface(const XrNegotiateLoaderInfo* info,
                                      XrNegotiateRuntimeRequest* request) {
  loadstone::TraceComponent("runtime");
  return Get<PFN_xrNegotiateLoaderRuntimeInterface>(
      "/runtime.so", "xrNegotiateLoaderRuntimeInterface")(info, request);
}

__declspec(dllexport) XrResult XRAPI_CALL
    xrNegotiateLoaderApiLayerInterface(const XrNegotiateLoaderInfo* info, const char* name,
                                       XrNegotiateApiLayerRequest* request) {
  loadstone::TraceComponent("layer");
  return Get<PFN_xrNegotiateLoaderApiLayerInterface>(
      "/layer0.so", "xrNegotiateLoaderApiLayerInterface")(info, name, request);
}

}  // extern "C"
