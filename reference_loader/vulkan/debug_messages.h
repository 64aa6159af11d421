// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DEBUG_MESSAGES_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DEBUG_MESSAGES_H_

#include <mutex>
#include <string>
#include <vector>

#include "reference_loader/vulkan/log.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

// The callbacks that an application registered for one instance. They receive the loader's messages
// and, if no driver delivers them, the application's.
class DebugMessages final : public LogSink {
 public:
  // Registers the callbacks in the chain of an instance's creation, which are active only while the
  // instance is created, until PauseThoseFromChain, and while it is destroyed, after
  // ResumeThoseFromChain.
  void AddFromChain(const void* next);
  void PauseThoseFromChain() { chain_is_active_ = false; }
  void ResumeThoseFromChain() { chain_is_active_ = true; }

  void Add(const void* key, const VkDebugUtilsMessengerCreateInfoEXT& info);
  void Add(const void* key, const VkDebugReportCallbackCreateInfoEXT& info);
  void Remove(const void* key);

  void Submit(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
              VkDebugUtilsMessageTypeFlagsEXT types,
              const VkDebugUtilsMessengerCallbackDataEXT* data);
  void Report(VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT object_type, uint64_t object,
              size_t location, int32_t code, const char* prefix, const char* message);

  void Deliver(uint32_t flags, const std::string& message) override;

 private:
  template <typename Info>
  struct Listener {
    const void* key;
    uint64_t number;  // increases with each registration
    Info info;
  };
  template <typename Info>
  using Listeners = std::vector<Listener<Info>>;

  template <typename Info>
  void AddTo(Listeners<Info>* listeners, const void* key, const Info& info);
  // Calls `call` with the create info of each active listener in the list.
  template <typename Info, typename Call>
  void ForEach(const Listeners<Info>& listeners, Call call);

  bool IsActive(const void* key) const { return key != this || chain_is_active_; }

  // Changes only while the application may make no other call with the instance.
  bool chain_is_active_ = true;
  std::mutex mutex_;
  uint64_t last_number_ = 0;
  Listeners<VkDebugUtilsMessengerCreateInfoEXT> messengers_;
  Listeners<VkDebugReportCallbackCreateInfoEXT> callbacks_;
};

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DEBUG_MESSAGES_H_
