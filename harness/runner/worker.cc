#include "harness/runner/worker.h"

#include <errno.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <new>

#include "harness/case/host_stage.h"
#include "harness/runner/case_tests.h"
#include "harness/world/json_object.h"

namespace loadstone {
namespace {

constexpr const char* kKindNames[] = {"begin",   "end",     "calibrated",
                                      "started", "remains", "unusable"};

void WriteRemains(const Remains& remains, JsonObject& json) {
  json.Set("trace", remains.trace)
      .Set("output", remains.output)
      .SetJson("ending", std::to_string(static_cast<int>(remains.ending.kind)))
      .SetJson("value", std::to_string(remains.ending.value))
      .SetJson("microseconds", std::to_string(static_cast<int64_t>(remains.ending.seconds * 1e6)))
      .SetJson("stuck", std::to_string(static_cast<int>(remains.ending.stuck)))
      .SetJson("processor_microseconds",
               std::to_string(static_cast<int64_t>(remains.ending.processor_seconds * 1e6)));
}

// The members of a message, each of which must be there and of its type.
class Fields {
 public:
  explicit Fields(const rapidjson::Document& json) : json_(json) {}

  std::string Text(const char* key) const {
    const rapidjson::Value& value = Get(key);
    Require(value.IsString(), key);
    return std::string(value.GetString(), value.GetStringLength());
  }
  int64_t Number(const char* key) const {
    const rapidjson::Value& value = Get(key);
    Require(value.IsInt64(), key);
    return value.GetInt64();
  }
  double Seconds(const char* key) const { return static_cast<double>(Number(key)) / 1e6; }
  bool Flag(const char* key) const { return Number(key) != 0; }
  std::vector<std::string> Texts(const char* key) const {
    const rapidjson::Value& value = Get(key);
    Require(value.IsArray(), key);
    std::vector<std::string> texts;
    for (const rapidjson::Value& element : value.GetArray()) {
      Require(element.IsString(), key);
      texts.emplace_back(element.GetString(), element.GetStringLength());
    }
    return texts;
  }

 private:
  static void Require(bool good, const char* key) {
    if (!good) throw HarnessError(std::string("a worker's message lacks a good '") + key + "'");
  }
  const rapidjson::Value& Get(const char* key) const {
    const auto member = json_.FindMember(key);
    Require(member != json_.MemberEnd(), key);
    return member->value;
  }

