#include "reference_loader/vulkan/debug_messages.h"

#include <algorithm>

namespace reference_loader::vulkan {

void DebugMessages::AddFromChain(const void* next) {
  for (auto* base = static_cast<const VkBaseInStructure*>(next); base != nullptr;
       base = base->pNext) {
    if (base->sType == VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT) {
      Add(this, *reinterpret_cast<const VkDebugUtilsMessengerCreateInfoEXT*>(base));
    } else if (base->sType == VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT) {
      Add(this, *reinterpret_cast<const VkDebugReportCallbackCreateInfoEXT*>(base));
    }
  }
}

void DebugMessages::Add(const void* key, const VkDebugUtilsMessengerCreateInfoEXT& info) {
  const std::lock_guard<std::mutex> lock(mutex_);
  messengers_.push_back({key, info});
}

void DebugMessages::Add(const void* key, const VkDebugReportCallbackCreateInfoEXT& info) {
  const std::lock_guard<std::mutex> lock(mutex_);
  callbacks_.push_back({key, info});
}

void DebugMessages::Remove(const void* key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::erase_if(messengers_, [key](const Messenger& m) { return m.key == key; });
  std::erase_if(callbacks_, [key](const Callback& c) { return c.key == key; });
}

// The lists are copied for each message, since a callback may call the API again.
std::vector<DebugMessages::Messenger> DebugMessages::Messengers() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return messengers_;
}

std::vector<DebugMessages::Callback> DebugMessages::Callbacks() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return callbacks_;
}

void DebugMessages::Submit(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                           VkDebugUtilsMessageTypeFlagsEXT types,
                           const VkDebugUtilsMessengerCallbackDataEXT* data) {
  for (const Messenger& messenger : Messengers()) {
    const bool wanted =
        (messenger.info.messageSeverity & severity) != 0 && (messenger.info.messageType & types);
    if (wanted && IsActive(messenger.key) && messenger.info.pfnUserCallback != nullptr) {
      messenger.info.pfnUserCallback(severity, types, data, messenger.info.pUserData);
    }
  }
}

void DebugMessages::Report(VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT object_type,
                           uint64_t object, size_t location, int32_t code, const char* prefix,
                           const char* message) {
  for (const Callback& callback : Callbacks()) {
    if ((callback.info.flags & flags) != 0 && IsActive(callback.key) &&
        callback.info.pfnCallback != nullptr) {
      callback.info.pfnCallback(flags, object_type, object, location, code, prefix, message,
                                callback.info.pUserData);
    }
  }
}

void DebugMessages::Deliver(uint32_t flags, const std::string& message) {
  VkDebugUtilsMessageSeverityFlagBitsEXT severity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT;
  VkDebugReportFlagsEXT report = VK_DEBUG_REPORT_DEBUG_BIT_EXT;
  if (flags & kLogError) {
    severity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    report = VK_DEBUG_REPORT_ERROR_BIT_EXT;
  } else if (flags & kLogWarning) {
    severity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
    report = VK_DEBUG_REPORT_WARNING_BIT_EXT;
  } else if (flags & kLogInfo) {
    severity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT;
    report = VK_DEBUG_REPORT_INFORMATION_BIT_EXT;
  }
  VkDebugUtilsMessengerCallbackDataEXT data = {};
  data.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.pMessageIdName = "Loader Message";
  data.pMessage = message.c_str();
  Submit(severity, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
  Report(report, VK_DEBUG_REPORT_OBJECT_TYPE_UNKNOWN_EXT, 0, 0, 0, "Vulkan Loader",
         message.c_str());
}

}  // namespace reference_loader::vulkan
