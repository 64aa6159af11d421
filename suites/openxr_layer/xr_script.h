// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_LAYER_XR_SCRIPT_H_
#define LOADSTONE_SUITES_OPENXR_LAYER_XR_SCRIPT_H_

#include <string>
#include <utility>

#include "harness/probe/openxr_app.h"

// Calls a command of the current instance: XR_CALL(script, xrBeginFrame, session, &info).
#define XR_CALL(script, command, ...) (script).Call<PFN_##command>(#command, __VA_ARGS__)

namespace loadstone::suites {

template <typename Type>
Type EmptyXr(XrStructureType type) {
  Type structure = {};
  structure.type = type;
  return structure;
}

// In the probe: the calls of an ordinary application, in a transcript of their results.
class XrScript {
 public:
  // Thrown after the first call of the command that ends the script.
  struct Ended {
    XrResult result;
  };

  // All calls of the script, with a transcript.
  explicit XrScript(OpenXrApp& app) : app_(&app) {}
  // The calls up to and including the first one of `last`, without a transcript.
  XrScript(OpenXrApp& app, std::string last) : app_(&app), last_(std::move(last)) {}

  XrInstance instance() const { return app_->instance(); }
  void Line(const std::string& text) const;

  // Adds the result to the transcript.
  template <typename Function, typename... Arguments>
  XrResult Call(const char* command, Arguments... arguments) const {
    const XrResult result = CallQuietly<Function>(command, arguments...);
    AddResult(command, result);
    return result;
  }

  template <typename Function, typename... Arguments>
  XrResult CallQuietly(const char* command, Arguments... arguments) const {
    const auto function = app_->Get<Function>(command);
    if (function == nullptr) return XR_ERROR_FUNCTION_UNSUPPORTED;
    const auto call = [&] { return function(arguments...); };
    const XrResult result = last_.empty() ? app_->Traced(command, call) : call();
    if (last_ == command) throw Ended{result};
    return result;
  }

 private:
  void AddResult(const char* command, XrResult result) const;

  OpenXrApp* app_;
  std::string last_;
};

// What the application does with an instance, and with its sessions, in session_life.cc.
void UseXrInstance(const XrScript& script);
void UseXrSessions(const XrScript& script, XrSystemId system);

// The pose at the origin of a space, without a rotation.
inline XrPosef Origin() {
  XrPosef pose = {};
  pose.orientation.w = 1;
  return pose;
}

// A reference space of the session with its own origin; XR_NULL_HANDLE on failure.
inline XrSpace MakeSpace(const XrScript& script, XrSession session, XrReferenceSpaceType type) {
  auto info = EmptyXr<XrReferenceSpaceCreateInfo>(XR_TYPE_REFERENCE_SPACE_CREATE_INFO);
  info.referenceSpaceType = type;
  info.poseInReferenceSpace = Origin();
  XrSpace space = XR_NULL_HANDLE;
  XR_CALL(script, xrCreateReferenceSpace, session, &info, &space);
  return space;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_LAYER_XR_SCRIPT_H_
