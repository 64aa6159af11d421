// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_MESSAGES_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_MESSAGES_H_

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "reference_loader/openxr/log.h"
#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// The messengers that an application registered. They receive the loader's messages and, if the
// runtime does not deliver them, the application's. Callbacks run without a lock held, because they
// may call the API.
class DebugMessages final : public LogSink {
 public:
  // Registers a messenger under its handle. XR_NULL_HANDLE is the messenger in the chain of
  // XrInstanceCreateInfo, which is called only while the instance is created and destroyed.
  void Add(XrDebugUtilsMessengerEXT key, const XrDebugUtilsMessengerCreateInfoEXT& info);
  // False when there is no such messenger.
  bool Remove(XrDebugUtilsMessengerEXT key);
  // Removes all messengers, after the instance was destroyed.
  void Clear();

  // Registers the messenger in a chain of structures, if the chain has one.
  void AddFromChain(const void* next);
  void SetChainActive(bool active) { chain_is_active_ = active; }

  // Calls the messengers that are registered for such messages.
  void Submit(XrDebugUtilsMessageSeverityFlagsEXT severity, XrDebugUtilsMessageTypeFlagsEXT types,
              const XrDebugUtilsMessengerCallbackDataEXT& data);

  bool IsEnabled(LogLevel level) const override;
  void Deliver(LogLevel level, const char* command, const std::string& message) override;

 private:
  struct Messenger {
    XrDebugUtilsMessengerEXT key;
    XrDebugUtilsMessengerCreateInfoEXT info;
  };
  // The messengers that are currently registered for such messages.
  std::vector<Messenger> Listeners(XrDebugUtilsMessageSeverityFlagsEXT severity,
                                   XrDebugUtilsMessageTypeFlagsEXT types) const;

  std::atomic<bool> chain_is_active_{false};
  mutable std::mutex mutex_;
  std::vector<Messenger> messengers_;
};

// The messengers of the process, which has at most one instance. Never destroyed: an application
// may call the loader during its shutdown.
DebugMessages& Messages();

// True if an application may create a messenger from `info`.
bool IsValidMessenger(const XrDebugUtilsMessengerCreateInfoEXT& info);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_MESSAGES_H_
