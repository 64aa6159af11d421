// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_OPENXR_RUNTIME_FIXTURE_H_
#define LOADSTONE_MOCK_RUNTIME_OPENXR_RUNTIME_FIXTURE_H_

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string.h>

#include <string>
#include <vector>

#include "mock_common/openxr_fixture.h"

namespace loadstone::mock {

// For tests: a copy of a variant with its own configuration, opened and negotiated with as by a
// loader.
class RuntimeTest : public OpenXrMockTest {
 protected:
  void Open(const std::string& keys, const std::string& variant = "openxr_runtime") {
    OpenCopy("rt", keys, variant);
  }

  static XrNegotiateLoaderInfo ValidLoaderInfo() {
    return OpenXrMockTest::ValidLoaderInfo(XR_MAKE_VERSION(1, 1023, 4095));
  }
  static XrNegotiateRuntimeRequest ValidNegotiationRequest() {
    return {XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST,
            XR_RUNTIME_INFO_STRUCT_VERSION,
            sizeof(XrNegotiateRuntimeRequest),
            0,
            0,
            nullptr};
  }

  XrResult Negotiate(const char* name = "xrNegotiateLoaderRuntimeInterface") {
    const auto negotiate =
        reinterpret_cast<PFN_xrNegotiateLoaderRuntimeInterface>(dlsym(library_, name));
    if (negotiate == nullptr) return XR_ERROR_FUNCTION_UNSUPPORTED;
    const XrNegotiateLoaderInfo info = ValidLoaderInfo();
    request_ = ValidNegotiationRequest();
    return negotiate(&info, &request_);
  }

  template <typename Function>
  Function Get(const char* name) {
    PFN_xrVoidFunction function = nullptr;
    const XrResult result = request_.getInstanceProcAddr(instance_, name, &function);
    EXPECT_EQ(result == XR_SUCCESS, function != nullptr) << name;
    return reinterpret_cast<Function>(function);
  }

  XrResult Create(const std::vector<const char*>& extensions = {}, const void* next = nullptr) {
    XrInstanceCreateInfo info = {};
    info.type = XR_TYPE_INSTANCE_CREATE_INFO;
    info.next = next;
    strcpy(info.applicationInfo.applicationName, "test");
    info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 20);
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.enabledExtensionNames = extensions.data();
    return Get<PFN_xrCreateInstance>("xrCreateInstance")(&info, &instance_);
  }

  XrResult CreateSession() {
    const XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, 1};
    return Get<PFN_xrCreateSession>("xrCreateSession")(instance_, &info, &session_);
  }

  XrResult Attach(XrActionSet set) {
    const XrSessionActionSetsAttachInfo info = {XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO, nullptr, 1,
                                                &set};
    return Get<PFN_xrAttachSessionActionSets>("xrAttachSessionActionSets")(session_, &info);
  }

  XrResult Sync(XrActionSet set) {
    const XrActiveActionSet active = {set, XR_NULL_PATH};
    const XrActionsSyncInfo info = {XR_TYPE_ACTIONS_SYNC_INFO, nullptr, 1, &active};
    return Get<PFN_xrSyncActions>("xrSyncActions")(session_, &info);
  }

  std::vector<std::string> Violations() {
    std::vector<std::string> found;
    for (const auto& event : folder_.ReadTrace("trace")) {
      if (event["what"] == "violation") found.emplace_back(event["why"].GetString());
    }
    return found;
  }

  // The session states in the application's event queue, in order.
  std::vector<XrSessionState> Poll() {
    std::vector<XrSessionState> states;
    while (true) {
      XrEventDataBuffer buffer = {XR_TYPE_EVENT_DATA_BUFFER, nullptr, {}};
      if (Get<PFN_xrPollEvent>("xrPollEvent")(instance_, &buffer) != XR_SUCCESS) return states;
      const auto* changed = reinterpret_cast<const XrEventDataSessionStateChanged*>(&buffer);
      EXPECT_EQ(changed->session, session_);
      states.push_back(changed->state);
    }
  }

  XrNegotiateRuntimeRequest request_ = {};
  XrInstance instance_ = XR_NULL_HANDLE;
  XrSession session_ = XR_NULL_HANDLE;
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_OPENXR_RUNTIME_FIXTURE_H_
