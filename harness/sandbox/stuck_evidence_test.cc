// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/stuck_evidence.h"

#include <gtest/gtest.h>

#include <functional>

namespace loadstone::stuck_evidence_test {
namespace {

constexpr double kLimit = 10;
constexpr double kLook = StuckEvidence::kLookEverySeconds;
constexpr int kMostLooks = 100000;

// A world, as looks at it find it, of a machine that may let anybody wait.
struct World {
  Activity activity = {};
  double now = 1;
};

// Lets `live` make the world older, from look to look, until it is ended; says for what, and leaves
// in `world` how it was then.
Stuck EndOf(World& world, const std::function<void(World&)>& live) {
  StuckEvidence evidence(kLimit, world.activity, world.now);
  for (int look = 0; look < kMostLooks; ++look) {
    live(world);
    if (const auto stuck = evidence.Look(world.activity, world.now)) return *stuck;
  }
  ADD_FAILURE() << "it is never ended";
  return Stuck::kUnknown;
}

// Uses so much of a processor until the next look, which comes after `passed` seconds.
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

// At load 24 two processors give a world a twelfth of their time: it is never ended for that, nor
// before its own code has used up its limit.
TEST(StuckEvidenceTest, LoadOfTheMachineOnlyPutsOffTheEndOfEndlessWork) {
  World world;
  EXPECT_EQ(EndOf(world, [](World& w) { Use(w, 10 * kLook, kLook, 0); }), Stuck::kBusy);
  EXPECT_GE(world.activity.user_seconds, kLimit * 0.9);
}

// What a file of 100 megabytes came to on such a machine: 9 seconds of processor time, of which
// the code of the application had one.
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

// Whoever looks was itself not let run, or the machine was suspended: two looks far apart say no
// more than two looks.
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

// Half of the time it waits: a world that naps is not ended before it has had its time.
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
