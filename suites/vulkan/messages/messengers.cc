// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/messages/messengers.h"

#include <algorithm>

#include "harness/probe/app_trace.h"

namespace loadstone::suites {
namespace {

constexpr char kMessageReceived[] = "heard";
constexpr char kMessageIdName[] = "loadstone-message";
constexpr int32_t kMessageNumber = 77;
constexpr size_t kLocation = 3;

// The submitted message with this text that counts for the listener; null if there is none.
const SubmittedMessage* FindSubmitted(const char* text, const void* user_data) {
  if (text == nullptr) return nullptr;
  const auto* listener = static_cast<const MessageListener*>(user_data);
  std::span<const SubmittedMessage> all = kSubmitted;
  if (!listener->submitted.empty()) all = listener->submitted;
  const auto found = std::find_if(all.begin(), all.end(), [&](const SubmittedMessage& each) {
    return text == std::string_view(each.text);
  });
  return found == all.end() ? nullptr : &*found;
}

void TraceReceivedMessage(const void* user_data, const SubmittedMessage& message,
                          bool as_submitted) {
  const auto* listener = static_cast<const MessageListener*>(user_data);
  AppEvent(kMessageReceived)
      .Add("listener", listener->name)
      .Add("text", message.text)
      .Add("as_submitted", as_submitted);
}

// Ignores all messages except those that the application submitted.
VKAPI_ATTR VkBool32 VKAPI_CALL OnUtilsMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                              VkDebugUtilsMessageTypeFlagsEXT types,
                                              const VkDebugUtilsMessengerCallbackDataEXT* data,
                                              void* user_data) {
  const SubmittedMessage* message = FindSubmitted(data->pMessage, user_data);
  if (message == nullptr) return VK_FALSE;
  TraceReceivedMessage(user_data, *message,
                       severity == message->severity && types == message->types &&
                           data->messageIdNumber == kMessageNumber &&
                           data->pMessageIdName != nullptr &&
                           data->pMessageIdName == std::string_view(kMessageIdName));
  return VK_FALSE;
}

VKAPI_ATTR VkBool32 VKAPI_CALL HearReport(VkDebugReportFlagsEXT flags,
                                          VkDebugReportObjectTypeEXT type, uint64_t,
                                          size_t location, int32_t code, const char* prefix,
                                          const char* text, void* user_data) {
  const SubmittedMessage* message = FindSubmitted(text, user_data);
  if (message == nullptr) return VK_FALSE;
  TraceReceivedMessage(user_data, *message,
                       flags == message->flags && type == VK_DEBUG_REPORT_OBJECT_TYPE_UNKNOWN_EXT &&
                           location == kLocation && code == kMessageNumber && prefix != nullptr &&
                           prefix == std::string_view(kMessageIdName));
  return VK_FALSE;
}

void* UserData(const MessageListener& listener) { return const_cast<MessageListener*>(&listener); }

VkDebugUtilsMessengerCreateInfoEXT UtilsInfo(const MessageListener& listener) {
  VkDebugUtilsMessengerCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = listener.severities;
  info.messageType = listener.types;
  info.pfnUserCallback = OnUtilsMessage;
  info.pUserData = UserData(listener);
  return info;
}

VkDebugReportCallbackCreateInfoEXT ReportInfo(const MessageListener& listener) {
  VkDebugReportCallbackCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT;
  info.flags = listener.flags;
  info.pfnCallback = HearReport;
  info.pUserData = UserData(listener);
  return info;
}

// Creates a listener with the function of its extension.
template <typename Create, typename Handle, typename Info>
uint64_t CreateListener(VulkanApp& app, const char* function, const Info& info,
                        const VkAllocationCallbacks* allocator) {
  const auto create = app.Get<Create>(function);
  Handle handle = VK_NULL_HANDLE;
  AppEvent(function, "enter");
  const VkResult result =
      create == nullptr ? VK_ERROR_UNKNOWN : create(app.instance(), &info, allocator, &handle);
  AppEvent(function, "leave").Add("found", create != nullptr).Add("result", int64_t{result});
  return result == VK_SUCCESS ? (uint64_t)(uintptr_t)handle : 0;
}

uint64_t CreateMessenger(VulkanApp& app, const MessageListener& listener,
                         const VkAllocationCallbacks* allocator) {
  return CreateListener<PFN_vkCreateDebugUtilsMessengerEXT, VkDebugUtilsMessengerEXT>(
      app, "vkCreateDebugUtilsMessengerEXT", UtilsInfo(listener), allocator);
}

uint64_t CreateCallback(VulkanApp& app, const MessageListener& listener,
                        const VkAllocationCallbacks* allocator) {
  return CreateListener<PFN_vkCreateDebugReportCallbackEXT, VkDebugReportCallbackEXT>(
      app, "vkCreateDebugReportCallbackEXT", ReportInfo(listener), allocator);
}

template <typename Destroy, typename Handle>
void DestroyListener(VulkanApp& app, const char* function, uint64_t handle,
                     const VkAllocationCallbacks* allocator) {
  const auto destroy = app.Get<Destroy>(function);
  AppEvent(function, "enter");
  if (destroy != nullptr) destroy(app.instance(), (Handle)(uintptr_t)handle, allocator);
  AppEvent(function, "leave").Add("found", destroy != nullptr);
}

void DestroyMessenger(VulkanApp& app, uint64_t handle, const VkAllocationCallbacks* allocator) {
  DestroyListener<PFN_vkDestroyDebugUtilsMessengerEXT, VkDebugUtilsMessengerEXT>(
      app, "vkDestroyDebugUtilsMessengerEXT", handle, allocator);
}

void DestroyCallback(VulkanApp& app, uint64_t handle, const VkAllocationCallbacks* allocator) {
  DestroyListener<PFN_vkDestroyDebugReportCallbackEXT, VkDebugReportCallbackEXT>(
      app, "vkDestroyDebugReportCallbackEXT", handle, allocator);
}

void SubmitUtils(VulkanApp& app, const SubmittedMessage& message) {
  VkDebugUtilsMessengerCallbackDataEXT data = {};
  data.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.pMessageIdName = kMessageIdName;
  data.messageIdNumber = kMessageNumber;
  data.pMessage = message.text;
  const auto submit = app.Get<PFN_vkSubmitDebugUtilsMessageEXT>("vkSubmitDebugUtilsMessageEXT");
  if (submit != nullptr) submit(app.instance(), message.severity, message.types, &data);
}

void SubmitReport(VulkanApp& app, const SubmittedMessage& message) {
  const auto submit = app.Get<PFN_vkDebugReportMessageEXT>("vkDebugReportMessageEXT");
  if (submit == nullptr) return;
  submit(app.instance(), message.flags, VK_DEBUG_REPORT_OBJECT_TYPE_UNKNOWN_EXT, 0, kLocation,
         kMessageNumber, kMessageIdName, message.text);
}

void CreateInstanceWithMessenger(VulkanApp& app, const MessageListener& listener) {
  const VkDebugUtilsMessengerCreateInfoEXT info = UtilsInfo(listener);
  app.CreateInstance({.extensions = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME}, .next = &info});
}

