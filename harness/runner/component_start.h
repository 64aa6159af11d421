// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_COMPONENT_START_H_
#define LOADSTONE_HARNESS_RUNNER_COMPONENT_START_H_

#include <string>

#include "harness/runner/run.h"
#include "harness/runner/worker_pool.h"

namespace loadstone {

// Starts the component of `request` in a world of `sandbox`, as WhyNotStarted does. Why it did not
// start; empty where it did, or where nothing of it is run.
std::string WhyNotStartedInWorld(Sandbox& sandbox, const RunRequest& request);

// Asks a component that did not start in a world for the reason `in_world` once more, on the host's
// own terms, in a process of its own: what ComponentUnderTest::only_on_host is to say.
std::string WhyOnlyOnHost(const RunRequest& request, const std::string& in_world,
                          const StopRequest& stop);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_COMPONENT_START_H_
