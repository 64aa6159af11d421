// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr_runtime/runtime_app.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace loadstone::suites {
namespace {

constexpr char kHeadless[] = "XR_MND_headless";

}  // namespace

RuntimeOffer GoodRuntimeOffer() {
  RuntimeOffer offer;
  offer.request.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST;
  offer.request.structVersion = XR_RUNTIME_INFO_STRUCT_VERSION;
  offer.request.structSize = sizeof(offer.request);
  return offer;
}

RuntimeApp::RuntimeApp(const ComponentUnderTest& runtime) : library_(OpenComponentOrEnd(runtime)) {
  using Negotiate = XrResult(XRAPI_PTR*)(const XrNegotiateLoaderInfo*, XrNegotiateRuntimeRequest*);
  const auto negotiate = reinterpret_cast<Negotiate>(dlsym(library_, runtime.negotiate.c_str()));
  if (negotiate == nullptr) {
    Note("negotiated", "no export");
    return;
  }
  RuntimeOffer offer = GoodRuntimeOffer();
  const XrResult result =
      Traced("negotiation", [&] { return negotiate(&offer.info, &offer.request); });
  Note("negotiated", std::to_string(result));
  if (result != XR_SUCCESS) return;
  query_ = offer.request.getInstanceProcAddr;
  api_version_ = offer.request.runtimeApiVersion;
}

XrResult RuntimeApp::Query(XrInstance instance, const char* name,
                           PFN_xrVoidFunction* function) const {
  return Traced("xrGetInstanceProcAddr", [&] { return query_(instance, name, function); });
}

XrResult RuntimeApp::EnumerateExtensions(uint32_t capacity, uint32_t* count) const {
  constexpr char kCall[] = "xrEnumerateInstanceExtensionProperties";
  PFN_xrVoidFunction function = nullptr;
  if (Query(XR_NULL_HANDLE, kCall, &function) != XR_SUCCESS || function == nullptr) {
    return XR_ERROR_FUNCTION_UNSUPPORTED;
  }
  std::vector<XrExtensionProperties> list(capacity, {XR_TYPE_EXTENSION_PROPERTIES, nullptr, {}, 0});
  return Traced(kCall, [&] {
    return reinterpret_cast<PFN_xrEnumerateInstanceExtensionProperties>(function)(
        nullptr, capacity, count, capacity == 0 ? nullptr : list.data());
  });
}

bool RuntimeApp::Lists(const char* extension) const {
  constexpr char kCall[] = "xrEnumerateInstanceExtensionProperties";
  PFN_xrVoidFunction function = nullptr;
  if (Query(XR_NULL_HANDLE, kCall, &function) != XR_SUCCESS || function == nullptr) return false;
  const auto enumerate = reinterpret_cast<PFN_xrEnumerateInstanceExtensionProperties>(function);
  uint32_t count = 0;
  if (enumerate(nullptr, 0, &count, nullptr) != XR_SUCCESS || count == 0) return false;
  std::vector<XrExtensionProperties> list(count, {XR_TYPE_EXTENSION_PROPERTIES, nullptr, {}, 0});
  if (enumerate(nullptr, count, &count, list.data()) != XR_SUCCESS) return false;
  return std::any_of(list.begin(), list.end(), [&](const XrExtensionProperties& one) {
    return strncmp(one.extensionName, extension, XR_MAX_EXTENSION_NAME_SIZE) == 0;
  });
}

bool RuntimeApp::HasHeadless() const { return Lists(kHeadless); }

