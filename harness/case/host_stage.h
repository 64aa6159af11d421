// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_HOST_STAGE_H_
#define LOADSTONE_HARNESS_CASE_HOST_STAGE_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/case/case.h"

namespace loadstone {

// The stage of the harness: starts the probe in a world of `sandbox`. `subject` and `sandbox` must
// outlive it.
class HostStage : public Stage {
 public:
  HostStage(Sandbox& sandbox, const Subject& subject);

  const Subject& subject() const override { return subject_; }
  Observation Perform(const std::string& case_id, const World& world,
                      const std::function<void()>& app, const Limits& limits) override;

  // Returns the result of the last run, also if judging it threw; for `repro --keep`.
  const ProbeResult& last() const { return last_; }
  void set_seconds(double seconds) { seconds_ = seconds; }
  // Sets whether the probe guards its heap, see harness/probe/case_guard.h.
  void set_guard(bool guard) { guard_ = guard; }
  // Sets the files of the host that worlds of the sandbox may contain copies of
  // (SandboxOptions::files), including the libraries of the cases.
  void set_files(std::vector<std::string> files) { files_ = std::move(files); }
  // From now on every app stops itself before it begins, until it gets SIGCONT, and has no time
  // limit. `on_start` receives the ID of the world's first process.
  void StopAtStart(std::function<void(int init)> on_start);

 private:
  Sandbox& sandbox_;
  const Subject& subject_;
  std::string subject_json_;
  std::vector<std::string> files_;
  double seconds_ = Limits().seconds;
  bool stop_at_start_ = false;
  bool guard_ = false;
  ProbeResult last_;
};

// Checks the start event of the app, without which no later event is reliable. Throws HarnessError
// if the probe did not reach it or is not as elevated as `world` requires.
void CheckStart(const World& world, const Observation& seen);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_HOST_STAGE_H_
