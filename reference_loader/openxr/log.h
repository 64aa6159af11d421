// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_LOG_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_LOG_H_

#include <string>

#include "reference_loader/common/platform.h"

namespace reference_loader::openxr {

// Levels of messages, each of which XR_LOADER_DEBUG asks for together with those before it (Loader
// Logging).
enum class LogLevel { kError, kWarning, kInfo, kDebug };

// Takes the messages that an application asked for with XR_EXT_debug_utils. Implementations may be
// called from several threads.
class LogSink {
 public:
  virtual ~LogSink() = default;
  // True when somebody listens to messages of this level.
  virtual bool IsEnabled(LogLevel level) const = 0;
  virtual void Deliver(LogLevel level, const char* command, const std::string& message) = 0;
};

// Where the loader says what it does during one command of the API: standard error, up to the level
// in XR_LOADER_DEBUG, and the sink. Errors are always written.
class Log {
 public:
  // `command` is the name of the command and outlives the log, as does the sink.
  Log(const Platform& platform, const char* command, LogSink* sink = nullptr);

  // True when a message of this level would reach anybody: worth being put together.
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
