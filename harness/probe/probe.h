#ifndef LOADSTONE_HARNESS_PROBE_PROBE_H_
#define LOADSTONE_HARNESS_PROBE_PROBE_H_

#include <memory>
#include <string>

#include "harness/probe/case.h"

namespace loadstone {

// The first word of the command line of a probe.
inline constexpr char kProbeWord[] = "in-world";
// The same for a probe that waits for a debugger.
inline constexpr char kWaitingProbeWord[] = "waiting-in-world";
// The first event of the app: what the process is.
inline constexpr char kAppStart[] = "start";
// What the probe says when it could not do its part.
inline constexpr char kAppHarnessError[] = "harness_error";

// The stage on which the harness runs cases: it starts this very program anew in a world of
// `sandbox`. Both must outlive it.
class HostStage : public Stage {
 public:
  HostStage(Sandbox& sandbox, const Subject& subject);

  const Subject& subject() const override { return subject_; }
  Observation Perform(const std::string& case_id, const World& world,
                      const std::function<void()>& app, const Limits& limits) override;

  // Told what was run last, also when judging it threw; for `repro --keep`.
  const Remains& last() const { return last_; }
  void set_seconds(double seconds) { seconds_ = seconds; }
  // From then on every app stops itself before it begins, until it gets SIGCONT, and is not limited
  // in time. `on_start` is told the ID of the world's first process.
  void StopAtStart(std::function<void(int init)> on_start);

 private:
  Sandbox& sandbox_;
  const Subject& subject_;
  std::string subject_json_;
  double seconds_ = Limits().seconds;
  bool stop_at_start_ = false;
  Remains last_;
};

// Tells in the trace that the app starts, and how elevated it is.
void TellStart();

// Looks at what the app told when it started; nothing that follows can be believed without. Throws
// HarnessError if the probe did not get so far or is not as elevated as `world` says.
void CheckStart(const World& world, const Observation& seen);

// The main function of a probe: runs the app of the case `id` and ends the process. `subject_json`
// is Subject::ToJson(). With `wait` it stops itself first.
[[noreturn]] void ProbeMain(const std::string& id, const std::string& subject_json, bool wait);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_PROBE_H_
