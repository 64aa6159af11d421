// SPDX-License-Identifier: Apache-2.0
#include "harness/case/probe_stage.h"

#include <signal.h>

#include <cstdlib>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "harness/case/calibration.h"
#include "harness/case/case.h"
#ifndef _WIN32  // rules and guarded heaps are supported on Linux only
#include "harness/case/case_library.h"
#include "harness/probe/case_guard.h"
#include "harness/probe/guard.h"
#endif
#include "harness/probe/app_trace.h"
#include "harness/probe/start.h"

namespace loadstone {
namespace {

class ProbeStage : public Stage {
 public:
  ProbeStage(Subject subject, bool guard) : subject_(std::move(subject)), guard_(guard) {}

  const Subject& subject() const override { return subject_; }

  Observation Perform(const std::string&, const World&, const std::function<void()>& app,
                      const Limits&) override {
    TraceStart();
    if (guard_) Guard();
    app();
#ifndef _WIN32
    if (guard_) CheckGuard();
#endif
    AppEvent{kAppDone};
    std::exit(0);
  }

 private:
  // Guards the heap against errors of the subject. In a world with a loader all other libraries are
  // mocks, whose errors are known; a layer, driver or runtime loads libraries of third parties.
  void Guard() const {
#ifndef _WIN32
    const ComponentUnderTest* component = subject_.component();
    GuardCase(component != nullptr ? component->library : subject_.PathInWorld(),
              component != nullptr);
#endif
  }

  Subject subject_;
  bool guard_;
};

}  // namespace

void RunAppOfCase(const std::string& id, const std::string& file, const std::string& subject_json,
                  const std::string& library, const ProbeOptions& options) {
#ifndef _WIN32  // Windows has no signals that stop processes
  if (options.wait) raise(SIGSTOP);
#endif
  try {
    ProbeStage stage(Subject::FromJson(subject_json), options.guard);
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

}  // namespace loadstone
