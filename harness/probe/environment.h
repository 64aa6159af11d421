// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_ENVIRONMENT_H_
#define LOADSTONE_HARNESS_PROBE_ENVIRONMENT_H_

#include <stdlib.h>

namespace loadstone {

// Changes the environment of this process, as an application may between two calls of a loader.
inline void UnsetVariable(const char* name) {
#ifdef _WIN32
  _putenv_s(name, "");
#else
  unsetenv(name);
#endif
}

inline void SetVariable(const char* name, const char* value) {
#ifdef _WIN32
  _putenv_s(name, value);
#else
  setenv(name, value, 1);
#endif
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_ENVIRONMENT_H_
