// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/stuck_evidence.h"

#include <gtest/gtest.h>

#include <functional>

namespace loadstone::stuck_evidence_test {
namespace {

constexpr double kLimit = 10;
constexpr double kLook = StuckEvidence::kObservationIntervalSeconds;
constexpr int kMostLooks = 100000;

// A world as observed, on a machine that may delay it.
struct World {
  Activity activity = {};
  double now = 1;
};

// Advances the world by `live`, from one observation to the next, until it is ended; returns the
// reason, and leaves the final state in `world`.
Stuck EndOf(World& world, const std::function<void(World&)>& live) {
  StuckEvidence evidence(kLimit, world.activity, world.now);
  for (int look = 0; look < kMostLooks; ++look) {
    live(world);
    if (const auto stuck = evidence.Look(world.activity, world.now)) return *stuck;
  }
  ADD_FAILURE() << "it is never ended";
  return Stuck::kUnknown;
}

// Uses this much processor time until the next observation, `passed` seconds later.
void Use(World& world, double passed, double user, double system) {
  world.now += passed;
  world.activity.user_seconds += user;
  world.activity.processor_seconds += user + system;
  world.activity.switches += 1;
  world.activity.asleep = false;
}

TEST(StuckEvidenceTest, EndlessWorkEndsWithItsProcessorTime) {
  World world;
  EXPECT_EQ(EndOf(world, [](World& w) { Use(w, kLook, kLook, 0); }), Stuck::kBusy);
  EXPECT_LT(world.now, kLimit + 1);
}

// At a load of 24, two processors give a world a twelfth of their time: it must not be ended for
// that, nor before its own code has used up its limit.
TEST(StuckEvidenceTest, LoadOfTheMachineOnlyPutsOffTheEndOfEndlessWork) {
  World world;
  EXPECT_EQ(EndOf(world, [](World& w) { Use(w, 10 * kLook, kLook, 0); }), Stuck::kBusy);
  EXPECT_GE(world.activity.user_seconds, kLimit * 0.9);
}

// Measured with a file of 100 megabytes on such a machine: 9 seconds of processor time, one of
// which was in user mode.
TEST(StuckEvidenceTest, TimeOfTheKernelAccusesNobodyEarly) {
  World world;
  StuckEvidence evidence(kLimit, world.activity, world.now);
  while (world.activity.processor_seconds < 2 * kLimit) {
    Use(world, 12 * kLook, 0.1 * kLook, 0.9 * kLook);
    ASSERT_EQ(evidence.Look(world.activity, world.now), std::nullopt) << "after " << world.now;
  }
}

TEST(StuckEvidenceTest, EndlessCallsOfTheKernelEndAllTheSame) {
  World world;
  EXPECT_EQ(EndOf(world, [](World& w) { Use(w, kLook, 0, kLook); }), Stuck::kBusy);
  EXPECT_GE(world.activity.processor_seconds, kLimit * kWallTimeFactor * 0.9);
}

TEST(StuckEvidenceTest, SleepOfAllThreadsIsBlocked) {
  World world;
  EXPECT_EQ(EndOf(world,
                  [](World& w) {
                    w.now += kLook;
                    w.activity.asleep = true;
                  }),
            Stuck::kBlocked);
  EXPECT_LT(world.now, kLimit);
}

// The observer itself could not run, or the machine was suspended: the time between two
// observations does not count as blocked.
TEST(StuckEvidenceTest, TimeInWhichNobodyLookedIsNotBlocked) {
  World world;
  world.activity.asleep = true;
  StuckEvidence evidence(kLimit, world.activity, world.now);
  for (int look = 0; look < 9; ++look) {
    world.now += kLimit / 2;
    ASSERT_EQ(evidence.Look(world.activity, world.now), std::nullopt) << "look " << look;
  }
}

TEST(StuckEvidenceTest, WaitingForAProcessorOrADiskIsNotBlocked) {
  World world;
  EXPECT_EQ(EndOf(world, [](World& w) { w.now += kLook; }), Stuck::kUnknown);
  EXPECT_GE(world.now, kLimit * kWallTimeFactor * kWallTimeFactor) << "it did not run at all";
}

TEST(StuckEvidenceTest, SleepThatIsInterruptedIsNotBlocked) {
  World world;
  EXPECT_EQ(EndOf(world,
                  [](World& w) {
                    w.now += kLook;
                    w.activity.asleep = true;
                    w.activity.switches += 2;
                  }),
            Stuck::kUnknown);
  EXPECT_LT(world.now, kLimit * kWallTimeFactor + 1) << "nothing kept it waiting";
}

// Half of the time it waits: a world that sleeps briefly must not be ended before it has had its
// time.
TEST(StuckEvidenceTest, WhatTheWorldWaitedForIsNotItsTime) {
  World world;
  bool waits = false;
  EXPECT_EQ(EndOf(world,
                  [&](World& w) {
                    w.now += kLook;
                    w.activity.switches += 1;
                    w.activity.asleep = waits = !waits;
                  }),
            Stuck::kUnknown);
  EXPECT_GE(world.now, 2 * kLimit * kWallTimeFactor - 2);
}

}  // namespace
}  // namespace loadstone::stuck_evidence_test
