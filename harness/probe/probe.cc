#include "harness/probe/probe.h"

#include <signal.h>
#include <sys/auxv.h>
#include <sys/capability.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>

#include "harness/probe/app_trace.h"
#include "harness/probe/calibration.h"

// An application ends without giving back what it has, and so may the mocks: no leak is of interest
// in a probe. The sanitizer asks for this function.
extern "C" __attribute__((used)) const char* __asan_default_options() { return "detect_leaks=0"; }

namespace loadstone {
namespace {

constexpr double kNoTimeLimit = 1e6;

// AddressSanitizer reserves address space beyond every limit.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kHasAddressSanitizer = true;
#elif defined(__has_feature)
constexpr bool kHasAddressSanitizer = __has_feature(address_sanitizer);
#else
constexpr bool kHasAddressSanitizer = false;
#endif

// Rights that the user who started the process does not have.
bool HasCapabilities() {
  cap_t capabilities = cap_get_proc();
  cap_flag_value_t value = CAP_CLEAR;
  cap_get_flag(capabilities, CAP_NET_BIND_SERVICE, CAP_EFFECTIVE, &value);
  cap_free(capabilities);
  return value == CAP_SET;
}

class ProbeStage : public Stage {
 public:
  explicit ProbeStage(Subject subject) : subject_(std::move(subject)) {}

  const Subject& subject() const override { return subject_; }

  Observation Perform(const std::string&, const World&, const std::function<void()>& app,
                      const Limits&) override {
    TellStart();
    app();
    AppEvent{kAppDone};
    std::exit(0);
  }

 private:
  Subject subject_;
};

}  // namespace

void TellStart() {
  AppEvent(kAppStart).Add("secure", getauxval(AT_SECURE) != 0).Add("capable", HasCapabilities());
}

HostStage::HostStage(Sandbox& sandbox, const Subject& subject)
    : sandbox_(sandbox), subject_(subject), subject_json_(subject.ToJson()) {}

Observation HostStage::Perform(const std::string& case_id, const World& world,
                               const std::function<void()>&, const Limits& limits) {
  Limits scaled = limits;
  scaled.seconds *= seconds_ / Limits().seconds;
  if (kHasAddressSanitizer) scaled.memory_bytes = 0;
  if (stop_at_start_) scaled.seconds = kNoTimeLimit;
  const char* word = stop_at_start_ ? kWaitingProbeWord : kProbeWord;
  last_ = sandbox_.Run(world, {word, case_id, subject_json_}, scaled);
  return Observation(last_);
}

void HostStage::StopAtStart(std::function<void(int init)> on_start) {
  stop_at_start_ = true;
  sandbox_.OnStart(std::move(on_start));
}

void ProbeMain(const std::string& id, const std::string& subject_json, bool wait) {
  if (wait) raise(SIGSTOP);
  try {
    ProbeStage stage(Subject::FromJson(subject_json));
    if (id == kCalibrationApp) {
      stage.Perform(id, {}, [&] { RunCalibrationApp(stage.subject()); }, {});
    }
    const std::optional<CaseInfo> info = FindCase(id);
    if (!info.has_value()) throw HarnessError("the probe does not know the case " + id);
    Case one(id, stage);
    info->body(one);
    throw HarnessError("the case " + id + " runs no world");
  } catch (const std::exception& exception) {
    AppEvent(kAppHarnessError).Add("error", exception.what());
  }
  std::exit(1);
}

}  // namespace loadstone
