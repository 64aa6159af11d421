// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_LOG_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_LOG_H_

#include <string>

#include "reference_loader/common/platform.h"

namespace reference_loader::openxr {

// Levels of messages. XR_LOADER_DEBUG selects a level together with those before it (Loader
// Logging).
enum class LogLevel { kError, kWarning, kInfo, kDebug };

// Receives the messages that an application requested with XR_EXT_debug_utils. Implementations may
// be called from several threads.
class LogSink {
 public:
  virtual ~LogSink() = default;
  // True if messages of this level have a receiver.
  virtual bool IsEnabled(LogLevel level) const = 0;
  virtual void Deliver(LogLevel level, const char* command, const std::string& message) = 0;
};

// Logs messages during one API command: to standard error, up to the level in XR_LOADER_DEBUG, and
// to the sink. Errors are always written.
class Log {
 public:
  // `command`, the name of the command, and `sink` must outlive the log.
  Log(const Platform& platform, const char* command, LogSink* sink = nullptr);

  // True if a message of this level has a receiver, and is worth composing.
  bool IsEnabled(LogLevel level) const;

  void Error(const std::string& message) const { Write(LogLevel::kError, message); }
  void Warning(const std::string& message) const { Write(LogLevel::kWarning, message); }
  void Info(const std::string& message) const { Write(LogLevel::kInfo, message); }
  void Debug(const std::string& message) const { Write(LogLevel::kDebug, message); }

 private:
  void Write(LogLevel level, const std::string& message) const;

  const Platform& platform_;
  const char* command_;
  LogSink* sink_;
  LogLevel wanted_;
};

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_LOG_H_
