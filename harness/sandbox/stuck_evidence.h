// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_STUCK_EVIDENCE_H_
#define LOADSTONE_HARNESS_SANDBOX_STUCK_EVIDENCE_H_

#include <optional>

#include "harness/sandbox/linux_activity.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone {

// Decides, from observations of a world's processes, whether a world that does not end is stuck by
// itself or was kept waiting by the machine. It depends only on its arguments, not on a clock.
class StuckEvidence {
 public:
  // The minimum time between two observations. It is longer if the observer itself could not run
  // because the machine was busy; for kBlocked only this time is counted between two observations,
  // whatever `now` is.
  static constexpr double kObservationIntervalSeconds = 0.1;

  // `seconds` is the limit of the world, and `first` the first observation, `now` seconds after its
  // start.
  StuckEvidence(double seconds, const Activity& first, double now);

  // Adds an observation, `now` seconds after the start of the world. Returns the reason for which
  // the world is to be ended, or std::nullopt as long as there is none:
  // - kBusy: its user-mode processor time has reached the limit, or its total processor time
  //   kWallTimeFactor times the limit. How long the kernel takes to allocate memory or to read a
  //   file depends on what else the machine does.
  // - kBlocked: at every observation for half of the limit (after the limit: for a second) all
  //   threads were asleep, and none had run since the preceding one.
  // - kUnknown: neither, in kWallTimeFactor times the limit, without the time that it waited for a
  //   processor or a disk, or in kWallTimeFactor times as much including that time.
  std::optional<Stuck> Look(const Activity& activity, double now);

  // Returns the total processor time in the last observation.
  double processor_seconds() const { return last_.processor_seconds; }

 private:
  std::optional<Stuck> Judge(double now) const;

  const double limit_;
  Activity last_;
  double last_observation_;
  int quiet_observations_ =
      0;  // consecutive looks at which nothing had run since the preceding one
  double waiting_seconds_ = 0;  // seconds, for a processor or a disk
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_STUCK_EVIDENCE_H_
