// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/start.h"

#include <sys/auxv.h>
#include <sys/capability.h>
#include <unistd.h>

#include "harness/probe/app_trace.h"

namespace loadstone {
namespace {

// Returns whether the process has privileges that the user who started it does not have.
bool HasCapabilities() {
  cap_t capabilities = cap_get_proc();
  cap_flag_value_t value = CAP_CLEAR;
  cap_get_flag(capabilities, CAP_NET_BIND_SERVICE, CAP_EFFECTIVE, &value);
  cap_free(capabilities);
  return value == CAP_SET;
}

}  // namespace

void TraceStart() {
  AppEvent(kAppStart)
      .Add("secure", getauxval(AT_SECURE) != 0)
      .Add("capable", HasCapabilities())
      .Add("other_user", geteuid() != getuid())
      .Add("other_group", getegid() != getgid());
}

}  // namespace loadstone