void CreateInstanceWithCallback(VulkanApp& app, const MessageListener& listener) {
  const VkDebugReportCallbackCreateInfoEXT info = ReportInfo(listener);
  app.CreateInstance({.extensions = {VK_EXT_DEBUG_REPORT_EXTENSION_NAME}, .next = &info});
}

}  // namespace

const MessageExtension kMessageExtensions[2] = {
    {"messenger", VK_EXT_DEBUG_UTILS_EXTENSION_NAME, "vkCreateDebugUtilsMessengerEXT",
     "vkDestroyDebugUtilsMessengerEXT", "vkSubmitDebugUtilsMessageEXT",
     VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, CreateMessenger, DestroyMessenger,
     SubmitUtils, CreateInstanceWithMessenger},
    {"report_callback", VK_EXT_DEBUG_REPORT_EXTENSION_NAME, "vkCreateDebugReportCallbackEXT",
     "vkDestroyDebugReportCallbackEXT", "vkDebugReportMessageEXT",
     VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT, CreateCallback, DestroyCallback,
     SubmitReport, CreateInstanceWithCallback},
};

std::vector<std::string> Heard(const Observation& seen, const std::string& listener) {
  std::vector<std::string> texts;
  for (const Event& event : seen.Select(kAppName, kMessageReceived)) {
    const std::string text = event.Text("text");
    if (event.Text("listener") == listener &&
        std::find(texts.begin(), texts.end(), text) == texts.end()) {
      texts.push_back(text);
    }
  }
  return texts;
}

std::vector<std::string> HeardWrong(const Observation& seen) {
  std::vector<std::string> texts;
  for (const Event& event : seen.Select(kAppName, kMessageReceived)) {
    if (!event.Flag("as_submitted")) texts.push_back(event.Text("text"));
  }
  return texts;
}

}  // namespace loadstone::suites
