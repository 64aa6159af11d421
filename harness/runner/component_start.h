// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_COMPONENT_START_H_
#define LOADSTONE_HARNESS_RUNNER_COMPONENT_START_H_

#include <optional>
#include <string>

#include "harness/policy/version.h"
#include "harness/runner/run.h"
#include "harness/runner/worker_pool.h"

namespace loadstone {

struct ComponentStart {
  std::string why_not = {};  // why it did not start; empty if it did, or if no code of it is run
  // The version of OpenXR that a runtime answers in negotiation, if there is one.
  std::optional<policy::Version> answered = {};
};

// Starts the component of `request` in a world of `sandbox`, as WhyNotStarted does.
ComponentStart StartInWorld(Sandbox& sandbox, const RunRequest& request);

// Starts a component that did not start in a world, for the reason `in_world`, once more in
// separate processes: in a world with the host's devices, if those of `request` have none, and
// directly on the host or, with another system, in a world that shows all of that system. Returns
// why the component cannot be judged, as ComponentUnderTest::why_not_judged: it starts there, or it
// refuses to start everywhere and opens a library by name that the system does not have.
std::string WhyNotJudged(const RunRequest& request, const std::string& in_world,
                         const StopRequest& stop);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_COMPONENT_START_H_
