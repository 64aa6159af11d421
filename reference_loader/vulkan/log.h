// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LOG_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LOG_H_

#include <cstdint>
#include <string>

#include "reference_loader/common/platform.h"

namespace reference_loader::vulkan {

// Severities and topics of messages, as in VK_LOADER_DEBUG; a message may have several.
enum LogFlags : uint32_t {
  kLogError = 1,
  kLogWarning = 2,
  kLogInfo = 4,
  kLogDebug = 8,
  kLogLayer = 16,
  kLogDriver = 32,
  kLogAll = 63,
};

// Receives the messages that an application requested with VK_EXT_debug_utils or
// VK_EXT_debug_report.
class LogSink {
 public:
  virtual ~LogSink() = default;
  virtual void Deliver(uint32_t flags, const std::string& message) = 0;
};

// Logs messages to standard error, if VK_LOADER_DEBUG lists one of their kinds, and to an optional
// sink, which receives all.
class Log {
 public:
  explicit Log(const Platform& platform, LogSink* sink = nullptr);

  // Whether messages with these flags have a receiver and are worth composing.
  bool IsEnabled(uint32_t flags) const { return sink_ != nullptr || (flags & wanted_) != 0; }

  // Writes a message if VK_LOADER_DEBUG lists one of its flags.
  void Write(uint32_t flags, const std::string& message) const;

 private:
  const Platform& platform_;
  LogSink* sink_;
  uint32_t wanted_;
};

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LOG_H_