XrResult RuntimeApp::CreateInstance(const RuntimeInstanceRequest& request) {
  constexpr char kCall[] = "xrCreateInstance";
  PFN_xrVoidFunction function = nullptr;
  if (Query(XR_NULL_HANDLE, kCall, &function) != XR_SUCCESS || function == nullptr) {
    return XR_ERROR_FUNCTION_UNSUPPORTED;
  }
  XrInstanceCreateInfo info = {};
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  info.next = request.next;
  strncpy(info.applicationInfo.applicationName, request.application,
          XR_MAX_APPLICATION_NAME_SIZE - 1);
  info.applicationInfo.apiVersion =
      request.api_version != 0
          ? request.api_version
          : XR_MAKE_VERSION(XR_VERSION_MAJOR(api_version_), XR_VERSION_MINOR(api_version_), 0);
  std::vector<const char*> enabled;
  if (request.headless && HasHeadless()) enabled.push_back(kHeadless);
  if (request.other != nullptr && Lists(request.other)) enabled.push_back(request.other);
  info.enabledExtensionCount = static_cast<uint32_t>(enabled.size());
  info.enabledExtensionNames = enabled.data();
  instance_ = XR_NULL_HANDLE;
  const XrResult result = Traced(
      kCall, [&] { return reinterpret_cast<PFN_xrCreateInstance>(function)(&info, &instance_); });
  Note("instance", std::to_string(result));
  return result;
}

void RuntimeApp::DestroyInstance() {
  constexpr char kCall[] = "xrDestroyInstance";
  PFN_xrVoidFunction function = nullptr;
  if (Query(instance_, kCall, &function) != XR_SUCCESS || function == nullptr) return;
  Traced(kCall, [&] { return reinterpret_cast<PFN_xrDestroyInstance>(function)(instance_); });
  instance_ = XR_NULL_HANDLE;
}

void RuntimeApp::RunFullSequence() {
  if (!usable()) return;
  uint32_t count = 0;
  if (EnumerateExtensions(0, &count) == XR_SUCCESS) EnumerateExtensions(count, &count);
  if (CreateInstance({.headless = true}) != XR_SUCCESS) return;
  UseInstance();
  DestroyInstance();
}

void RuntimeApp::Unload() {
  AppEvent("dlclose", "enter");
  dlclose(library_);
  AppEvent("dlclose", "leave");
}

Observation RunRuntime(Case& c, const std::function<void(const ComponentUnderTest&)>& app) {
  return RunWithoutLoader(c, app);
}

std::string RuntimeBreaks(const Observation& seen) {
  return EndedDuring(seen, {"xrCreateInstance", "xrDestroyInstance"})
             ? policy::LS_XR_RUNTIME_14.text
             : std::string();
}

SkipReason WhyRuntimeNotSeen(const Observation& seen, const std::vector<std::string>& others) {
  return WhyNotFinished(seen, kRuntimeSurvives, others, RuntimeBreaks(seen));
}

SkipReason WhyNotNegotiated(const Observation& seen) {
  const auto answers = Answers(seen.events());
  const auto result = answers.find("negotiated");
  if (result == answers.end()) return WhyRuntimeNotSeen(seen);
  if (result->second == "no export") return "the runtime does not export its negotiation";
  return result->second == "0" ? std::string()
                               : Unjudged("negotiation gave XrResult " + result->second,
                                          {"LS_XR_RUNTIME_6/accepts_what_it_supports"});
}

SkipReason WhyNoXrInstance(const Observation& seen) {
  if (const SkipReason why = WhyNotNegotiated(seen); !why.empty()) return why;
  const auto answers = Answers(seen.events());
  const auto result = answers.find("instance");
  if (result == answers.end()) {
    const SkipReason why = WhyRuntimeNotSeen(seen);
    return why.empty() ? "the runtime has no xrCreateInstance" : why;
  }
  return result->second == "0" ? std::string()
                               : Untold("xrCreateInstance gave XrResult " + result->second);
}

SkipReason WhyRuntimeDidNotAnswer(const Observation& seen, const std::string& question) {
  if (const SkipReason why = WhyNotNegotiated(seen); !why.empty()) return why;
  if (Answers(seen.events()).contains(question)) return {};
  const SkipReason why = WhyRuntimeNotSeen(seen);
  return why.empty() ? "the runtime was not queried for " + question : why;
}

}  // namespace loadstone::suites
