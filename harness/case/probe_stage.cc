#include "harness/case/probe_stage.h"

#include <signal.h>

#include <cstdlib>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "harness/case/calibration.h"
#include "harness/case/case.h"
#ifndef _WIN32  // rules are judged on Linux
#include "harness/case/case_library.h"
#endif
#include "harness/probe/app_trace.h"
#include "harness/probe/start.h"

namespace loadstone::inline cases {
namespace {

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

void RunAppOfCase(const std::string& id, const std::string& file, const std::string& subject_json,
                  const std::string& library, bool wait) {
#ifndef _WIN32  // has no signals that stop processes
  if (wait) raise(SIGSTOP);
#else
  static_cast<void>(wait);
#endif
  try {
    ProbeStage stage(Subject::FromJson(subject_json));
    if (id == kCalibrationApp) {
      stage.Perform(id, {}, [&] { RunCalibrationApp(stage.subject()); }, {});
    }
#ifndef _WIN32
    if (!library.empty()) LoadCaseLibrary(library, library);
#else
    static_cast<void>(library);
#endif
    const std::optional<CaseInfo> info = FindCaseInFile(id, file);
    if (!info.has_value()) throw HarnessError("the probe does not know the case " + id);
    Case one(id, stage);
    info->body(one);
    throw HarnessError("the case " + id + " runs no world");
  } catch (const std::exception& exception) {
    AppEvent(kAppHarnessError).Add("error", exception.what());
  }
  std::exit(1);
}

}  // namespace loadstone::inline cases
