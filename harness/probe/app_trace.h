// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_APP_TRACE_H_
#define LOADSTONE_HARNESS_PROBE_APP_TRACE_H_

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdint>
#include <string>
#include <vector>

namespace loadstone {

// The name of a case's application in the trace, and its last event.
inline constexpr char kAppName[] = "app";
inline constexpr char kAppDone[] = "done";

// An event of the application. The destructor writes it to the trace immediately.
//
//   AppEvent("vkCreateInstance", "leave").Add("result", result);
class AppEvent {
 public:
  // `phase` is "enter" before a call, "leave" after it, or empty for anything else.
  explicit AppEvent(const std::string& what, const std::string& phase = {});
  ~AppEvent();
  AppEvent(const AppEvent&) = delete;
  AppEvent& operator=(const AppEvent&) = delete;

  AppEvent& Add(const char* key, const std::string& text);
  AppEvent& Add(const char* key, const char* text) { return Add(key, std::string(text)); }
  AppEvent& Add(const char* key, int64_t value);
  AppEvent& Add(const char* key, bool value);
  AppEvent& Add(const char* key, const std::vector<std::string>& texts);

 private:
  void Write(const std::string& text);

  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_{buffer_};
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_APP_TRACE_H_
