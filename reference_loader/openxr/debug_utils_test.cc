// SPDX-License-Identifier: Apache-2.0
// XR_EXT_debug_utils as the loader implements it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/openxr/generated/commands.h"
#include "reference_loader/openxr/instance.h"
#include "reference_loader/openxr/loader.h"
#include "reference_loader/openxr/test_components.h"

namespace reference_loader::openxr::debug_utils_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The messages that the callbacks of a test received.
struct Received {
  std::vector<std::string> messages;
  std::vector<std::string> functions;
  std::vector<std::string> object_names;
  std::vector<std::string> labels;
};

XRAPI_ATTR XrBool32 XRAPI_CALL Receive(XrDebugUtilsMessageSeverityFlagsEXT,
                                       XrDebugUtilsMessageTypeFlagsEXT,
                                       const XrDebugUtilsMessengerCallbackDataEXT* data,
                                       void* user_data) {
  auto* received = static_cast<Received*>(user_data);
  received->messages.push_back(data->message);
  received->functions.push_back(data->functionName != nullptr ? data->functionName : "");
  for (uint32_t i = 0; i < data->objectCount; ++i) {
    const char* name = data->objects[i].objectName;
    received->object_names.push_back(name != nullptr ? name : "");
  }
  for (uint32_t i = 0; i < data->sessionLabelCount; ++i) {
    received->labels.push_back(data->sessionLabels[i].labelName);
  }
  return XR_FALSE;
}

class DebugUtilsTest : public testing::Test {
 protected:
  DebugUtilsTest() {
    messenger_info_.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    messenger_info_.messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger_info_.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
    messenger_info_.userCallback = &Receive;
    messenger_info_.userData = &received_;
    request_.info.next = nullptr;
  }
  ~DebugUtilsTest() override { Destroy(); }

  XrResult Create() { return CreateInstance(machine_.platform(), &request_.info, &instance_); }
  void Destroy() {
    if (ActiveDispatch() != nullptr) {
      EXPECT_EQ(xrDestroyInstance(instance_), XR_SUCCESS);
    }
  }

  template <typename Function>
  Function Get(const char* name) {
    PFN_xrVoidFunction function = nullptr;
    EXPECT_EQ(xrGetInstanceProcAddr(instance_, name, &function), XR_SUCCESS) << name;
    return reinterpret_cast<Function>(function);
  }

  XrDebugUtilsMessengerEXT CreateMessenger() {
    XrDebugUtilsMessengerEXT messenger = XR_NULL_HANDLE;
    EXPECT_EQ(Get<PFN_xrCreateDebugUtilsMessengerEXT>("xrCreateDebugUtilsMessengerEXT")(
                  instance_, &messenger_info_, &messenger),
              XR_SUCCESS);
    return messenger;
  }

  void Submit(XrDebugUtilsMessageSeverityFlagsEXT severity, const char* message,
              std::vector<XrDebugUtilsObjectNameInfoEXT> objects = {}) {
    XrDebugUtilsMessengerCallbackDataEXT data = {};
    data.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
    data.message = message;
    data.objectCount = static_cast<uint32_t>(objects.size());
    data.objects = objects.data();
    EXPECT_EQ(Get<PFN_xrSubmitDebugUtilsMessageEXT>("xrSubmitDebugUtilsMessageEXT")(
                  instance_, severity, XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data),
              XR_SUCCESS);
  }

  TestMachine machine_;
  TestRequest request_{{}, {XR_EXT_DEBUG_UTILS_EXTENSION_NAME}};
  XrDebugUtilsMessengerCreateInfoEXT messenger_info_ = {};
  XrInstance instance_ = XR_NULL_HANDLE;
  Received received_;
};

