// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/log.h"

namespace reference_loader::openxr {
namespace {

LogLevel WantedLevel(const std::string& value) {
  if (value == "warn") return LogLevel::kWarning;
  if (value == "info") return LogLevel::kInfo;
  if (value == "debug" || value == "all") return LogLevel::kDebug;
  return LogLevel::kError;
}

const char* Label(LogLevel level) {
  switch (level) {
    case LogLevel::kError:
      return "ERROR";
    case LogLevel::kWarning:
      return "WARNING";
    case LogLevel::kInfo:
      return "INFO";
    case LogLevel::kDebug:
      return "DEBUG";
  }
  return "";
}

}  // namespace

Log::Log(const Platform& platform, const char* command, LogSink* sink)
    : platform_(platform),
      command_(command),
      sink_(sink),
      wanted_(WantedLevel(platform.Environment("XR_LOADER_DEBUG").value_or(""))) {}

bool Log::IsEnabled(LogLevel level) const {
  return level <= wanted_ || (sink_ != nullptr && sink_->IsEnabled(level));
}

void Log::Write(LogLevel level, const std::string& message) const {
  if (level <= wanted_) {
    platform_.WriteLog(std::string("[OpenXR Loader] ") + Label(level) + " (" + command_ +
                       "): " + message);
  }
  if (sink_ != nullptr && sink_->IsEnabled(level)) sink_->Deliver(level, command_, message);
}

}  // namespace reference_loader::openxr
