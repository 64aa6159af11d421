// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_ANDROID_NATIVE_WINDOW_H_
#define LOADSTONE_INTERFACES_ANDROID_NATIVE_WINDOW_H_

#include <stdint.h>

#include "interfaces/android/native_buffer.h"

// A substitute for Android's ANativeWindow, which the public headers only declare: the functions
// that a loader needs to create a swapchain from a window's buffers. Neither the layout nor the
// names are Android's; a loader built for Android would call the system's functions instead.

// A buffer that gralloc allocated for a window. The window owns it.
struct ANativeWindowBuffer {
  int width;
  int height;
  int stride;
  int format;  // a gralloc format
  uint64_t usage;
  const native_handle_t* handle;
};

enum ANativeWindowQuery {
  ANATIVEWINDOW_WIDTH,
  ANATIVEWINDOW_HEIGHT,
  // The number of buffers that stay with the consumer, however many the producer dequeues.
  ANATIVEWINDOW_MIN_UNDEQUEUED_BUFFERS,
  ANATIVEWINDOW_MAX_BUFFER_COUNT,
};

// The functions return 0 or a negative errno. Their first argument is the window.
struct ANativeWindow {
  // The window is reference-counted.
  void (*acquire)(ANativeWindow* window);
  void (*release)(ANativeWindow* window);
  int (*query)(const ANativeWindow* window, ANativeWindowQuery what, int* value);
  // The gralloc flags that the consumer of the buffers needs.
  uint64_t (*consumer_usage)(const ANativeWindow* window);
  // Sets the properties and number of the buffers that are dequeued from now on. `usage` replaces
  // all flags, so it must include those of the consumer.
  int (*set_buffers)(ANativeWindow* window, int width, int height, int format, uint64_t usage);
  int (*set_buffer_count)(ANativeWindow* window, int count);
  // Lets the consumer and the producer use one buffer at the same time.
  int (*set_shared)(ANativeWindow* window, bool shared);
  // Returns a free buffer, which may be used once `fence` is signaled. A fence is a file
  // descriptor, or -1 if it is signaled already; whoever receives it closes it. Returns -EAGAIN if
  // no buffer is free.
  int (*dequeue)(ANativeWindow* window, ANativeWindowBuffer** buffer, int* fence);
  // `queue` passes a buffer to the consumer; `cancel` returns it without new content.
  int (*queue)(ANativeWindow* window, ANativeWindowBuffer* buffer, int fence);
  int (*cancel)(ANativeWindow* window, ANativeWindowBuffer* buffer, int fence);
};

#endif  // LOADSTONE_INTERFACES_ANDROID_NATIVE_WINDOW_H_