TEST_F(DebugUtilsTest, MessagesReachTheMessengersThatWantThem) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_THAT(World().runtime.enabled_extensions, IsEmpty());
  const XrDebugUtilsMessengerEXT messenger = CreateMessenger();
  Submit(XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "error");
  Submit(XR_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT, "info");
  EXPECT_THAT(received_.messages, ElementsAre("error"));
  const auto destroy = Get<PFN_xrDestroyDebugUtilsMessengerEXT>("xrDestroyDebugUtilsMessengerEXT");
  EXPECT_EQ(destroy(messenger), XR_SUCCESS);
  EXPECT_EQ(destroy(messenger), XR_ERROR_HANDLE_INVALID);
  EXPECT_EQ(destroy(XR_NULL_HANDLE), XR_ERROR_HANDLE_INVALID);
  Submit(XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "late");
  EXPECT_THAT(received_.messages, ElementsAre("error"));
}

TEST_F(DebugUtilsTest, MessengersHaveHandlesOfTheirOwn) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_NE(CreateMessenger(), CreateMessenger());
  Submit(XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "twice");
  EXPECT_THAT(received_.messages, ElementsAre("twice", "twice"));
}

TEST_F(DebugUtilsTest, RuntimeThatHasItDoesTheWork) {
  World().runtime.extensions[XR_EXT_DEBUG_UTILS_EXTENSION_NAME] = 4;
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_THAT(World().runtime.enabled_extensions, ElementsAre(XR_EXT_DEBUG_UTILS_EXTENSION_NAME));
  const XrDebugUtilsMessengerEXT messenger = CreateMessenger();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(messenger), 0x5678u);
  EXPECT_TRUE(World().Called("runtime xrCreateDebugUtilsMessengerEXT"));
}

TEST_F(DebugUtilsTest, LoaderTellsItsOwnMessages) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  CreateMessenger();
  XrInstance second = XR_NULL_HANDLE;
  EXPECT_EQ(CreateInstance(machine_.platform(), &request_.info, &second), XR_ERROR_LIMIT_REACHED);
  ASSERT_EQ(received_.messages.size(), 1u);
  EXPECT_THAT(received_.functions, ElementsAre("xrCreateInstance"));
}

TEST_F(DebugUtilsTest, MessengerInTheChainHearsCreationAndDestructionOnly) {
  request_.info.next = &messenger_info_;
  World().runtime.results["xrCreateInstance"] = XR_ERROR_RUNTIME_FAILURE;
  EXPECT_EQ(Create(), XR_ERROR_RUNTIME_FAILURE);
  EXPECT_EQ(received_.messages.size(), 1u);
  World().runtime.results.clear();
  ASSERT_EQ(Create(), XR_SUCCESS);
  Submit(XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "in between");
  EXPECT_EQ(received_.messages.size(), 1u);
  World().runtime.results["xrDestroyInstance"] = XR_ERROR_RUNTIME_FAILURE;
  EXPECT_EQ(xrDestroyInstance(instance_), XR_ERROR_RUNTIME_FAILURE);
  EXPECT_THAT(received_.functions, ElementsAre("xrCreateInstance", "xrDestroyInstance"));
}

TEST_F(DebugUtilsTest, MessengerInTheChainHearsOfBadArguments) {
  request_.info.next = &messenger_info_;
  request_.info.applicationInfo.applicationName[0] = '\0';
  EXPECT_EQ(Create(), XR_ERROR_NAME_INVALID);
  EXPECT_EQ(received_.messages.size(), 1u);
}

TEST_F(DebugUtilsTest, ChainCountsOnlyWithTheExtension) {
  TestRequest without;
  without.info.next = &messenger_info_;
  World().runtime.results["xrCreateInstance"] = XR_ERROR_RUNTIME_FAILURE;
  EXPECT_EQ(CreateInstance(machine_.platform(), &without.info, &instance_),
            XR_ERROR_RUNTIME_FAILURE);
  EXPECT_THAT(received_.messages, IsEmpty());
}

