// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_STUCK_EVIDENCE_H_
#define LOADSTONE_HARNESS_SANDBOX_STUCK_EVIDENCE_H_

#include <optional>

#include "harness/sandbox/linux_activity.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone {

// What looks at the processes of a world say of one that does not end: whether it is stuck by its
// own doing, or kept waiting by the machine. It sees nothing but what it is told, and knows no
// clock.
class StuckEvidence {
 public:
  // Looks come at least kLookEverySeconds apart; more where nobody could look, since the machine
  // was busy. No more than that is taken from one look to the next, whatever a clock says.
  static constexpr double kLookEverySeconds = 0.1;

  // `seconds` is the limit of the world, and `first` what was seen first, `now` seconds after its
  // start.
  StuckEvidence(double seconds, const Activity& first, double now);

  // Adds one look, `now` seconds after the start of the world. Says what the world is to be ended
  // for, or nothing while that cannot be said:
  // - kBusy: its own code has used up the limit in processor time, or with the kernel's work for it
  //   the limit kWallTimeFactor times. How long the kernel takes to find memory or to read a file
  //   is a matter of what else the machine has to do.
  // - kBlocked: at every look for half of the limit (after the limit: for a second) all threads
  //   were asleep, and none had run since the one before.
  // - kUnknown: neither, in kWallTimeFactor times the limit, without the time in which it waited
  //   for a processor or a disk, or in kWallTimeFactor times as much with it.
  std::optional<Stuck> Look(const Activity& activity, double now);

  // All processor time that the last look showed.
  double processor_seconds() const { return last_.processor_seconds; }

 private:
  std::optional<Stuck> Judge(double now) const;

  const double limit_;
  Activity last_;
  double last_look_;
  int quiet_looks_ = 0;      // in a row, at which nothing had run since the one before
  double kept_waiting_ = 0;  // for a processor or a disk
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_STUCK_EVIDENCE_H_
