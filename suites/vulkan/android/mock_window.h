// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_ANDROID_MOCK_WINDOW_H_
#define LOADSTONE_SUITES_VULKAN_ANDROID_MOCK_WINDOW_H_

#include <vulkan/vulkan.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "interfaces/android/native_window.h"

namespace loadstone::suites {

// In the probe: a window without a display, whose buffers are data. It traces a loader's calls, as
// the application: "window_buffers" (width, height, format, usage), "window_count" (count),
// "window_shared" (shared), "buffer_dequeued", "buffer_queued" and "buffer_cancelled" (buffer,
// fence; for the first "stride", and "file": the file of the fence; for the last two "open":
// whether the fence was an open descriptor).
class MockWindow : public ANativeWindow {
 public:
  struct Traits {
    int width = 320;
    int height = 200;
    uint64_t consumer_usage = 0x800;  // gralloc usage of a consumer that displays
    bool fences = false;              // each buffer comes with an open descriptor
    int most_dequeued = 16;           // dequeuing fails while so many buffers are
    bool keeps_fences = false;        // it closes no descriptor that it gets
    bool rotates = false;  // it returns the buffer that it has had longest, not the first one
    int stride_step = 0;   // by how much the stride of each buffer exceeds the previous one's
  };

  explicit MockWindow(const Traits& traits);
  MockWindow() : MockWindow(Traits{}) {}
  MockWindow(const MockWindow&) = delete;
  MockWindow& operator=(const MockWindow&) = delete;

  // Changes the size of the window, as its user can.
  void Resize(int width, int height);
  // Changes how many buffers can be dequeued at once.
  void Allow(int most_dequeued) { traits_.most_dequeued = most_dequeued; }
  // The number of references to the window.
  int holders() const { return holders_; }
  // With keeps_fences, how many of the descriptors that the window got are no longer its own.
  int64_t lost_fences() const;

 private:
  struct Buffer {
    ANativeWindowBuffer buffer;
    native_handle_t handle;
    bool dequeued;
    int64_t since;  // when the window got it back last
  };
  struct KeptFence {
    int descriptor;
    int64_t file;
  };

  Buffer* FindFree();
  void TakeFence(int fence);
  int GetBack(const char* what, const ANativeWindowBuffer* buffer, int fence);

  Traits traits_;
  int holders_ = 0;
  std::vector<KeptFence> kept_;
  int dequeued_ = 0;  // the number of buffers that are dequeued
  int count_ = 0;
  int64_t returns_ = 0;  // how many buffers it got back
  bool shared_ = false;
  ANativeWindowBuffer like_ = {};
  std::deque<Buffer> buffers_;  // a deque keeps addresses valid
};

bool IsOpen(int descriptor);
// The number of the file that is open as the descriptor, or 0: it is the same for a duplicate.
int64_t FileOf(int descriptor);

// A pointer or a handle as the mocks write it to the trace.
std::string PointerText(const void* pointer);
// The same for a handle; "" for a null one.
template <typename Handle>
std::string HandleText(Handle handle) {
  return handle != VK_NULL_HANDLE ? PointerText((const void*)(uintptr_t)handle) : "";  // NOLINT
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_ANDROID_MOCK_WINDOW_H_
