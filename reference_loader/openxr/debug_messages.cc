// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/debug_messages.h"

#include <algorithm>
#include <new>

namespace reference_loader::openxr {
namespace {

XrDebugUtilsMessageSeverityFlagsEXT Severity(LogLevel level) {
  switch (level) {
    case LogLevel::kError:
      return XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    case LogLevel::kWarning:
      return XR_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
    case LogLevel::kInfo:
      return XR_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT;
    case LogLevel::kDebug:
      return XR_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT;
  }
  return 0;
}

constexpr char kMessageId[] = "OpenXR-Loader";

}  // namespace

void DebugMessages::Add(XrDebugUtilsMessengerEXT key,
                        const XrDebugUtilsMessengerCreateInfoEXT& info) {
  const std::lock_guard<std::mutex> lock(mutex_);
  messengers_.push_back({key, info});
}

bool DebugMessages::Remove(XrDebugUtilsMessengerEXT key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::erase_if(messengers_, [key](const Messenger& m) { return m.key == key; }) != 0;
}

void DebugMessages::Clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  // Frees the memory as well: nothing may remain allocated when the library is unloaded.
  std::vector<Messenger>().swap(messengers_);
  chain_is_active_ = false;
}

void DebugMessages::AddFromChain(const void* next) {
  for (auto* base = static_cast<const XrBaseInStructure*>(next); base != nullptr;
       base = base->next) {
    if (base->type != XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT) continue;
    const auto& info = *reinterpret_cast<const XrDebugUtilsMessengerCreateInfoEXT*>(base);
    if (IsValidMessenger(info)) Add(XR_NULL_HANDLE, info);
    // Of several structures of one type, the first counts.
    return;
  }
}

std::vector<DebugMessages::Messenger> DebugMessages::Listeners(
    XrDebugUtilsMessageSeverityFlagsEXT severity, XrDebugUtilsMessageTypeFlagsEXT types) const {
  std::vector<Messenger> listeners;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const Messenger& messenger : messengers_) {
    const bool active = messenger.key != XR_NULL_HANDLE || chain_is_active_;
    if (active && (messenger.info.messageSeverities & severity) != 0 &&
        (messenger.info.messageTypes & types) != 0) {
      listeners.push_back(messenger);
    }
  }
  return listeners;
}

void DebugMessages::Submit(XrDebugUtilsMessageSeverityFlagsEXT severity,
                           XrDebugUtilsMessageTypeFlagsEXT types,
                           const XrDebugUtilsMessengerCallbackDataEXT& data) {
  for (const Messenger& messenger : Listeners(severity, types)) {
    messenger.info.userCallback(severity, types, &data, messenger.info.userData);
  }
}

bool DebugMessages::IsEnabled(LogLevel level) const {
  return !Listeners(Severity(level), XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT).empty();
}

void DebugMessages::Deliver(LogLevel level, const char* command, const std::string& message) {
  XrDebugUtilsMessengerCallbackDataEXT data = {};
  data.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.messageId = kMessageId;
  data.functionName = command;
  data.message = message.c_str();
  Submit(Severity(level), XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, data);
}

DebugMessages& Messages() {
  alignas(DebugMessages) static unsigned char storage[sizeof(DebugMessages)];
  static DebugMessages* const messages = new (storage) DebugMessages;
  return *messages;
}

bool IsValidMessenger(const XrDebugUtilsMessengerCreateInfoEXT& info) {
  return info.type == XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT &&
         info.messageSeverities != 0 && info.messageTypes != 0 && info.userCallback != nullptr;
}

}  // namespace reference_loader::openxr