TEST_F(DebugUtilsTest, ObjectsAreNamedAndSessionsLabelled) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  CreateMessenger();
  const auto session = reinterpret_cast<XrSession>(uintptr_t{11});
  XrDebugUtilsObjectNameInfoEXT object = {};
  object.type = XR_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
  object.objectType = XR_OBJECT_TYPE_SESSION;
  object.objectHandle = 11;
  object.objectName = "my session";
  const auto set_name = Get<PFN_xrSetDebugUtilsObjectNameEXT>("xrSetDebugUtilsObjectNameEXT");
  EXPECT_EQ(set_name(instance_, &object), XR_SUCCESS);
  const auto begin =
      Get<PFN_xrSessionBeginDebugUtilsLabelRegionEXT>("xrSessionBeginDebugUtilsLabelRegionEXT");
  const auto end =
      Get<PFN_xrSessionEndDebugUtilsLabelRegionEXT>("xrSessionEndDebugUtilsLabelRegionEXT");
  const auto insert =
      Get<PFN_xrSessionInsertDebugUtilsLabelEXT>("xrSessionInsertDebugUtilsLabelEXT");
  const XrDebugUtilsLabelEXT outer = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, "outer"};
  const XrDebugUtilsLabelEXT single = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, "single"};
  const XrDebugUtilsLabelEXT inner = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, "inner"};
  EXPECT_EQ(begin(session, &outer), XR_SUCCESS);
  EXPECT_EQ(insert(session, &single), XR_SUCCESS);
  object.objectName = nullptr;
  Submit(XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "a", {object});
  EXPECT_THAT(received_.object_names, ElementsAre("my session"));
  EXPECT_THAT(received_.labels, ElementsAre("single", "outer"));
  received_ = {};
  EXPECT_EQ(begin(session, &inner), XR_SUCCESS);
  Submit(XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "b", {object});
  EXPECT_THAT(received_.labels, ElementsAre("inner", "outer"));
  received_ = {};
  EXPECT_EQ(set_name(instance_, &object), XR_SUCCESS);
  EXPECT_EQ(end(session), XR_SUCCESS);
  EXPECT_EQ(end(session), XR_SUCCESS);
  EXPECT_EQ(end(session), XR_SUCCESS);
  Submit(XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "c", {object});
  EXPECT_THAT(received_.object_names, ElementsAre(""));
  EXPECT_THAT(received_.labels, IsEmpty());
}

TEST_F(DebugUtilsTest, InvalidArgumentsAreRejected) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  const auto create = Get<PFN_xrCreateDebugUtilsMessengerEXT>("xrCreateDebugUtilsMessengerEXT");
  XrDebugUtilsMessengerEXT messenger = XR_NULL_HANDLE;
  EXPECT_EQ(create(instance_, nullptr, &messenger), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(create(instance_, &messenger_info_, nullptr), XR_ERROR_VALIDATION_FAILURE);
  XrDebugUtilsMessengerCreateInfoEXT info = messenger_info_;
  info.userCallback = nullptr;
  EXPECT_EQ(create(instance_, &info, &messenger), XR_ERROR_VALIDATION_FAILURE);
  info = messenger_info_;
  info.type = XR_TYPE_UNKNOWN;
  EXPECT_EQ(create(instance_, &info, &messenger), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(Get<PFN_xrSubmitDebugUtilsMessageEXT>("xrSubmitDebugUtilsMessageEXT")(instance_, 1, 1,
                                                                                  nullptr),
            XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(
      Get<PFN_xrSetDebugUtilsObjectNameEXT>("xrSetDebugUtilsObjectNameEXT")(instance_, nullptr),
      XR_ERROR_VALIDATION_FAILURE);
  const auto session = reinterpret_cast<XrSession>(uintptr_t{11});
  EXPECT_EQ(Get<PFN_xrSessionInsertDebugUtilsLabelEXT>("xrSessionInsertDebugUtilsLabelEXT")(
                session, nullptr),
            XR_ERROR_VALIDATION_FAILURE);
}

}  // namespace
}  // namespace reference_loader::openxr::debug_utils_test
