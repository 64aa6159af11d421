// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/app_trace.h"

#include <fcntl.h>
#include <unistd.h>

#include "harness/probe/path_here.h"
#include "harness/world/places.h"

#ifdef _WIN32
#include "interfaces/windows/trace_lock.h"
#endif

namespace loadstone {

AppEvent::AppEvent(const std::string& what, const std::string& phase) {
  writer_.StartObject();
  Add("who", kAppName);
  Add("what", what);
  if (!phase.empty()) Add("phase", phase);
}

AppEvent::~AppEvent() {
  writer_.EndObject();
  buffer_.Put('\n');
#ifdef _WIN32
  const TraceLock lock;
#endif
  // Opened anew for each event, as in the mocks: the subject may close descriptors that it did not
  // open.
  static const std::string path = PathHere(kTracePath);
  const int fd = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const bool written = fd >= 0 && write(fd, buffer_.GetString(), buffer_.GetSize()) ==
                                      static_cast<ssize_t>(buffer_.GetSize());
  if (!written) _exit(125);  // an event that is not traced must not count as observed
  close(fd);
}

// Strings come from the subject and may contain any bytes: bytes outside of ASCII are written as
// Latin-1 code points, as in the mocks, so that a line is always valid JSON.
void AppEvent::Write(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      safe += c;
    } else {
      safe += static_cast<char>(0xc0 | (byte >> 6));
      safe += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  writer_.String(safe.data(), static_cast<rapidjson::SizeType>(safe.size()));
}

AppEvent& AppEvent::Add(const char* key, const std::string& text) {
  writer_.Key(key);
  Write(text);
  return *this;
}

AppEvent& AppEvent::Add(const char* key, int64_t value) {
  writer_.Key(key);
  writer_.Int64(value);
  return *this;
}

AppEvent& AppEvent::Add(const char* key, bool value) {
  writer_.Key(key);
  writer_.Bool(value);
  return *this;
}

AppEvent& AppEvent::Add(const char* key, const std::vector<std::string>& texts) {
  writer_.Key(key);
  writer_.StartArray();
  for (const std::string& text : texts) Write(text);
  writer_.EndArray();
  return *this;
}

}  // namespace loadstone
