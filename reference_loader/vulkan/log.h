// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LOG_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LOG_H_

#include <cstdint>
#include <string>

#include "reference_loader/common/platform.h"

namespace reference_loader::vulkan {

// Severities and subjects of messages, as VK_LOADER_DEBUG names them; a message may have several.
enum LogFlags : uint32_t {
  kLogError = 1,
  kLogWarning = 2,
  kLogInfo = 4,
  kLogDebug = 8,
  kLogLayer = 16,
  kLogDriver = 32,
  kLogAll = 63,
};

// Takes the messages that an application asked for with VK_EXT_debug_utils or VK_EXT_debug_report.
class LogSink {
 public:
  virtual ~LogSink() = default;
  virtual void Deliver(uint32_t flags, const std::string& message) = 0;
};

// Where the loader says what it does: standard error, for the kinds of messages that
// VK_LOADER_DEBUG lists, and an optional sink, which gets everything.
class Log {
 public:
  explicit Log(const Platform& platform, LogSink* sink = nullptr);

  // Whether anybody takes messages with these flags; putting others together can be saved.
  bool IsEnabled(uint32_t flags) const { return sink_ != nullptr || (flags & wanted_) != 0; }

  // A message is written when VK_LOADER_DEBUG lists one of its flags.
  void Write(uint32_t flags, const std::string& message) const;

 private:
  const Platform& platform_;
  LogSink* sink_;
  uint32_t wanted_;
};

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LOG_H_
