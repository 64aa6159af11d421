// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/debug_messages.h"

#include <algorithm>
#include <optional>

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

template <typename Info>
void DebugMessages::AddTo(Listeners<Info>* listeners, const void* key, const Info& info) {
  const std::lock_guard<std::mutex> lock(mutex_);
  listeners->push_back({key, ++last_number_, info});
}

// Callbacks may call the API again, so they run without the lock held. The list is not copied, so
// that messages are delivered without memory. Other threads may change the list between two
// callbacks.
template <typename Info, typename Call>
void DebugMessages::ForEach(const Listeners<Info>& listeners, Call call) {
  uint64_t last = 0;
  for (;;) {
    std::optional<Listener<Info>> next;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto found =
          std::find_if(listeners.begin(), listeners.end(),
                       [last](const Listener<Info>& listener) { return listener.number > last; });
      if (found == listeners.end()) return;
      next = *found;
    }
    last = next->number;
    if (IsActive(next->key)) call(next->info);
  }
}

void DebugMessages::Add(const void* key, const VkDebugUtilsMessengerCreateInfoEXT& info) {
  AddTo(&messengers_, key, info);
}

void DebugMessages::Add(const void* key, const VkDebugReportCallbackCreateInfoEXT& info) {
  AddTo(&callbacks_, key, info);
}

void DebugMessages::Remove(const void* key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto is_own = [key](const auto& listener) { return listener.key == key; };
  std::erase_if(messengers_, is_own);
  std::erase_if(callbacks_, is_own);
}

void DebugMessages::Submit(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                           VkDebugUtilsMessageTypeFlagsEXT types,
                           const VkDebugUtilsMessengerCallbackDataEXT* data) {
  ForEach(messengers_, [&](const VkDebugUtilsMessengerCreateInfoEXT& info) {
    const bool wanted = (info.messageSeverity & severity) != 0 && (info.messageType & types) != 0;
    if (wanted && info.pfnUserCallback != nullptr) {
      info.pfnUserCallback(severity, types, data, info.pUserData);
    }
  });
}

void DebugMessages::Report(VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT object_type,
                           uint64_t object, size_t location, int32_t code, const char* prefix,
                           const char* message) {
  ForEach(callbacks_, [&](const VkDebugReportCallbackCreateInfoEXT& info) {
    if ((info.flags & flags) != 0 && info.pfnCallback != nullptr) {
      info.pfnCallback(flags, object_type, object, location, code, prefix, message, info.pUserData);
    }
  });
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