  const rapidjson::Document& json_;
};

Remains ReadRemains(const Fields& fields) {
  Remains remains;
  remains.trace = fields.Text("trace");
  remains.output = fields.Text("output");
  remains.ending.kind = static_cast<Ending::Kind>(fields.Number("ending"));
  remains.ending.value = static_cast<int>(fields.Number("value"));
  remains.ending.seconds = fields.Seconds("microseconds");
  remains.ending.stuck = static_cast<Stuck>(fields.Number("stuck"));
  remains.ending.processor_seconds = fields.Seconds("processor_microseconds");
  return remains;
}

CaseResult ReadResult(const Fields& fields) {
  CaseResult result;
  result.id = fields.Text("case");
  result.policies = fields.Texts("policies");
  const std::optional<Verdict> verdict = VerdictFromName(fields.Text("verdict"));
  if (!verdict.has_value()) throw HarnessError("a worker's message has an unknown verdict");
  result.verdict = *verdict;
  result.seconds = fields.Seconds("microseconds");
  result.reason = fields.Text("reason");
  result.expected = fields.Text("expected");
  result.observed = fields.Text("observed");
  result.violates = fields.Text("violates");
  result.level = fields.Text("level");
  result.timed_out = fields.Flag("timed_out");
  return result;
}

void Send(int pipe, const WorkerMessage& message) {
  const std::string line = WriteMessage(message) + "\n";
  size_t done = 0;
  while (done < line.size()) {
    const ssize_t count = write(pipe, line.data() + done, line.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(1);  // nobody listens any more
    done += static_cast<size_t>(count);
  }
}

SandboxOptions Options(const RunRequest& request) {
  const Installation installation = FindInstallation();
  return {.probe = installation.program,
          .subject = request.loader,
          .library = installation.mocks,
          .files = request.layer.has_value() ? request.layer->files : std::vector<std::string>{}};
}

// Runs `body` in a child that ignores what the user sends to the whole group from the keyboard: the
// run's own process ends it.
template <typename Body>
pid_t StartProcess(int pipe, const Body& body) {
  const pid_t child = fork();
  if (child != 0) return child;
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  try {
    body();
  } catch (const std::exception& exception) {
    Send(pipe, {.kind = WorkerMessage::Kind::kUnusable, .id = exception.what()});
    _exit(2);
  }
  _exit(0);
}

// Asked for after the change of IDs that making a sandbox brings, which would undo it.
void DieWithParent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
}

// GoogleTest keeps pointers to the words it is given.
void InitGoogleTest(const RunRequest& request) {
  static std::vector<std::string> words;
  words = {"loadstone"};
  words.insert(words.end(), request.googletest.begin(), request.googletest.end());
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

ClaimTable::ClaimTable(size_t cases) : size_((cases + 1) * sizeof(std::atomic<uint32_t>)) {
  void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  counts_ = new (memory) std::atomic<uint32_t>[cases + 1]();
}

ClaimTable::~ClaimTable() { munmap(counts_, size_); }

bool ClaimTable::Claim(size_t index, uint32_t repetition) {
  uint32_t before = repetition - 1;
  return counts_[index].compare_exchange_strong(before, repetition);
}

std::string WriteMessage(const WorkerMessage& message) {
  JsonObject json;
  json.Set("kind", kKindNames[static_cast<int>(message.kind)])
      .Set("id", message.id)
      .Set("subject", message.subject);
  if (message.kind == WorkerMessage::Kind::kRemains) WriteRemains(message.remains, json);
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
        .SetJson("timed_out", result.timed_out ? "1" : "0");
  }
  return json.Line();
}

WorkerMessage ReadMessage(const std::string& line) {
  rapidjson::Document json;
  json.Parse(line.data(), line.size());
  if (json.HasParseError() || !json.IsObject()) throw HarnessError("a worker wrote nonsense");
  const Fields fields(json);
  WorkerMessage message;
  while (fields.Text("kind") != kKindNames[static_cast<int>(message.kind)]) {
    if (message.kind == WorkerMessage::Kind::kUnusable) throw HarnessError("an unknown message");
    message.kind = static_cast<WorkerMessage::Kind>(static_cast<int>(message.kind) + 1);
  }
  message.id = fields.Text("id");
  message.subject = fields.Text("subject");
  if (message.kind == WorkerMessage::Kind::kRemains) message.remains = ReadRemains(fields);
  if (message.kind == WorkerMessage::Kind::kEnd) message.result = ReadResult(fields);
  return message;
}

pid_t StartCalibrator(const RunRequest& request, int pipe) {
  const pid_t parent = getpid();
  return StartProcess(pipe, [&] {
    // The file is looked at before this process gives up its view of the host.
    const std::vector<std::string> roots = CandidateRoots(request.loader, request.search_folders);
    Subject subject;
    subject.path = request.loader;
    subject.api = request.api;
    subject.platform = request.platform;
    subject.api_version = FirstVersion(subject);
    const std::unique_ptr<Sandbox> sandbox = MakeLinuxSandbox(Options(request));
    DieWithParent(parent);
    const Calibration calibration = Calibrate(*sandbox, subject, roots);
    subject.folders = calibration.folders;
    subject.api_version = calibration.api_version;
    subject.spec = request.spec.value_or(calibration.api_version);
    subject.layer = request.layer;
    Send(pipe, {.kind = WorkerMessage::Kind::kCalibrated,
                .id = calibration.trouble,
                .subject = subject.ToJson()});
  });
}

pid_t StartWorker(const RunRequest& request, const Subject& subject,
                  const policy::Catalogue& catalogue, ClaimTable& claims, int pipe) {
  const pid_t parent = getpid();
  return StartProcess(pipe, [&] {
    const std::unique_ptr<Sandbox> sandbox = MakeLinuxSandbox(Options(request));
    DieWithParent(parent);
    HostStage stage(*sandbox, subject);
    stage.set_seconds(request.timeout_seconds);
    if (request.stop_at_start) {
      stage.StopAtStart([&](int init) {
        Send(pipe, {.kind = WorkerMessage::Kind::kStarted, .id = std::to_string(init)});
      });
    }
    auto* counter = new RepetitionCounter;
    InitGoogleTest(request);
    RegisterCaseTests(
        request.cases, stage, catalogue, request.robustness,
        {.claim = [&](size_t index) { return claims.Claim(index, counter->repetition); },
         .begin =
             [&](const std::string& id) {
               Send(pipe, {.kind = WorkerMessage::Kind::kBegin, .id = id});
             },
         .end =
             [&](const CaseResult& result) {
               if (request.with_remains) {
                 Send(pipe, {.kind = WorkerMessage::Kind::kRemains, .remains = stage.last()});
               }
               Send(pipe, {.kind = WorkerMessage::Kind::kEnd, .result = result});
             }});
    testing::UnitTest::GetInstance()->listeners().Append(counter);
    // The verdicts travel through the pipe; this status would say less.
    if (RUN_ALL_TESTS() != 0) return;
  });
}

}  // namespace loadstone
