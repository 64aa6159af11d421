// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/android/mock_window.h"

#include <errno.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>

#include "harness/probe/app_trace.h"

namespace loadstone::suites {
namespace {

constexpr int kMostBuffers = 16;

MockWindow* Of(ANativeWindow* window) { return static_cast<MockWindow*>(window); }

// Gralloc pads rows, so a stride differs from the width.
int StrideOf(int width) { return (width + 63) / 64 * 64 + 64; }

// A descriptor of a file that nothing else has open, or -1.
int MakeFence() {
#ifdef _WIN32
  return -1;  // there are no loaders with the rules of Android
#else
  int ends[2] = {-1, -1};
  if (pipe(ends) != 0) return -1;
  close(ends[1]);
  return ends[0];
#endif
}

}  // namespace

bool IsOpen(int descriptor) {
  const int copy = dup(descriptor);
  if (copy >= 0) close(copy);
  return copy >= 0;
}

int64_t FileOf(int descriptor) {
  struct stat status;
  return descriptor >= 0 && fstat(descriptor, &status) == 0 ? static_cast<int64_t>(status.st_ino)
                                                            : 0;
}

std::string PointerText(const void* pointer) {
  return fmt::format("{:#018x}", reinterpret_cast<uintptr_t>(pointer));
}

MockWindow::MockWindow(const Traits& traits) : ANativeWindow{}, traits_(traits) {
  ANativeWindow::acquire = [](ANativeWindow* window) { ++Of(window)->holders_; };
  ANativeWindow::release = [](ANativeWindow* window) { --Of(window)->holders_; };
  ANativeWindow::query = [](const ANativeWindow* window, ANativeWindowQuery what, int* value) {
    const Traits& traits = static_cast<const MockWindow*>(window)->traits_;
    switch (what) {
      case ANATIVEWINDOW_WIDTH:
        *value = traits.width;
        return 0;
      case ANATIVEWINDOW_HEIGHT:
        *value = traits.height;
        return 0;
      case ANATIVEWINDOW_MIN_UNDEQUEUED_BUFFERS:
        *value = 1;
        return 0;
      case ANATIVEWINDOW_MAX_BUFFER_COUNT:
        *value = kMostBuffers;
        return 0;
    }
    return -EINVAL;
  };
  ANativeWindow::consumer_usage = [](const ANativeWindow* window) {
    return static_cast<const MockWindow*>(window)->traits_.consumer_usage;
  };
  ANativeWindow::set_buffers = [](ANativeWindow* window, int width, int height, int format,
                                  uint64_t usage) {
    Of(window)->like_ = {width, height, StrideOf(width), format, usage, nullptr};
    AppEvent("window_buffers")
        .Add("width", int64_t{width})
        .Add("height", int64_t{height})
        .Add("format", int64_t{format})
        .Add("usage", static_cast<int64_t>(usage));
    return 0;
  };
  ANativeWindow::set_buffer_count = [](ANativeWindow* window, int count) {
    AppEvent("window_count").Add("count", int64_t{count});
    if (count < 1 || count > kMostBuffers) return -EINVAL;
    Of(window)->count_ = count;
    return 0;
  };
  ANativeWindow::set_shared = [](ANativeWindow* window, bool shared) {
    AppEvent("window_shared").Add("shared", shared);
    Of(window)->shared_ = shared;
    return 0;
  };
  ANativeWindow::dequeue = [](ANativeWindow* window, ANativeWindowBuffer** buffer, int* fence) {
    MockWindow& self = *Of(window);
    if (self.dequeued_ >= self.traits_.most_dequeued) return -ENODEV;
    Buffer* free = self.FindFree();
    if (free == nullptr) return -EAGAIN;
    ++self.dequeued_;
    free->dequeued = true;
    *buffer = &free->buffer;
    *fence = self.traits_.fences ? MakeFence() : -1;
    AppEvent("buffer_dequeued")
        .Add("buffer", PointerText(free->buffer.handle))
        .Add("stride", int64_t{free->buffer.stride})
        .Add("fence", int64_t{*fence})
        .Add("file", FileOf(*fence));
    return 0;
  };
  ANativeWindow::queue = [](ANativeWindow* window, ANativeWindowBuffer* buffer, int fence) {
    return Of(window)->GetBack("buffer_queued", buffer, fence);
  };
  ANativeWindow::cancel = [](ANativeWindow* window, ANativeWindowBuffer* buffer, int fence) {
    return Of(window)->GetBack("buffer_cancelled", buffer, fence);
  };
}

// Buffers whose properties differ from the present ones are no longer used.
MockWindow::Buffer* MockWindow::FindFree() {
  int alike = 0;
  Buffer* longest = nullptr;
  for (Buffer& one : buffers_) {
    // The stride is the allocator's.
    const bool fits = one.buffer.width == like_.width && one.buffer.height == like_.height &&
                      one.buffer.format == like_.format && one.buffer.usage == like_.usage;
    if (!fits) continue;
    ++alike;
    if (one.dequeued) continue;
    if (!traits_.rotates) return &one;
    if (longest == nullptr || one.since < longest->since) longest = &one;
  }
  if (alike >= count_) return longest;
  Buffer& made = buffers_.emplace_back();
  made.handle = {3 * sizeof(int), 0, 1, {alike}};
  made.buffer = like_;
  made.buffer.stride += traits_.stride_step * alike;
  made.buffer.handle = &made.handle;
  return &made;
}

void MockWindow::Resize(int width, int height) {
  traits_.width = width;
  traits_.height = height;
}

// The window owns the descriptor from now on.
void MockWindow::TakeFence(int fence) {
  if (fence < 0) return;
  if (traits_.keeps_fences) {
    kept_.push_back({fence, FileOf(fence)});
  } else {
    close(fence);
  }
}

int64_t MockWindow::lost_fences() const {
  std::set<int> numbers;
  int64_t lost = 0;
  for (const KeptFence& each : kept_) {
    const bool is_again = !numbers.insert(each.descriptor).second;
    lost += is_again || FileOf(each.descriptor) != each.file ? 1 : 0;
  }
  return lost;
}

int MockWindow::GetBack(const char* what, const ANativeWindowBuffer* buffer, int fence) {
  AppEvent(what)
      .Add("buffer", PointerText(buffer->handle))
      .Add("fence", int64_t{fence})
      .Add("open", fence >= 0 && IsOpen(fence));
  TakeFence(fence);
  for (Buffer& one : buffers_) {
    if (&one.buffer != buffer || !one.dequeued) continue;
    one.dequeued = false;
    one.since = ++returns_;
    --dequeued_;
    return 0;
  }
  return -EINVAL;
}

}  // namespace loadstone::suites
