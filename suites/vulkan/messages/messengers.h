// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_MESSAGES_MESSENGERS_H_
#define LOADSTONE_SUITES_VULKAN_MESSAGES_MESSENGERS_H_

#include <span>
#include <string>
#include <vector>

#include "suites/suites.h"

// Code shared by the cases about messengers of VK_EXT_debug_utils and callbacks of
// VK_EXT_debug_report: an application that receives messages, and the messages that it submits.
namespace loadstone::suites {

// A message that an application submits, and the name of the listener that should receive it, if
// any.
struct SubmittedMessage {
  const char* text;
  VkDebugUtilsMessageSeverityFlagBitsEXT severity;
  VkDebugUtilsMessageTypeFlagsEXT types;
  VkDebugReportFlagsEXT flags;
  const char* listener;
};

// A listener for some messages, given by the bits of each extension. Of the received messages, only
// those in `submitted` count, or those in kSubmitted if it is empty.
struct MessageListener {
  const char* name;
  VkDebugUtilsMessageSeverityFlagsEXT severities;
  VkDebugUtilsMessageTypeFlagsEXT types;
  VkDebugReportFlagsEXT flags;
  std::span<const SubmittedMessage> submitted = {};
};

inline constexpr MessageListener kErrors = {"errors", VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                            VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
                                            VK_DEBUG_REPORT_ERROR_BIT_EXT};
inline constexpr MessageListener kInformation = {
    "information",
    VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
    VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
    VK_DEBUG_REPORT_INFORMATION_BIT_EXT | VK_DEBUG_REPORT_WARNING_BIT_EXT};

// In VK_EXT_debug_utils, the last message has a severity that one listener accepts and a type that
// another one accepts, so that none accepts both.
inline constexpr SubmittedMessage kSubmitted[] = {
    {"for errors", VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
     VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT, VK_DEBUG_REPORT_ERROR_BIT_EXT, "errors"},
    {"for information", VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
     VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, VK_DEBUG_REPORT_INFORMATION_BIT_EXT,
     "information"},
    {"for nobody", VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
     VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, VK_DEBUG_REPORT_DEBUG_BIT_EXT, nullptr},
};

// One of the two extensions. Its functions are called with the current instance of `app`.
struct MessageExtension {
  const char* id;  // part of the case IDs
  const char* name;
  const char* create;
  const char* destroy;
  const char* submit;
  // The structure for a listener in the pNext chain of vkCreateInstance.
  VkStructureType create_info;
  // Traces the call with its result. The handle is 0 if there is none.
  uint64_t (*create_listener)(VulkanApp& app, const MessageListener& listener,
                              const VkAllocationCallbacks* allocator);
  void (*destroy_listener)(VulkanApp& app, uint64_t handle, const VkAllocationCallbacks* allocator);
  void (*submit_message)(VulkanApp& app, const SubmittedMessage& message);
  // Creates an instance with the extension, and with the listener in the pNext chain.
  void (*create_instance)(VulkanApp& app, const MessageListener& listener);
};

extern const MessageExtension kMessageExtensions[2];

// The texts of the submitted messages that a listener received, each once, and those that differ
// from what was submitted.
std::vector<std::string> Heard(const Observation& seen, const std::string& listener);
std::vector<std::string> HeardWrong(const Observation& seen);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_MESSAGES_MESSENGERS_H_
