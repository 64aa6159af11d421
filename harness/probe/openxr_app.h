// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_OPENXR_APP_H_
#define LOADSTONE_HARNESS_PROBE_OPENXR_APP_H_

#include <openxr/openxr.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/world/subject.h"

namespace loadstone {

// The parameters of xrCreateInstance.
struct XrInstanceRequest {
  std::vector<std::string> layers = {};
  std::vector<std::string> extensions = {};
  XrVersion api_version = XR_MAKE_VERSION(1, 0, 0);
  std::string application = "Loadstone";
  const void* next = nullptr;
};

// An OpenXR application: loads the subject with dlopen and finds every command through
// xrGetInstanceProcAddr, unless UseExports was called. Each call is traced under the name of the
// OpenXR command, before it is made ("enter") and with its results ("leave"), so that an
// observation shows where a process ended. Objects are destroyed only by explicit calls.
class OpenXrApp {
 public:
  // Traces "load" with "loaded" and, if it is false, the dynamic linker's "error". If the subject
  // cannot be loaded, the process ends after that.
  explicit OpenXrApp(const Subject& subject);

  // Makes both calls of the two-call idiom. Traces "result" (of the last call), "names",
  // "spec_versions", "layer_versions", "descriptions".
  std::vector<XrApiLayerProperties> EnumerateLayers();
  // Makes both calls. Traces "layer" (absent for NULL), "result", "names" and "versions".
  std::vector<XrExtensionProperties> EnumerateExtensions(const char* layer = nullptr);

  // Traces "result". The instance becomes the current one.
  XrResult CreateInstance(const XrInstanceRequest& request = {});
  // Does the same with a structure of the caller.
  XrResult CreateInstance(const XrInstanceCreateInfo* info, XrInstance* instance);
  // Traces "result". Afterwards there is no current instance. Does nothing without one.
  XrResult DestroyInstance();
  // Makes calls that are passed down the chain: xrGetInstanceProperties and xrGetSystem, each with
  // "result"; the first also with "name" of the runtime. Does nothing without a current instance.
  void UseInstance();
  // Creates, uses and destroys an instance; stops at the first step that fails.
  void RunFullSequence(const XrInstanceRequest& request = {});

  XrInstance instance() const { return instance_; }

  // Calls xrGetInstanceProcAddr and traces that call: "name", "result" and "found", whether it
  // returned a pointer.
  XrResult Ask(XrInstance instance, const char* name, PFN_xrVoidFunction* function);
  // Return a command for the current instance, or one that needs none, without tracing; nullptr if
  // there is none.
  template <typename Function>
  Function Get(const char* name) const {
    return reinterpret_cast<Function>(Find(instance_, name));
  }
  template <typename Function>
  Function Global(const char* name) const {
    return reinterpret_cast<Function>(Find(XR_NULL_HANDLE, name));
  }
  // Returns what the library exports under that name, or nullptr.
  void* Export(const char* name) const;
  // From now on, finds commands among the library's exports, as an application that is linked with
  // the loader does.
  void UseExports() { uses_exports_ = true; }

  // Traces a call of `command`, which `call` makes and whose XrResult it returns.
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
  bool uses_exports_ = false;
  XrInstance instance_ = XR_NULL_HANDLE;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_OPENXR_APP_H_
