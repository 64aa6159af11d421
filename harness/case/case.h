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

// Where a case is run. The body of a case is executed twice: by the harness, which makes the world
// and judges what it saw, and by the probe inside that world, which gets as far as the app and
// never returns from it.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual const Subject& subject() const = 0;
  // Makes `world` real and runs `app` in it. In the probe: runs `app` and ends the process.
  virtual Observation Perform(const std::string& case_id, const World& world,
                              const std::function<void()>& app, const Limits& limits) = 0;
};

// What the body of a case works with: one world, one app, and what was seen.
class Case {
 public:
  Case(std::string id, Stage& stage) : id_(std::move(id)), stage_(stage) {}

  const Subject& subject() const { return stage_.subject(); }

  // For a case whose mocks end the process themselves: how it ends is then judged by the case.
  Case& AnyEnding();
  // For a case that needs more or less than the usual.
  Case& Within(const Limits& limits);

  // Runs `app` in `world`, once per case, and fails the case where the process did not come to its
  // end, unless AnyEnding was said. Throws HarnessError where the harness could not do its part,
  // among others when an elevated app turned out not to be elevated, when the machine left it no
  // time to run, or when `world` has values of the subject's unread_key. With a guarded heap, a
  // memory error of the subject throws EndedByMemoryError, and one of which it is not accused
  // HarnessError.
  Observation Run(const World& world, const std::function<void()>& app);

 private:
  std::string id_;
  Stage& stage_;
  Limits limits_;
  bool any_ending_ = false;
  bool has_run_ = false;
};

// Keeps one line about what was seen for the report of a case that passes, such as which layer
// broke a rule for which the documents do not blame the loader. For use in the body of a case; the
// last one counts.
void Remark(const std::string& text);
// Under what name GoogleTest keeps it.
inline constexpr char kRemark[] = "remark";

// Under what names GoogleTest keeps how the process of a case ended: that it did not come to its
// end, that it had not ended in time, and that it was then blocked.
inline constexpr char kEndedEarly[] = "ended_early";
inline constexpr char kTimedOut[] = "timed_out";
inline constexpr char kBlocked[] = "blocked";
// Likewise that the guarded heap saw a memory error of the subject, which ends the case.
inline constexpr char kMemoryError[] = "memory_error";
// And how a process ended early, as Observation::EndingName says it.
inline constexpr char kEnding[] = "ending";
// What then leaves the body of the case, whose expectations are no longer of interest.
struct EndedByMemoryError {};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_CASE_H_
