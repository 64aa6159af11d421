// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_TRACE_H_
#define LOADSTONE_MOCK_COMMON_TRACE_H_

#include <stdint.h>

namespace loadstone::mock {

// Opens the trace, to which a mock writes the calls it receives: one JSON object per line, written
// with a single write(2) to a file opened for appending. A crash therefore loses no event, and the
// lines of several writers are in the order of the events.
//
// `path` and `who` are not copied and must outlive every Event. With a null path, or one that
// cannot be opened, nothing is traced: a mock behaves the same without a harness.
void OpenTrace(const char* path, const char* who);

// One line of the trace, built on the stack without allocating and written by its destructor:
//
//   Event("vkCreateInstance").Add("result", -3).Add("layers", names, count);
//
// gives {"who":"<who>","what":"vkCreateInstance","result":-3,"layers":["..."]}. A line that would
// be longer than the buffer is cut after the last field that fits and carries "cut":true.
class Event {
 public:
  explicit Event(const char* what);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  Event& Add(const char* key, const char* text);  // nullptr is written as null
  Event& Add(const char* key, bool value);
  Event& Add(const char* key, int32_t value);
  Event& Add(const char* key, uint32_t value);
  Event& Add(const char* key, uint64_t value);
  Event& Add(const char* key, const char* const* texts, uint32_t count);
  Event& AddNumbers(const char* key, const uint32_t* values, uint32_t count);
  // Handles and function pointers: written as "0x..." text, nullptr as null.
  Event& AddPointer(const char* key, const void* pointer);

 private:
  bool Room(uint32_t bytes) const;
  void Put(char c);
  void PutRaw(const char* text);
  void PutText(const char* text);
  void PutNumber(uint64_t value);
  void Key(const char* key);
  bool Fits(uint32_t before);

  char line_[16384];
  uint32_t used_ = 0;
  bool cut_ = false;
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_TRACE_H_
