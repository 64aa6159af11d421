// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_OPENXR_APP_H_
#define LOADSTONE_HARNESS_PROBE_OPENXR_APP_H_

#include <openxr/openxr.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/world/subject.h"

namespace loadstone {

// What an application asks for when it creates an instance.
struct XrInstanceRequest {
  std::vector<std::string> layers = {};
  std::vector<std::string> extensions = {};
  XrVersion api_version = XR_MAKE_VERSION(1, 0, 0);
  std::string application = "Loadstone";
  const void* next = nullptr;
};

// An OpenXR application: loads the subject with dlopen and finds every command through
// xrGetInstanceProcAddr. Each call traces when it is made ("enter") and what came back ("leave"),
// under the name of the OpenXR command, so that an observation shows where a process ended. Objects
// are destroyed only when told.
class OpenXrApp {
 public:
  // Traces "load" with "loaded" and, if not, "error" of the dynamic linker. Without a subject the
  // process ends after that.
  explicit OpenXrApp(const Subject& subject);

  // Both calls of the two-call idiom. "result" (of the last call), "names", "spec_versions",
  // "layer_versions", "descriptions".
  std::vector<XrApiLayerProperties> EnumerateLayers();
  // Likewise: "layer" (absent for NULL), "result", "names" and "versions".
  std::vector<XrExtensionProperties> EnumerateExtensions(const char* layer = nullptr);

  // "result". The instance is the current one from then on.
  XrResult CreateInstance(const XrInstanceRequest& request = {});
  // The same with a structure of the caller's own.
  XrResult CreateInstance(const XrInstanceCreateInfo* info, XrInstance* instance);
  // "result". There is no current instance from then on. Does nothing without one.
  XrResult DestroyInstance();
  // Calls that travel down the chain: xrGetInstanceProperties and xrGetSystem, each with "result";
  // the first also with "name" of the runtime. Does nothing without a current instance.
  void UseInstance();
  // Creates, uses and destroys an instance, as far as it gets.
  void RunThrough(const XrInstanceRequest& request = {});

  XrInstance instance() const { return instance_; }

  // Asks xrGetInstanceProcAddr and traces that call: "name", "result" and "found", which says
  // whether a pointer came back.
  XrResult Ask(XrInstance instance, const char* name, PFN_xrVoidFunction* function);
  // A command for the current instance, or one that needs none; not traced. nullptr where there is
  // none.
  template <typename Function>
  Function Get(const char* name) const {
    return reinterpret_cast<Function>(Find(instance_, name));
  }
  template <typename Function>
  Function Global(const char* name) const {
    return reinterpret_cast<Function>(Find(XR_NULL_HANDLE, name));
  }
  // What the library exports under that name, or nullptr.
  void* Export(const char* name) const;

  // Traces the call of `command` by `call`, which gives its XrResult.
  template <typename Call>
  XrResult Traced(const char* command, const Call& call) {
    Enter(command);
    const XrResult result = call();
    Leave(command, result);
    return result;
  }

 private:
  PFN_xrVoidFunction Find(XrInstance instance, const char* name) const;
  static void Enter(const char* command);
  static void Leave(const char* command, XrResult result);

  void* library_ = nullptr;
  PFN_xrGetInstanceProcAddr get_instance_proc_addr_ = nullptr;
  XrInstance instance_ = XR_NULL_HANDLE;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_OPENXR_APP_H_
