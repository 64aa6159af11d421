// SPDX-License-Identifier: Apache-2.0
// The driver's messengers and report callbacks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mock_runtime/vulkan/driver_copy.h"

namespace loadstone::mock::vulkan_messengers_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Texts = std::vector<std::string>;

VKAPI_ATTR VkBool32 VKAPI_CALL Hear(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                    VkDebugUtilsMessageTypeFlagsEXT,
                                    const VkDebugUtilsMessengerCallbackDataEXT* data, void* texts) {
  static_cast<Texts*>(texts)->emplace_back(data->pMessage);
  return VK_FALSE;
}

VKAPI_ATTR VkBool32 VKAPI_CALL HearReport(VkDebugReportFlagsEXT, VkDebugReportObjectTypeEXT,
                                          uint64_t, size_t, int32_t, const char*, const char* text,
                                          void* texts) {
  static_cast<Texts*>(texts)->emplace_back(text);
  return VK_FALSE;
}

class MessengersTest : public testing::Test {
 protected:
  VkDebugUtilsMessengerEXT NewMessenger(VkDebugUtilsMessageSeverityFlagsEXT severities,
                                        VkDebugUtilsMessageTypeFlagsEXT types, Texts* texts) {
    VkDebugUtilsMessengerCreateInfoEXT info = {};
    info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    info.messageSeverity = severities;
    info.messageType = types;
    info.pfnUserCallback = Hear;
    info.pUserData = texts;
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    EXPECT_EQ(user_.Get<PFN_vkCreateDebugUtilsMessengerEXT>("vkCreateDebugUtilsMessengerEXT")(
                  user_.instance, &info, nullptr, &messenger),
              VK_SUCCESS);
    return messenger;
  }

  void Destroy(VkDebugUtilsMessengerEXT messenger) {
    user_.Get<PFN_vkDestroyDebugUtilsMessengerEXT>("vkDestroyDebugUtilsMessengerEXT")(
        user_.instance, messenger, nullptr);
  }

  void Submit(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
              VkDebugUtilsMessageTypeFlagsEXT types, const char* text) {
    VkDebugUtilsMessengerCallbackDataEXT data = {};
    data.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
    data.pMessage = text;
    user_.Get<PFN_vkSubmitDebugUtilsMessageEXT>("vkSubmitDebugUtilsMessageEXT")(
        user_.instance, severity, types, &data);
  }

  TestFolder folder_;
  const DriverCopy driver_{folder_, "driver",
                           R"("instance_extensions":["VK_EXT_debug_utils","VK_EXT_debug_report"])"};
  const DriverUser user_{driver_, false};
};

constexpr auto kError = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
constexpr auto kInfo = VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT;
constexpr auto kGeneral = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
constexpr auto kValidation = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;

TEST_F(MessengersTest, GetWhatTheyWereCreatedFor) {
  Texts errors;
  Texts all;
  const auto first = NewMessenger(kError, kValidation, &errors);
  const auto second = NewMessenger(kError | kInfo, kGeneral | kValidation, &all);
  Submit(kError, kValidation, "both");
  Submit(kInfo, kValidation, "other severity");
  Submit(kError, kGeneral, "other type");
  EXPECT_THAT(errors, ElementsAre("both"));
  EXPECT_THAT(all, ElementsAre("both", "other severity", "other type"));
  Destroy(first);
  Destroy(second);
  EXPECT_EQ(driver_.Trace("vkSubmitDebugUtilsMessageEXT").size(), 3u);
  EXPECT_THAT(driver_.Violations(), IsEmpty());
}

// Destroys the newest and the oldest entry of the list, and one in between.
TEST_F(MessengersTest, GetNothingWhenTheyAreDestroyed) {
  Texts texts[3];
  VkDebugUtilsMessengerEXT messengers[3];
  for (int i = 0; i < 3; ++i) messengers[i] = NewMessenger(kError, kGeneral, &texts[i]);
  Destroy(messengers[1]);
  Submit(kError, kGeneral, "one");
  Destroy(messengers[2]);
  Submit(kError, kGeneral, "two");
  Destroy(messengers[0]);
  Submit(kError, kGeneral, "three");
  EXPECT_THAT(texts[0], ElementsAre("one", "two"));
  EXPECT_THAT(texts[1], IsEmpty());
  EXPECT_THAT(texts[2], ElementsAre("one"));
  EXPECT_THAT(driver_.Violations(), IsEmpty());
}

TEST_F(MessengersTest, ReportCallbacksGetWhatTheyWereCreatedFor) {
  Texts texts;
  VkDebugReportCallbackCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT;
  info.flags = VK_DEBUG_REPORT_ERROR_BIT_EXT;
  info.pfnCallback = HearReport;
  info.pUserData = &texts;
  VkDebugReportCallbackEXT callback = VK_NULL_HANDLE;
  ASSERT_EQ(user_.Get<PFN_vkCreateDebugReportCallbackEXT>("vkCreateDebugReportCallbackEXT")(
                user_.instance, &info, nullptr, &callback),
            VK_SUCCESS);
  const auto report = user_.Get<PFN_vkDebugReportMessageEXT>("vkDebugReportMessageEXT");
  const auto submit = [&](VkDebugReportFlagsEXT flags, const char* text) {
    report(user_.instance, flags, VK_DEBUG_REPORT_OBJECT_TYPE_UNKNOWN_EXT, 0, 0, 0, "test", text);
  };
  submit(VK_DEBUG_REPORT_ERROR_BIT_EXT, "error");
  submit(VK_DEBUG_REPORT_DEBUG_BIT_EXT, "debug");
  user_.Get<PFN_vkDestroyDebugReportCallbackEXT>("vkDestroyDebugReportCallbackEXT")(
      user_.instance, callback, nullptr);
  submit(VK_DEBUG_REPORT_ERROR_BIT_EXT, "late");
  EXPECT_THAT(texts, ElementsAre("error"));
  EXPECT_THAT(driver_.Violations(), IsEmpty());
}

}  // namespace
}  // namespace loadstone::mock::vulkan_messengers_test
