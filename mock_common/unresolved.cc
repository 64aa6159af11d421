// SPDX-License-Identifier: Apache-2.0
// Makes the library that it is linked into lack a function: nobody defines the one that is called
// here. Nobody calls this either, so the library works where functions are bound when they are
// first called, and cannot be loaded where they are bound at once.
extern "C" void loadstone_nobody_defines_this();
extern "C" __attribute__((visibility("default"))) void loadstone_nobody_calls_this() {
  loadstone_nobody_defines_this();
}
