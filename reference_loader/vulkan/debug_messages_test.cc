// SPDX-License-Identifier: Apache-2.0
// Delivery of the loader's messages to registered callbacks.

#include "reference_loader/vulkan/debug_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reference_loader::vulkan::debug_messages_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr VkDebugUtilsMessageSeverityFlagsEXT kEverySeverity =
    VK_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT |
    VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;

// A messenger and, after it in the chain, a report callback, both for all messages.
class DebugMessagesTest : public testing::Test {
 protected:
  DebugMessagesTest() {
    report_.sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT;
    report_.flags = ~VkDebugReportFlagsEXT{0};
    report_.pfnCallback = &Reported;
    report_.pUserData = this;
    messenger_.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    messenger_.pNext = &report_;
    messenger_.messageSeverity = kEverySeverity;
    messenger_.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
    messenger_.pfnUserCallback = &Submitted;
    messenger_.pUserData = this;
  }

  static VKAPI_ATTR VkBool32 VKAPI_CALL Submitted(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                  VkDebugUtilsMessageTypeFlagsEXT,
                                                  const VkDebugUtilsMessengerCallbackDataEXT* data,
                                                  void* self) {
    EXPECT_STREQ(data->pMessage, "text");
    static_cast<DebugMessagesTest*>(self)->severities_.push_back(severity);
    return VK_FALSE;
  }
  static VKAPI_ATTR VkBool32 VKAPI_CALL Reported(VkDebugReportFlagsEXT flags,
                                                 VkDebugReportObjectTypeEXT, uint64_t, size_t,
                                                 int32_t, const char*, const char* message,
                                                 void* self) {
    EXPECT_STREQ(message, "text");
    static_cast<DebugMessagesTest*>(self)->flags_.push_back(flags);
    return VK_FALSE;
  }

  VkDebugReportCallbackCreateInfoEXT report_ = {};
  VkDebugUtilsMessengerCreateInfoEXT messenger_ = {};
  std::vector<int> severities_;
  std::vector<VkDebugReportFlagsEXT> flags_;
  DebugMessages messages_;
};

TEST_F(DebugMessagesTest, TheMostSevereFlagOfAMessageCounts) {
  messages_.AddFromChain(&messenger_);
  for (const uint32_t flags :
       {kLogError | kLogWarning, kLogWarning | kLogLayer, kLogInfo | kLogDriver, kLogDebug + 0u}) {
    messages_.Deliver(flags, "text");
  }
  EXPECT_THAT(severities_, ElementsAre(VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                       VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
                                       VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
                                       VK_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT));
  EXPECT_THAT(flags_,
              ElementsAre(VK_DEBUG_REPORT_ERROR_BIT_EXT, VK_DEBUG_REPORT_WARNING_BIT_EXT,
                          VK_DEBUG_REPORT_INFORMATION_BIT_EXT, VK_DEBUG_REPORT_DEBUG_BIT_EXT));
}

TEST_F(DebugMessagesTest, ThoseOfAChainPauseAndOthersDoNot) {
  messages_.AddFromChain(&report_);
  messages_.Add(&messenger_, messenger_);
  messages_.PauseThoseFromChain();
  messages_.Deliver(kLogError, "text");
  EXPECT_THAT(flags_, IsEmpty());
  EXPECT_EQ(severities_.size(), 1u);
  messages_.ResumeThoseFromChain();
  messages_.Remove(&messenger_);
  messages_.Deliver(kLogError, "text");
  EXPECT_EQ(flags_.size(), 1u);
  EXPECT_EQ(severities_.size(), 1u);
}

}  // namespace
}  // namespace reference_loader::vulkan::debug_messages_test
