// SPDX-License-Identifier: Apache-2.0
#include "mock_common/trace.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#ifdef _WIN32
#include "interfaces/windows/trace_lock.h"
#endif

namespace loadstone::mock {
namespace {

// Reserved for the end of the line: ,"cut":true}\n and some slack.
constexpr uint32_t kTail = 32;

const char* trace_path = nullptr;
const char* trace_who = "";

}  // namespace

void OpenTrace(const char* path, const char* who) {
  trace_path = path;
  trace_who = who;
}

Event::Event(const char* what) {
  PutRaw("{\"who\":");
  PutText(trace_who);
  PutRaw(",\"what\":");
  PutText(what);
}

Event::~Event() {
  if (cut_) PutRaw(",\"cut\":true");
  PutRaw("}\n");
  if (trace_path == nullptr) return;
#ifdef _WIN32
  const TraceLock lock;
#endif
  // Opened for each line: the subject or another component could close a descriptor that stays
  // open, and a child could inherit it.
  const int fd = open(trace_path, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) return;
  if (write(fd, line_, used_) < 0) {
    // The error cannot be reported anywhere.
  }
  close(fd);
}

bool Event::Room(uint32_t bytes) const { return used_ + bytes + kTail < sizeof(line_); }

void Event::Put(char c) {
  if (used_ < sizeof(line_)) line_[used_++] = c;
}

void Event::PutRaw(const char* text) {
  while (*text != '\0') Put(*text++);
}

void Event::PutText(const char* text) {
  static const char kHex[] = "0123456789abcdef";
  Put('"');
  for (; *text != '\0'; ++text) {
    if (!Room(6)) {
      cut_ = true;
      break;
    }
    const unsigned char c = static_cast<unsigned char>(*text);
    if (c == '"' || c == '\\') {
      Put('\\');
      Put(*text);
    } else if (c < 0x20 || c >= 0x7f) {
      // Names may be arbitrary bytes: writing them as Latin-1 code points keeps the line valid
      // JSON.
      PutRaw("\\u00");
      Put(kHex[c >> 4]);
      Put(kHex[c & 15]);
    } else {
      Put(*text);
    }
  }
  Put('"');
}

void Event::PutNumber(uint64_t value) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  while (count > 0) Put(digits[--count]);
}

void Event::Key(const char* key) {
  Put(',');
  PutText(key);
  Put(':');
}

// Removes what was written since `before` if it left no room for the end of the line.
bool Event::Fits(uint32_t before) {
  if (Room(0)) return true;
  used_ = before;
  cut_ = true;
  return false;
}

Event& Event::Add(const char* key, const char* text) {
  if (cut_) return *this;
  const uint32_t before = used_;
  Key(key);
  if (text == nullptr) {
    PutRaw("null");
  } else {
    PutText(text);
  }
  Fits(before);
  return *this;
}

Event& Event::Add(const char* key, bool value) {
  if (cut_) return *this;
  const uint32_t before = used_;
  Key(key);
  PutRaw(value ? "true" : "false");
  Fits(before);
  return *this;
}

Event& Event::Add(const char* key, int32_t value) {
  if (cut_) return *this;
  const uint32_t before = used_;
  Key(key);
  if (value < 0) Put('-');
  PutNumber(value < 0 ? -static_cast<int64_t>(value) : value);
  Fits(before);
  return *this;
}

Event& Event::Add(const char* key, uint32_t value) {
  return Add(key, static_cast<uint64_t>(value));
}

Event& Event::Add(const char* key, uint64_t value) {
  if (cut_) return *this;
  const uint32_t before = used_;
  Key(key);
  PutNumber(value);
  Fits(before);
  return *this;
}

Event& Event::Add(const char* key, const char* const* texts, uint32_t count) {
  if (cut_) return *this;
  const uint32_t before = used_;
  Key(key);
  Put('[');
  for (uint32_t i = 0; i < count && !cut_; ++i) {
    if (i != 0) Put(',');
    if (texts == nullptr || texts[i] == nullptr) {
      PutRaw("null");
    } else {
      PutText(texts[i]);
    }
  }
  Put(']');
  Fits(before);
  return *this;
}

Event& Event::AddNumbers(const char* key, const uint32_t* values, uint32_t count) {
  if (cut_) return *this;
  const uint32_t before = used_;
  Key(key);
  Put('[');
  for (uint32_t i = 0; i < count && !cut_; ++i) {
    if (i != 0) Put(',');
    PutNumber(values[i]);
    cut_ = !Room(16);
  }
  Put(']');
  Fits(before);
  return *this;
}

Event& Event::AddPointer(const char* key, const void* pointer) {
  if (pointer == nullptr) return Add(key, static_cast<const char*>(nullptr));
  char text[19] = "0x";
  const uint64_t bits = reinterpret_cast<uintptr_t>(pointer);
  for (int i = 0; i < 16; ++i) text[2 + i] = "0123456789abcdef"[(bits >> (60 - 4 * i)) & 15];
  text[18] = '\0';
  return Add(key, text);
}

}  // namespace loadstone::mock
