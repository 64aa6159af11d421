// SPDX-License-Identifier: Apache-2.0
// Gives the library an undefined symbol. As nothing calls this function, the library works with
// lazy binding, and fails to load with immediate binding.
extern "C" void loadstone_nobody_defines_this();
extern "C" __attribute__((visibility("default"))) void loadstone_nobody_calls_this() {
  loadstone_nobody_defines_this();
}
