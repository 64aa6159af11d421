// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_RUNTIME_RUNTIME_APP_H_
#define LOADSTONE_SUITES_OPENXR_RUNTIME_RUNTIME_APP_H_

#include <functional>
#include <string>
#include <vector>

#include "harness/case/component_case.h"
#include "suites/common/notes.h"
#include "suites/common/openxr_offers.h"

// A case that judges an OpenXR runtime, which only `check-runtime` runs. Everything else is as for
// OPENXR_CASE.
#define OPENXR_RUNTIME_CASE(owner, name, ...)                                          \
  LOADSTONE_CASE(::loadstone::Api::kOpenXr, ::loadstone::SubjectKind::kRuntime, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone::suites {

// The case in which a runtime that ends the process is judged; elsewhere it hides the rest.
inline constexpr char kRuntimeSurvives[] = "LS_XR_RUNTIME_22/application_comes_to_its_end";

using RuntimeOffer = OpenXrOffer<XrNegotiateRuntimeRequest>;
// An offer of interface version 1 and of all of OpenXR 1.
RuntimeOffer GoodRuntimeOffer();

// What an instance is asked for.
struct RuntimeInstanceRequest {
  const char* application = "Loadstone";
  XrVersion api_version = 0;  // 0: major and minor version that the runtime negotiated
  const void* next = nullptr;
};

// In the probe: a runtime as a loader uses it, without a loader. Each call traces its begin and its
// end. Objects are destroyed only when told.
class RuntimeApp {
 public:
  // Loads the library and makes a good offer. Notes "negotiated", the XrResult, or "no export".
  // Ends the process where the linker refuses the library.
  explicit RuntimeApp(const ComponentUnderTest& runtime);

  // Whether negotiation succeeded and functions can be asked for.
  bool usable() const { return query_ != nullptr; }
  XrVersion api_version() const { return api_version_; }
  XrInstance instance() const { return instance_; }

  // xrGetInstanceProcAddr, which is called with `instance`.
  XrResult Query(XrInstance instance, const char* name, PFN_xrVoidFunction* function) const;
  // xrEnumerateInstanceExtensionProperties with that room, and the number that it tells.
  XrResult EnumerateExtensions(uint32_t capacity, uint32_t* count) const;
  // Notes "instance", the XrResult.
  XrResult CreateInstance(const RuntimeInstanceRequest& request = {});
  void DestroyInstance();
  // All of it once.
  void RunThrough();
  void Unload();

 private:
  void* library_ = nullptr;
  XrVersion api_version_ = 0;
  PFN_xrGetInstanceProcAddr query_ = nullptr;
  XrInstance instance_ = XR_NULL_HANDLE;
};

// Runs `app` in a world with the runtime's library, and with room for what runtimes bring. How the
// process ends is left to the case.
Observation RunRuntime(Case& c, const std::function<void(const ComponentUnderTest&)>& app);

// The policy that a runtime breaks which did not let the application finish: where it ended in the
// creation or destruction of the instance, it does not support one in a process. Empty elsewhere:
// no document says more of it than that it is not robust.
std::string RuntimeBreaks(const Observation& seen);
// Why an observation tells nothing, as WhyNotSeen, with that policy.
std::string WhyRuntimeNotSeen(const Observation& seen, const std::vector<std::string>& others = {});

// Why an observation tells nothing of what comes after negotiation; empty where there was one.
std::string WhyNotNegotiated(const Observation& seen);
// Likewise of an instance.
std::string WhyNoXrInstance(const Observation& seen);
// Why `question` was not answered (see Note); empty where it was.
std::string WhyRuntimeSilent(const Observation& seen, const std::string& question);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_RUNTIME_RUNTIME_APP_H_
