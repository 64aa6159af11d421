// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_HOST_STAGE_H_
#define LOADSTONE_HARNESS_CASE_HOST_STAGE_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/case/case.h"

namespace loadstone {

// The stage on which the harness runs cases: it starts the probe in a world of
// `sandbox`. Both must outlive it.
class HostStage : public Stage {
 public:
  HostStage(Sandbox& sandbox, const Subject& subject);

  const Subject& subject() const override { return subject_; }
  Observation Perform(const std::string& case_id, const World& world,
                      const std::function<void()>& app, const Limits& limits) override;

  // Told what was run last, also when judging it threw; for `repro --keep`.
  const ProbeResult& last() const { return last_; }
  void set_seconds(double seconds) { seconds_ = seconds; }
  // Whether the heap of the probe is guarded, see harness/probe/case_guard.h.
  void set_guard(bool guard) { guard_ = guard; }
  // The files of the host that worlds of the sandbox may hold copies of (SandboxOptions::files);
  // the libraries of the cases are among them.
  void set_files(std::vector<std::string> files) { files_ = std::move(files); }
  // From then on every app stops itself before it begins, until it gets SIGCONT, and is not limited
  // in time. `on_start` is told the ID of the world's first process.
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

// Looks at what the app told when it started; nothing that follows can be believed without. Throws
// HarnessError if the probe did not get so far or is not as elevated as `world` says.
void CheckStart(const World& world, const Observation& seen);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_HOST_STAGE_H_
