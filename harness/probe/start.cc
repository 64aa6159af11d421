// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/start.h"

#include <linux/capability.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/probe/app_trace.h"

namespace loadstone {
namespace {

// Returns whether the process has privileges that the user who started it does not have.
bool HasCapabilities() {
  // The probe links no library for one question, which each architecture would need a build of.
  __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {};
  if (syscall(SYS_capget, &header, sets) != 0) return false;
  return (sets[CAP_TO_INDEX(CAP_NET_BIND_SERVICE)].effective & CAP_TO_MASK(CAP_NET_BIND_SERVICE)) !=
         0;
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
