// SPDX-License-Identifier: Apache-2.0
#include "harness/case/component_start.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>
#include <vulkan/vk_icd.h>
#include <vulkan/vk_layer.h>

#include <cstdint>
#include <cstdio>

#include "harness/case/registry.h"
#include "interfaces/openxr/loader_interfaces.h"

namespace loadstone {
namespace {

// Ends the process without the library's destructors, which this check does not judge.
[[noreturn]] void EndAtOnce(int status) {
#ifdef _WIN32
  TerminateProcess(GetCurrentProcess(), static_cast<UINT>(status));
#endif
  _exit(status);
}

std::string Refusal(const char* kind, int64_t result) {
  return result == 0 ? std::string() : fmt::format("{}{} {}", kRefusesLoader, kind, result);
}

std::string StartVulkanDriver(void* function) {
  uint32_t version = CURRENT_LOADER_ICD_INTERFACE_VERSION;
  return Refusal("VkResult",
                 reinterpret_cast<PFN_vkNegotiateLoaderICDInterfaceVersion>(function)(&version));
}

std::string StartVulkanLayer(void* function) {
  VkNegotiateLayerInterface offer = {};
  offer.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
  offer.loaderLayerInterfaceVersion = CURRENT_LOADER_LAYER_INTERFACE_VERSION;
  return Refusal("VkResult",
                 reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(function)(&offer));
}

XrNegotiateLoaderInfo LoaderInfo() {
  XrNegotiateLoaderInfo info = {};
  info.structType = XR_LOADER_INTERFACE_STRUCT_LOADER_INFO;
  info.structVersion = XR_LOADER_INFO_STRUCT_VERSION;
  info.structSize = sizeof(info);
  info.minInterfaceVersion = 1;
  info.maxInterfaceVersion = 1;
  info.minApiVersion = XR_MAKE_VERSION(1, 0, 0);
  info.maxApiVersion = XR_MAKE_VERSION(1, 0x3ff, 0xfff);
  return info;
}

// What came of the negotiation.
struct Start {
  std::string why_not = {};   // see WhyNotStarted
  std::string answered = {};  // the version of OpenXR 1 that a runtime which started answered
};

Start StartOpenXrRuntime(void* function) {
  const XrNegotiateLoaderInfo info = LoaderInfo();
  XrNegotiateRuntimeRequest request = {};
  request.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST;
  request.structVersion = XR_RUNTIME_INFO_STRUCT_VERSION;
  request.structSize = sizeof(request);
  Start start;
  start.why_not =
      Refusal("XrResult",
              reinterpret_cast<PFN_xrNegotiateLoaderRuntimeInterface>(function)(&info, &request));
  const XrVersion version = request.runtimeApiVersion;
  if (start.why_not.empty() && XR_VERSION_MAJOR(version) == 1) {
    start.answered = fmt::format("1.{}.{}", XR_VERSION_MINOR(version), XR_VERSION_PATCH(version));
  }
  return start;
}

std::string StartOpenXrLayer(void* function, const std::string& name) {
  const XrNegotiateLoaderInfo info = LoaderInfo();
  XrNegotiateApiLayerRequest request = {};
  request.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST;
  request.structVersion = XR_API_LAYER_INFO_STRUCT_VERSION;
  request.structSize = sizeof(request);
  return Refusal("XrResult", reinterpret_cast<PFN_xrNegotiateLoaderApiLayerInterface>(function)(
                                 &info, name.c_str(), &request));
}

Start StartLibrary(Api api, const ComponentUnderTest& component) {
  void* library = dlopen(component.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    return {.why_not = why != nullptr ? why : "the linker refuses the library"};
  }
  void* negotiate =
      component.negotiate.empty() ? nullptr : dlsym(library, component.negotiate.c_str());
  if (negotiate == nullptr) return {};
  if (component.kind == SubjectKind::kRuntime) return StartOpenXrRuntime(negotiate);
  if (component.kind == SubjectKind::kDriver) return {.why_not = StartVulkanDriver(negotiate)};
  return {.why_not = api == Api::kOpenXr ? StartOpenXrLayer(negotiate, component.name)
                                         : StartVulkanLayer(negotiate)};
}

}  // namespace

std::string WhyNotStarted(Api api, const ComponentUnderTest& component) {
  return StartLibrary(api, component).why_not;
}

int StartComponent(const std::string& api, const std::string& component_json) {
  const ComponentUnderTest component = ComponentUnderTest::FromJson(component_json);
  const Start start = StartLibrary(ApiFromName(api).value(), component);
  const bool started = start.why_not.empty();
  std::fputs(start.why_not.c_str(), stdout);
  if (started && component.kind == SubjectKind::kRuntime) {
    std::fprintf(stdout, "\n%s", start.answered.c_str());
  }
  std::fflush(stdout);
  EndAtOnce(started ? 0 : 1);
}

}  // namespace loadstone
