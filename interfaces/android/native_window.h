// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_ANDROID_NATIVE_WINDOW_H_
#define LOADSTONE_INTERFACES_ANDROID_NATIVE_WINDOW_H_

#include <stdint.h>

#include "interfaces/android/native_buffer.h"

// A stand-in for Android's ANativeWindow, of which the public headers only have the name: what a
// loader needs of a window to make a swapchain of its buffers. Neither the layout nor the names are
// Android's; a loader built for Android calls that system's own functions in the same places.

// A buffer as gralloc allocated it for a window, which owns it.
struct ANativeWindowBuffer {
  int width;
  int height;
  int stride;
  int format;  // of gralloc
  uint64_t usage;
  const native_handle_t* handle;
};

enum ANativeWindowQuery {
  ANATIVEWINDOW_WIDTH,
  ANATIVEWINDOW_HEIGHT,
  // How many buffers stay with the consumer, whatever the producer dequeues.
  ANATIVEWINDOW_MIN_UNDEQUEUED_BUFFERS,
  ANATIVEWINDOW_MAX_BUFFER_COUNT,
};

// The functions return 0 or a negative errno. Each gets the window as its first argument.
struct ANativeWindow {
  // The window lives as long as somebody holds it.
  void (*acquire)(ANativeWindow* window);
  void (*release)(ANativeWindow* window);
  int (*query)(const ANativeWindow* window, ANativeWindowQuery what, int* value);
  // The flags of gralloc that the consumer of the buffers needs.
  uint64_t (*consumer_usage)(const ANativeWindow* window);
  // What buffers that are dequeued from now on are like, and how many there are. The window takes
  // the usage as it is: that of the consumer has to be in it.
  int (*set_buffers)(ANativeWindow* window, int width, int height, int format, uint64_t usage);
  int (*set_buffer_count)(ANativeWindow* window, int count);
  // One buffer is with the consumer and the producer at once.
  int (*set_shared)(ANativeWindow* window, bool shared);
  // A free buffer, to be used when `fence` is signalled; a fence is the descriptor of a file, or -1
  // for one that is signalled. Whoever gets a fence closes it. -EAGAIN where no buffer is free.
  int (*dequeue)(ANativeWindow* window, ANativeWindowBuffer** buffer, int* fence);
  // Gives a buffer to the consumer, or back without a new content.
  int (*queue)(ANativeWindow* window, ANativeWindowBuffer* buffer, int fence);
  int (*cancel)(ANativeWindow* window, ANativeWindowBuffer* buffer, int fence);
};

#endif  // LOADSTONE_INTERFACES_ANDROID_NATIVE_WINDOW_H_
