// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_RUNTIME_RUNTIME_APP_H_
#define LOADSTONE_SUITES_OPENXR_RUNTIME_RUNTIME_APP_H_

#include <functional>
#include <string>
#include <vector>

#include "harness/case/component_case.h"
#include "suites/common/component_app.h"
#include "suites/common/notes.h"
#include "suites/common/openxr_offers.h"

// Calls a command of the instance of a RuntimeApp: RUNTIME_CALL(app, xrEndSession, session).
#define RUNTIME_CALL(app, command, ...) (app).Call<PFN_##command>(#command, __VA_ARGS__)

// A case that judges an OpenXR runtime, which only `check-runtime` runs. Otherwise the same as
// OPENXR_CASE.
#define OPENXR_RUNTIME_CASE(owner, name, ...)                                          \
  LOADSTONE_CASE(::loadstone::Api::kOpenXr, ::loadstone::SubjectKind::kRuntime, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone::suites {

// The case that judges a runtime that ends the process; other cases are skipped because of it.
inline constexpr char kRuntimeSurvives[] = "LS_XR_RUNTIME_22/application_comes_to_its_end";

using RuntimeOffer = OpenXrOffer<XrNegotiateRuntimeRequest>;
// An offer of interface version 1 and of all versions of OpenXR 1.
RuntimeOffer GoodRuntimeOffer();

// The properties of a requested instance.
struct RuntimeInstanceRequest {
  const char* application = "Loadstone";
  XrVersion api_version = 0;  // 0: major and minor version that the runtime negotiated
  const void* next = nullptr;
  bool headless = false;        // enables XR_MND_headless if the runtime lists it
  const char* other = nullptr;  // another extension, likewise
};

// In the probe: uses a runtime as a loader does, without a loader. Traces the beginning and the end
// of each call. Destroys objects only on request.
class RuntimeApp {
 public:
  // Loads the library and makes a valid offer. Notes "negotiated": the XrResult, or "no export".
  // Ends the process if the linker rejects the library.
  explicit RuntimeApp(const ComponentUnderTest& runtime);

  // Whether negotiation succeeded and functions can be queried.
  bool usable() const { return query_ != nullptr; }
  XrVersion api_version() const { return api_version_; }
  XrInstance instance() const { return instance_; }

  // Calls xrGetInstanceProcAddr with `instance`.
  XrResult Query(XrInstance instance, const char* name, PFN_xrVoidFunction* function) const;
  // Calls xrEnumerateInstanceExtensionProperties with this capacity; returns the number in `count`.
  XrResult EnumerateExtensions(uint32_t capacity, uint32_t* count) const;
  // Whether the runtime lists the extension.
  bool Lists(const char* extension) const;
  // The same for XR_MND_headless, with which sessions need no graphics.
  bool HasHeadless() const;
  // A command for the instance, or nullptr.
  template <typename Function>
  Function Get(const char* name) const {
    PFN_xrVoidFunction function = nullptr;
    if (Query(instance_, name, &function) != XR_SUCCESS) return nullptr;
    return reinterpret_cast<Function>(function);
  }
  // Calls a command of the instance; XR_ERROR_FUNCTION_UNSUPPORTED if there is none.
  template <typename Function, typename... Arguments>
  XrResult Call(const char* name, Arguments... arguments) const {
    const auto function = Get<Function>(name);
    if (function == nullptr) return XR_ERROR_FUNCTION_UNSUPPORTED;
    return Traced(name, [&] { return function(arguments...); });
  }
  // Notes "instance": the XrResult.
  XrResult CreateInstance(const RuntimeInstanceRequest& request = {});
  void DestroyInstance();
  // What applications do with an instance: asks for properties, paths, a system and its views, and
  // makes actions and, without graphics, sessions, as far as the runtime supports it.
  void UseInstance();
  // Makes each of the calls above once.
  void RunFullSequence();
  void Unload();

 private:
  void* library_ = nullptr;
  XrVersion api_version_ = 0;
  PFN_xrGetInstanceProcAddr query_ = nullptr;
  XrInstance instance_ = XR_NULL_HANDLE;
};

// Runs `app` in a world with the runtime's library, and with enough space for what runtimes need.
// The case judges how the process ends.
Observation RunRuntime(Case& c, const std::function<void(const ComponentUnderTest&)>& app);

// The policy that a runtime violates if the application could not finish: if it ended while
// creating or destroying the instance, the runtime does not support an instance in a process. Empty
// if it ended elsewhere: the documents do not cover that, so it is only a lack of robustness.
std::string RuntimeBreaks(const Observation& seen);
// Why an observation is not usable, as WhyNotFinished, with that policy.
SkipReason WhyRuntimeNotSeen(const Observation& seen, const std::vector<std::string>& others = {});

// Why an observation shows nothing after negotiation; empty if negotiation took place.
SkipReason WhyNotNegotiated(const Observation& seen);
// The same for an instance.
SkipReason WhyNoXrInstance(const Observation& seen);
// Why `question` was not answered (see Note); empty if it was.
SkipReason WhyRuntimeDidNotAnswer(const Observation& seen, const std::string& question);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_RUNTIME_RUNTIME_APP_H_
