// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_CASE_H_
#define LOADSTONE_HARNESS_CASE_CASE_H_

#include <functional>
#include <string>

#include "harness/case/observation.h"
#include "harness/case/registry.h"
#include "harness/sandbox/sandbox.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone {

// Runs the app of a case. The body of a case is executed twice: by the harness, which creates the
// world and judges the observation, and by the probe inside that world, where Perform does not
// return.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual const Subject& subject() const = 0;
  // Creates `world` and runs `app` in it. In the probe: runs `app` and ends the process.
  virtual Observation Perform(const std::string& case_id, const World& world,
                              const std::function<void()>& app, const Limits& limits) = 0;
};

// The interface of a case's body: one world, one app, and the observation.
class Case {
 public:
  // `stage` must outlive the case.
  Case(std::string id, Stage& stage) : id_(std::move(id)), stage_(stage) {}

  const Subject& subject() const { return stage_.subject(); }

  // For a case that judges by itself how the process ends, for example because its mocks end it.
  Case& AnyEnding();
  // Replaces the default limits.
  Case& Within(const Limits& limits);

  // Runs `app` in `world`, once per case (a second call throws std::logic_error), and fails the
  // case if the process ended early, unless AnyEnding was called. Throws HarnessError if the
  // harness failed, for example if an elevated app was not elevated, if the machine was too busy to
  // run the app, or if `world` has values of the subject's unread_key. With a guarded heap, throws
  // EndedByMemoryError for a memory error of the subject, and HarnessError for one that is not
  // attributed to the subject.
  Observation Run(const World& world, const std::function<void()>& app);

 private:
  std::string id_;
  Stage& stage_;
  Limits limits_;
  bool any_ending_ = false;
  bool has_run_ = false;
};

// Records one line about the observation for the report of a case that passes, for example which
// layer broke a rule for which the documents do not blame the loader. For use in the body of a
// case; the last call counts.
void Remark(const std::string& text);
// The name of the GoogleTest property with the remark.
inline constexpr char kRemark[] = "remark";

// The names of the GoogleTest properties that record how the process of a case ended: early, not in
// time, and blocked when it ran out of time.
inline constexpr char kEndedEarly[] = "ended_early";
inline constexpr char kTimedOut[] = "timed_out";
inline constexpr char kBlocked[] = "blocked";
// The GoogleTest property that records a memory error of the subject, which the guarded heap
// detected and which ended the case.
inline constexpr char kMemoryError[] = "memory_error";
// The GoogleTest property with the ending of a process that ended early, as Observation::EndingName
// returns it.
inline constexpr char kEnding[] = "ending";
// Thrown to leave the body of the case after a memory error: its expectations are then irrelevant.
struct EndedByMemoryError {};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_CASE_H_
