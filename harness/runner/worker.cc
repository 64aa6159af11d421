// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/worker.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/case/exclusions.h"
#include "harness/case/host_stage.h"
#include "harness/runner/case_tests.h"
#include "harness/runner/component_start.h"
#include "harness/runner/subject_sandbox.h"
#include "harness/runner/worker_message.h"

namespace loadstone {
namespace {

void Send(const WorkerProcess& process, const WorkerMessage& message) {
  process.WriteLine(WriteMessage(message));
}

WorkerPool::Body Telling(WorkerPool::Body body) {
  return ReportingExceptions(std::move(body), [](const std::exception& exception) {
    return WriteMessage({.kind = WorkerMessage::Kind::kUnusable, .id = exception.what()});
  });
}

// Sets the properties of a subject that depend on its architecture.
void SetArchitecture(const Architecture& architecture, Subject& subject) {
  subject.bits = BitsOf(architecture);
  subject.processor = IsArm(architecture) ? Processor::kArm : Processor::kX86;
}

CalibratedSubject CalibrateLoader(const RunRequest& request, Sandbox& sandbox) {
  const std::vector<std::string> roots = CandidateRoots(request.loader, request.search_folders);
  Subject subject;
  subject.path = request.loader;
  subject.api = request.api;
  subject.platform = request.platform;
  SetArchitecture(request.architecture, subject);
  subject.api_version = FirstVersion(subject);
  const Calibration calibration = Calibrate(sandbox, subject, roots);
  subject.folders = calibration.folders;
  subject.unread_key = calibration.unread_key;
  subject.api_version = calibration.api_version;
  subject.spec = request.spec.value_or(calibration.api_version);
  subject.judged = request.judged;
  return {subject, calibration};
}

// The subject for a run without a loader: cases load a driver or runtime themselves, and an
// installation was read before, so there is nothing to calibrate.
CalibratedSubject WithoutLoader(const RunRequest& request) {
  Subject subject;
  subject.api = request.api;
  subject.platform = request.platform;
  SetArchitecture(request.architecture, subject);
  subject.judged = request.judged;
  subject.spec = request.spec.value_or(policy::Version{1, 0, 0});
  subject.api_version = subject.spec;
  return {subject, {.folders = {}, .api_version = subject.spec}};
}

// Returns the function of the worker that calibrates. For a component, it stores why the component
// does not start in a world in `why_not_judged`, which the caller replaces.
WorkerPool::Body Calibrator(const RunRequest& request) {
  return Telling([&](const WorkerProcess& process) {
    const std::unique_ptr<Sandbox> sandbox = MakeSandbox(request);
    CalibratedSubject found =
        request.loader.empty() ? WithoutLoader(request) : CalibrateLoader(request, *sandbox);
    if (ComponentUnderTest* component = found.subject.component()) {
      const ComponentStart start = StartInWorld(*sandbox, request);
      component->why_not_judged = start.why_not;
      if (!request.spec.has_value() && start.answered.has_value()) {
        found.subject.spec = found.subject.api_version = *start.answered;
      }
    }
    Send(process, {.kind = WorkerMessage::Kind::kCalibrated,
                   .id = found.calibration.trouble,
                   .subject = found.subject.ToJson()});
  });
}

// GoogleTest keeps pointers to its arguments, so they must be static.
void InitGoogleTest(const RunRequest& request) {
  static std::vector<std::string> words;
  words = {"loadstone"};
  words.push_back("--gtest_repeat=" + std::to_string(request.repeat));
  if (request.seed.has_value()) {
    words.push_back("--gtest_shuffle");
    words.push_back("--gtest_random_seed=" + std::to_string(*request.seed));
  }
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(words.size());
  testing::InitGoogleTest(&count, pointers.data());
}

class RepetitionCounter : public testing::EmptyTestEventListener {
 public:
  void OnTestIterationStart(const testing::UnitTest&, int iteration) override {
    repetition = static_cast<uint32_t>(iteration) + 1;
  }
  uint32_t repetition = 1;
};

}  // namespace

WorkerPool::Body CaseWorker(const RunRequest& request, const Subject& subject,
                            const policy::Catalogue& catalogue, ClaimTable& claims,
                            std::function<bool(const CaseResult&)> ends_run) {
  return Telling([&, ends_run = std::move(ends_run)](const WorkerProcess& process) {
    const std::unique_ptr<Sandbox> sandbox = MakeSandbox(request);
    HostStage stage(*sandbox, subject);
    stage.set_seconds(request.timeout_seconds);
    stage.set_files(HostFilesOf(request));
    if (request.stop_at_start) {
      stage.StopAtStart([&](int init) {
        Send(process, {.kind = WorkerMessage::Kind::kStarted, .id = std::to_string(init)});
      });
    }
    auto* counter = new RepetitionCounter;
    // On Windows this process runs the tests again for second tries, of which these are none.
    const auto ended = std::make_shared<bool>(false);
    InitGoogleTest(request);
    RegisterCaseTests(
        request.cases, stage, catalogue, request.robustness,
        {.claim = [&claims, counter, ended](
                      size_t index) { return !*ended && claims.Claim(index, counter->repetition); },
         .begin =
             [&](const std::string& id) {
               stage.set_guard(request.guard && !ExclusionReason(kGuarded, id).has_value());
               Send(process, {.kind = WorkerMessage::Kind::kBegin, .id = id});
             },
         .end =
             [&](const CaseResult& result) {
               if (ends_run(result)) claims.Close();
               if (request.with_probe_results) {
                 Send(process,
                      {.kind = WorkerMessage::Kind::kProbeResult, .probe_result = stage.last()});
               }
               Send(process, {.kind = WorkerMessage::Kind::kEnd, .result = result});
             }});
    testing::UnitTest::GetInstance()->listeners().Append(counter);
    // The verdicts are sent as messages; this status adds nothing.
    [[maybe_unused]] const int status = RUN_ALL_TESTS();
    *ended = true;
  });
}

std::optional<CalibratedSubject> CalibrateInWorker(const RunRequest& request,
                                                   const StopRequest& stop) {
  if (request.loader.empty() && request.component() == nullptr) return WithoutLoader(request);
  WorkerPool pool(stop);
  pool.Start(Calibrator(request));
  std::string last;
  int ended = 0;
  pool.Run({.on_line = [&](pid_t, const std::string& line) { last = line; },
            .on_end = [&](pid_t, int status) { ended = status; }});
  if (stop.made()) return std::nullopt;
  if (last.empty()) throw EnvironmentError("calibration was lost: " + DescribeStatus(ended));
  const WorkerMessage message = ReadMessage(last);
  if (message.kind == WorkerMessage::Kind::kUnusable) throw EnvironmentError(message.id);
  Subject subject = Subject::FromJson(message.subject);
  if (request.component() != nullptr) {
    const std::string in_world = subject.component()->why_not_judged;
    subject.judged = request.judged;  // with what a message leaves out
    if (!in_world.empty()) {
      subject.component()->why_not_judged = WhyNotJudged(request, in_world, stop);
    }
  }
  return CalibratedSubject{subject,
                           {.folders = subject.folders,
                            .api_version = subject.api_version,
                            .unread_key = subject.unread_key,
                            .trouble = message.id}};
}

}  // namespace loadstone
