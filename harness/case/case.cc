// SPDX-License-Identifier: Apache-2.0
#include "harness/case/case.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/case/expect.h"
#include "harness/case/host_stage.h"
#include "harness/probe/app_trace.h"
#include "harness/probe/case_guard.h"
#include "harness/world/registry_view.h"

namespace loadstone {
namespace {

// Throws HarnessError if the case places registry values under a key that the subject did not read
// during calibration: the subject would be judged by values that it does not see on this machine.
void CheckWorld(const Subject& subject, const World& world) {
  if (subject.unread_key.empty()) return;
  for (const RegistryValue& value : world.registry()) {
    if (value.key == subject.unread_key) {
      throw HarnessError("on the simplest test machine the subject finds nothing through " +
                         subject.unread_key + ", through which this case installs something");
    }
  }
}

// A wall-clock timeout is inconclusive: the machine may be overloaded.
void CheckTime(const Observation& seen) {
  if (seen.ending().kind != Ending::Kind::kTimedOut) return;
  testing::Test::RecordProperty(kTimedOut, "");
  if (seen.ending().stuck == Stuck::kBlocked) testing::Test::RecordProperty(kBlocked, "");
  if (seen.ending().stuck == Stuck::kUnknown) {
    throw HarnessError(seen.DescribeEnding() +
                       "; the machine is too busy: use fewer --jobs or a longer --timeout");
  }
}

// A memory error that the guarded heap detected is not evidence about the policies that the case
// cites.
void CheckMemory(const Observation& seen) {
  const auto event = seen.First(kAppName, kAppMemoryError);
  if (!event.has_value()) return;
  if (!event->Flag("accused")) {
    throw HarnessError(
        fmt::format("a memory error that is not attributed to the subject, because {}: {}",
                    event->Text("why"), event->Text("story")));
  }
  testing::Test::RecordProperty(kMemoryError, "");
  testing::Test::RecordProperty(kEnding, "memory error");
  Record({.expected = "each access is to memory that is allocated, and each allocation freed once",
          .observed = event->Text("story"),
          .reason = event->Text("error")},
         __FILE__, __LINE__);
  throw EndedByMemoryError();
}

}  // namespace

Case& Case::AnyEnding() {
  any_ending_ = true;
  return *this;
}

Case& Case::Within(const Limits& limits) {
  limits_ = limits;
  return *this;
}

Observation Case::Run(const World& world, const std::function<void()>& app) {
  if (has_run_) throw std::logic_error(id_ + " runs more than one world");
  has_run_ = true;
  CheckWorld(stage_.subject(), world);
  Observation seen = stage_.Perform(id_, WithRegistryFor(subject(), world), app, limits_);
  CheckTime(seen);
  CheckStart(world, seen);
  CheckMemory(seen);
  if (!any_ending_ && !(seen.FinishedNormally() && seen.First(kAppName, kAppDone).has_value())) {
    testing::Test::RecordProperty(kEndedEarly, "");
    testing::Test::RecordProperty(kEnding, seen.EndingName());
    Record({.expected = "the application finishes",
            .observed = seen.DescribeEnding(),
            .reason = "the process did not survive"},
           __FILE__, __LINE__);
  }
  return seen;
}

void Remark(const std::string& text) { testing::Test::RecordProperty(kRemark, text); }

}  // namespace loadstone
