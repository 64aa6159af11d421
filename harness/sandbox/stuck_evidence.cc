// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/stuck_evidence.h"

#include <algorithm>

namespace loadstone {
namespace {

// A world that was ended for its processor time has used slightly more than was observed.
constexpr double kNearlyAll = 0.9;
// How long nothing of a world must have run to be blocked: this part of its limit, or, after the
// limit, this many seconds.
constexpr double kBlockedPart = 0.5;
constexpr double kBlockedSeconds = 1;

}  // namespace

StuckEvidence::StuckEvidence(double seconds, const Activity& first, double now)
    : limit_(seconds), last_(first), last_observation_(now) {}

std::optional<Stuck> StuckEvidence::Look(const Activity& activity, double now) {
  const double passed = now - last_observation_;
  const double used = activity.processor_seconds - last_.processor_seconds;
  if (!activity.asleep) waiting_seconds_ += std::max(0.0, passed - used);
  quiet_observations_ = activity.asleep && activity == last_ ? quiet_observations_ + 1 : 0;
  last_ = activity;
  last_observation_ = now;
  return Judge(now);
}

std::optional<Stuck> StuckEvidence::Judge(double now) const {
  if (last_.user_seconds >= limit_ * kNearlyAll ||
      last_.processor_seconds >= limit_ * kNearlyAll * kWallTimeFactor) {
    return Stuck::kBusy;
  }
  const double quiet = quiet_observations_ * kObservationIntervalSeconds;
  if (quiet >= (now < limit_ ? limit_ * kBlockedPart : kBlockedSeconds)) return Stuck::kBlocked;
  const double most = limit_ * kWallTimeFactor;
  if (now - waiting_seconds_ >= most || now >= most * kWallTimeFactor) return Stuck::kUnknown;
  return std::nullopt;
}

}  // namespace loadstone
