// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/worker.h"

#include <elf.h>
#include <errno.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <new>
#include <set>
#include <utility>
#include <vector>

#include "harness/case/exclusions.h"
#include "harness/case/host_stage.h"
#include "harness/component/host_devices.h"
#include "harness/component/host_view.h"
#include "harness/component/rooted_system.h"
#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"
#include "harness/runner/case_tests.h"
#include "harness/runner/component_start.h"
#include "harness/runner/emulator.h"
#include "harness/runner/installation.h"
#include "harness/sandbox/coverage_sandbox.h"
#include "harness/world/platform.h"

namespace loadstone {
namespace {

constexpr const char* kKindNames[] = {"begin",   "end",          "calibrated",
                                      "started", "probe_result", "unusable"};

void WriteProbeResult(const ProbeResult& probe_result, JsonObject& json) {
  json.Set("trace", probe_result.trace)
      .Set("output", probe_result.output)
      .SetJson("ending", std::to_string(static_cast<int>(probe_result.ending.kind)))
      .SetJson("value", std::to_string(probe_result.ending.value))
      .SetJson("microseconds",
               std::to_string(static_cast<int64_t>(probe_result.ending.seconds * 1e6)))
      .SetJson("stuck", std::to_string(static_cast<int>(probe_result.ending.stuck)))
      .SetJson("processor_microseconds",
               std::to_string(static_cast<int64_t>(probe_result.ending.processor_seconds * 1e6)));
}

double Seconds(const JsonReader& fields, const char* key) {
  return static_cast<double>(fields.Number(key)) / 1e6;
}

ProbeResult ReadProbeResult(const JsonReader& fields) {
  ProbeResult probe_result;
  probe_result.trace = fields.Text("trace");
  probe_result.output = fields.Text("output");
  probe_result.ending.kind = static_cast<Ending::Kind>(fields.Number("ending"));
  probe_result.ending.value = static_cast<int>(fields.Number("value"));
  probe_result.ending.seconds = Seconds(fields, "microseconds");
  probe_result.ending.stuck = static_cast<Stuck>(fields.Number("stuck"));
  probe_result.ending.processor_seconds = Seconds(fields, "processor_microseconds");
  return probe_result;
}

CaseResult ReadResult(const JsonReader& fields) {
  CaseResult result;
  result.id = fields.Text("case");
  result.policies = fields.Texts("policies");
  const std::optional<Verdict> verdict = VerdictFromName(fields.Text("verdict"));
  if (!verdict.has_value()) throw HarnessError("a worker's message has an unknown verdict");
  result.verdict = *verdict;
  result.seconds = Seconds(fields, "microseconds");
  result.reason = fields.Text("reason");
  result.expected = fields.Text("expected");
  result.observed = fields.Text("observed");
  result.violates = fields.Text("violates");
  result.level = fields.Text("level");
  result.ending = fields.Text("ending");
  result.demanded = fields.Flag("demanded");
  result.timed_out = fields.Flag("timed_out");
  result.blocked = fields.Flag("blocked");
  result.unjudged = fields.Flag("unjudged");
  result.judges = fields.Texts("judges");
  result.accused = fields.Text("accused");
  return result;
}

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
  const unsigned machine = architecture.machine;
  subject.bits = BitsOf(architecture);
  subject.processor =
      machine == EM_AARCH64 || machine == EM_ARM ? Processor::kArm : Processor::kX86;
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

// For cases that start no process.
class NoSandbox : public Sandbox {
 public:
  ProbeResult Run(const World&, const std::vector<std::string>&, const Limits&) override {
    throw HarnessError("nothing is run for an installer, an image or a package");
  }
};

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

ClaimTable::ClaimTable(size_t cases) : cases_(cases) {
  void* memory = mmap(nullptr, size(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  counts_ = new (memory) std::atomic<uint32_t>[cases + 1]();
}

ClaimTable::~ClaimTable() { munmap(counts_, size()); }

size_t ClaimTable::size() const { return (cases_ + 1) * sizeof(*counts_); }

void ClaimTable::Close() { counts_[cases_] = 1; }

bool ClaimTable::closed() const { return counts_[cases_] != 0; }

bool ClaimTable::Claim(size_t index, uint32_t repetition) {
  if (closed()) return false;
  uint32_t before = repetition - 1;
  return counts_[index].compare_exchange_strong(before, repetition);
}

std::string WriteMessage(const WorkerMessage& message) {
  JsonObject json;
  json.Set("kind", kKindNames[static_cast<int>(message.kind)])
      .Set("id", message.id)
      .Set("subject", message.subject);
  if (message.kind == WorkerMessage::Kind::kProbeResult)
    WriteProbeResult(message.probe_result, json);
  if (message.kind == WorkerMessage::Kind::kEnd) {
    const CaseResult& result = message.result;
    json.Set("case", result.id)
        .Set("policies", result.policies)
        .Set("verdict", VerdictName(result.verdict))
        .SetJson("microseconds", std::to_string(static_cast<int64_t>(result.seconds * 1e6)))
        .Set("reason", result.reason)
        .Set("expected", result.expected)
        .Set("observed", result.observed)
        .Set("violates", result.violates)
        .Set("level", result.level)
        .Set("ending", result.ending.value_or(""))
        .SetJson("demanded", result.demanded ? "true" : "false")
        .SetJson("timed_out", result.timed_out ? "true" : "false")
        .SetJson("blocked", result.blocked ? "true" : "false")
        .SetJson("unjudged", result.unjudged ? "true" : "false")
        .Set("judges", result.judges)
        .Set("accused", result.accused);
  }
  return json.Line();
}

WorkerMessage ReadMessage(const std::string& line) {
  const JsonReader::Refuse refuse = RefuseWith<HarnessError>("the message of a worker process");
  const rapidjson::Document json = ParseJson(line, refuse);
  const JsonReader fields(json, refuse);
  WorkerMessage message;
  while (fields.Text("kind") != kKindNames[static_cast<int>(message.kind)]) {
    if (message.kind == WorkerMessage::Kind::kUnusable) throw HarnessError("an unknown message");
    message.kind = static_cast<WorkerMessage::Kind>(static_cast<int>(message.kind) + 1);
  }
  message.id = fields.Text("id");
  message.subject = fields.Text("subject");
  if (message.kind == WorkerMessage::Kind::kProbeResult)
    message.probe_result = ReadProbeResult(fields);
  if (message.kind == WorkerMessage::Kind::kEnd) message.result = ReadResult(fields);
  return message;
}

std::vector<std::string> HostFilesOf(const RunRequest& request) {
  std::vector<std::string> files;
  if (const ComponentUnderTest* component = request.component()) {
    for (const std::string& file : component->files) {
      files.push_back(HostPathIn(request.root, file));
    }
  }
  std::set<std::string> libraries;
  for (const CaseInfo* info : request.cases) {
    if (!info->library.empty()) libraries.insert(info->library);
  }
  files.insert(files.end(), libraries.begin(), libraries.end());
  if (!request.against.empty()) files.push_back(request.against);
  return files;
}

namespace {

// Creates a subfolder for the coverage of one worker. The users in worlds are other ones than the
// user of this process. Returns "" if none is requested.
std::string MakeCoverageFolder(const RunRequest& request) {
  if (request.coverage.empty()) return {};
  std::string path = request.coverage + "/XXXXXX";
  if (mkdtemp(path.data()) == nullptr || chmod(path.c_str(), 0777) != 0) {
    throw EnvironmentError("cannot make a folder in " + request.coverage + ": " + strerror(errno));
  }
  return path;
}

// Returns what every sandbox for Linux has; worlds then show only the system's libraries.
SandboxOptions LinuxOptions(const RunRequest& request, const Installation& installation) {
  return {.keeper = installation.keeper,
          .probe = installation.probe,
          .subject = request.loader,
          .library = installation.mocks,
          .files = HostFilesOf(request),
          .root = request.root,
          .emulator = EmulatorFor(request.architecture)};
}

}  // namespace

std::unique_ptr<Sandbox> MakeSandbox(const RunRequest& request) {
  if (request.StartsNoProcess()) return std::make_unique<NoSandbox>();
  const Installation installation = WithPartsFor(FindInstallation(), request.architecture);
  if (request.platform == kWindows) {
    return MakeWineSandbox({.keeper = installation.keeper,
                            .probe = installation.windows_probe,
                            .subject = request.loader,
                            .library = installation.windows_mocks,
                            .root = request.root},
                           installation.wine_launcher);
  }
  SandboxOptions options = LinuxOptions(request, installation);
  if (const ComponentUnderTest* component = request.component()) {
    options.folders = component->shown;
    options.view = ComponentHostView();
    const std::vector<std::string>& shown = component->shown_folders;
    std::vector<std::string>& folders =
        request.root.empty() ? options.folders : options.view.folders;
    folders.insert(folders.end(), shown.begin(), shown.end());
    if (request.with_devices) {
      options.devices = GraphicsDevices();
      options.folders.emplace_back(kDeviceInformation);
      options.view.empty.clear();  // the host's /sys has them
    }
  }
  return MakeCoverageSandbox(options, MakeCoverageFolder(request));
}

std::unique_ptr<Sandbox> MakeWholeSystemSandbox(const RunRequest& request) {
  SandboxOptions options =
      LinuxOptions(request, WithPartsFor(FindInstallation(), request.architecture));
  options.view.folders = RootedSystem(request.root).Folders();
  return MakeLinuxSandbox(options);
}

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
    InitGoogleTest(request);
    RegisterCaseTests(
        request.cases, stage, catalogue, request.robustness,
        {.claim = [&](size_t index) { return claims.Claim(index, counter->repetition); },
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
    if (RUN_ALL_TESTS() != 0) return;
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
