#include "mock_layers/vulkan/fault.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mock_runtime/common/config.h"
#include "mock_runtime/common/trace.h"

namespace loadstone::mock {

void MaybeFault(const char* function) {
  const char* kind = Text(Object(Config(), "faults"), function, nullptr);
  if (kind == nullptr) return;
  Event("fault").Add("function", function).Add("kind", kind);
  if (strcmp(kind, "crash") == 0) {
    // Volatile, since a compiler may take a plain null pointer as a promise never to come here.
    volatile int* volatile nowhere = nullptr;
    *nowhere = 0;
  } else if (strcmp(kind, "abort") == 0) {
    abort();
  } else if (strcmp(kind, "hang") == 0) {
    for (;;) pause();
  } else if (strcmp(kind, "exit") == 0) {
    _exit(77);
  }
}

}  // namespace loadstone::mock
