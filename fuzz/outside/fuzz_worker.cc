// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/fuzz_worker.h"

#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <utility>

#include "fuzz/outside/difference.h"
#include "fuzz/outside/in_world.h"
#include "fuzz/outside/order.h"
#include "fuzz/outside/random.h"
#include "fuzz/outside/subject_pair.h"
#include "harness/case/host_stage.h"
#include "harness/case/observation.h"
#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"
#include "harness/probe/app_trace.h"
#include "harness/runner/subject_sandbox.h"

namespace loadstone::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

// In addition to the time of the inputs: the start of the world and a last input that hangs.
constexpr double kSlack = 60;
constexpr double kMinimiseSeconds = 120;
// One input in kElevatedShare is elevated. These run in a separate world after the others, since a
// process is elevated from its start or not at all.
constexpr uint64_t kElevatedShare = 16;
constexpr size_t kMaxKeptPerSlice = 100;  // of one slice
constexpr size_t kMaxSuspects = 30;       // of one slice

void Send(const WorkerProcess& process, const FuzzMessage& message) {
  process.WriteLine(message.ToJson());
}

WorkerPool::Body Telling(WorkerPool::Body body) {
  return ReportingExceptions(std::move(body), [](const std::exception& exception) {
    const bool unusable = dynamic_cast<const EnvironmentError*>(&exception) != nullptr;
    const auto kind = unusable ? FuzzMessage::Kind::kUnusable : FuzzMessage::Kind::kError;
    return FuzzMessage{.kind = kind, .text = exception.what()}.ToJson();
  });
}

class Worker {
 public:
  Worker(const RunRequest& request, const Subjects& subjects, double hang_seconds)
      : subject_(subjects.judged),
        against_(subjects.against),
        hang_seconds_(hang_seconds),
        guard_(request.guard),
        sandbox_(MakeSandbox(request)) {}

  const FuzzedApi& api() const { return FindApi(subject_.api); }

  // Runs a probe that fuzzes and returns its observation; throws HarnessError if the probe was
  // lost.
  Observation Run(Order order, const Input* input, double seconds,
                  const std::vector<Input>& corpus = {}) {
    order.hang_seconds = hang_seconds_;
    order.guard = guard_;
    order.against = against_;
    Limits limits;
    limits.seconds = seconds;
    limits.file_bytes = uint64_t{256} << 20;
    World world = Machine(subject_, input, corpus);
    if (against_.has_value()) world.Copy(PathOfOther(*against_), HostFileName(0));
    if (input != nullptr ? input->elevated : order.options.elevated) world.Elevated();
    const Observation seen(
        sandbox_->Run(world, {kFuzzProbeWord, subject_.ToJson(), order.ToJson()}, limits));
    CheckStart(world, seen);
    if (!seen.FinishedNormally() && order.kind != Order::Kind::kMinimise) {
      throw HarnessError("the probe was lost: " + seen.DescribeEnding());
    }
    return seen;
  }

  std::vector<Finding> Suspects(const Observation& seen) const {
    std::vector<Finding> suspects;
    for (const Event& event : seen.Select(kAppName, kSuspectEvent)) {
      suspects.push_back(
          {.fault = {event.Text("policy"), event.Text("cause"), event.Text("expected"),
                     event.Text("observed"), event.Text("match")},
           .input = InputFromJson(event.Text("input"))});
      suspects.back().fault.ending = event.Flag("ending");
      suspects.back().fault.file = event.Text("file");
      for (const std::string& one : event.List("before")) {
        suspects.back().before.push_back(InputFromJson(one));
      }
    }
    return suspects;
  }

  // Minimises the suspect and reproduces it alone.
  bool Confirm(Finding& suspect) {
    const std::string match = suspect.fault.match;
    Order order;
    order.kind = Order::Kind::kMinimise;
    order.match = match;
    order.ending = suspect.fault.ending;
    const Input whole = suspect.input;
    const auto smaller = Suspects(Run(order, &whole, kMinimiseSeconds));
    if (!smaller.empty()) {
      suspect.input = smaller.back().input;
      suspect.fault.match = smaller.back().fault.match;
    }
    if (suspect.input.elevated) {
      Input plain = suspect.input;
      plain.elevated = false;
      if (ReproducesWith(plain, suspect)) return true;
    }
    if (ReproducesWith(suspect.input, suspect)) return true;
    // Files that the subject left in that world may have misled the minimisation.
    return !smaller.empty() && ReproducesWith(whole, suspect);
  }

  // Whether the suspect recurs after the inputs that the process ran before it; shortens its
  // `before` as far as possible. It is then reproduced in a fresh world.
  bool ConfirmWithEarlierInputs(Finding& suspect) {
    if (suspect.before.empty()) return false;
    Order order;
    order.kind = Order::Kind::kMinimise;
    order.match = suspect.fault.match;
    order.ending = suspect.fault.ending;
    const Input input = suspect.input;
    std::vector<Finding> fewer = Suspects(Run(order, &input, kMinimiseSeconds, suspect.before));
    if (fewer.empty()) return false;
    order.kind = Order::Kind::kJudge;
    const Input smaller = fewer.back().input;
    for (Finding& again : Suspects(Run(order, &smaller, kSlack, fewer.back().before))) {
      if (again.fault.match != fewer.back().fault.match) continue;
      again.slice = suspect.slice;
      again.before = std::move(fewer.back().before);
      suspect = std::move(again);
      return true;
    }
    return false;
  }

 private:
  // Whether `input` has the fault of the suspect; if so, the suspect gets this input.
  bool ReproducesWith(const Input& input, Finding& suspect) {
    Order order;
    order.kind = Order::Kind::kJudge;
    for (const Finding& finding : Suspects(Run(order, &input, kSlack))) {
      if (finding.fault.match != suspect.fault.match) continue;
      suspect.fault = finding.fault;
      suspect.input = finding.input;
      return true;
    }
    return false;
  }

  const Subject& subject_;
  const std::optional<Subject>& against_;
  double hang_seconds_;
  bool guard_;
  std::unique_ptr<Sandbox> sandbox_;
};

void RunPart(Worker& worker, const Order& order, uint64_t slice, const std::vector<Input>& corpus,
             std::set<std::string>& known, const WorkerProcess& process) {
  const Observation seen = worker.Run(order, nullptr, order.seconds + kSlack, corpus);
  const auto summary = seen.First(kAppName, kSliceEvent);
  if (!summary.has_value()) throw HarnessError("the probe was lost: it reported no result");
  Send(process, {.kind = FuzzMessage::Kind::kSlice,
                 .inputs = static_cast<uint64_t>(summary->Number("inputs")),
                 .creates = static_cast<uint64_t>(summary->Number("creates")),
                 .seconds = static_cast<double>(summary->Number("microseconds")) / 1e6,
                 .places = static_cast<uint64_t>(summary->Number("places"))});
  for (const Event& event : seen.Select(kAppName, kKeptEvent)) {
    FuzzMessage message = {.kind = FuzzMessage::Kind::kKept};
    message.finding.input = InputFromJson(event.Text("input"));
    Send(process, message);
  }
  std::vector<Finding> suspects = worker.Suspects(seen);
  if (suspects.size() > kMaxSuspects) suspects.resize(kMaxSuspects);
  for (Finding& suspect : suspects) {
    const std::string signature = suspect.fault.Signature();
    const std::string cause = suspect.fault.cause;
    suspect.slice = slice;
    if (!IsDifference(suspect.fault)) known.insert(signature);
    Finding with_earlier_inputs = suspect;
    suspect.before.clear();
    if (worker.Confirm(suspect)) {
      // If the confirmed cause is another one, a fault with the original cause may still occur.
      if (suspect.fault.cause != cause) known.erase(signature);
      Send(process, {.kind = FuzzMessage::Kind::kFinding, .finding = suspect});
    } else {
      // A subject may cache what earlier questions needed, but it may not end because of them, nor
      // answer for a mixture of them and this one.
      const bool seen = worker.ConfirmWithEarlierInputs(with_earlier_inputs);
      const Fault& fault = with_earlier_inputs.fault;
      const bool bad = seen && (fault.ending || fault.policy == worker.api().ChangedFilesPolicy());
      const auto kind = bad ? FuzzMessage::Kind::kFinding : FuzzMessage::Kind::kUnconfirmed;
      Send(process, {.kind = kind, .finding = with_earlier_inputs});
    }
  }
}

void RunSlice(Worker& worker, const Order& order, uint64_t slice, const std::vector<Input>& corpus,
              std::set<std::string>& known, const WorkerProcess& process) {
  const auto start = Clock::now();
  Order part = order;
  Order elevated = order;
  elevated.options.elevated = true;
  elevated.inputs = order.inputs / kElevatedShare;
  elevated.seed = Random(order.seed).Next();
  part.inputs = order.inputs - elevated.inputs;
  part.seconds -= order.seconds / kElevatedShare;
  part.known.assign(known.begin(), known.end());
  RunPart(worker, part, slice, corpus, known, process);
  elevated.seconds -= std::chrono::duration<double>(Clock::now() - start).count();
  elevated.known.assign(known.begin(), known.end());
  if (elevated.inputs > 0 && elevated.seconds > 0) {
    RunPart(worker, elevated, slice, corpus, known, process);
  }
}

}  // namespace

SliceCounter::SliceCounter() {
  void* memory = mmap(nullptr, sizeof(std::atomic<uint64_t>), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw EnvironmentError("cannot get shared memory");
  next_ = new (memory) std::atomic<uint64_t>(0);
}

SliceCounter::~SliceCounter() { munmap(next_, sizeof(*next_)); }

std::string FuzzMessage::ToJson() const {
  std::vector<std::string> before;
  for (const Input& one : finding.before) before.push_back(fuzz::ToJson(one));
  return JsonObject()
      .SetJson("kind", std::to_string(static_cast<int>(kind)))
      .Set("text", text)
      .Set("policy", finding.fault.policy)
      .Set("cause", finding.fault.cause)
      .Set("expected", finding.fault.expected)
      .Set("observed", finding.fault.observed)
      .Set("match", finding.fault.match)
      .SetJson("ending", finding.fault.ending ? "true" : "false")
      .Set("file", finding.fault.file)
      .Set("input", fuzz::ToJson(finding.input))
      .Set("before", before)
      .SetJson("slice", std::to_string(finding.slice))
      .SetJson("inputs", std::to_string(inputs))
      .SetJson("places", std::to_string(places))
      .SetJson("creates", std::to_string(creates))
      .SetJson("microseconds", std::to_string(static_cast<uint64_t>(seconds * 1e6)))
      .Line();
}

FuzzMessage FuzzMessage::FromJson(const std::string& line) {
  const JsonReader::Refuse refuse = RefuseWith<HarnessError>("the message of a worker process");
  const rapidjson::Document json = ParseJson(line, refuse);
  const JsonReader fields(json, refuse);
  FuzzMessage message;
  const uint64_t kind = fields.Unsigned("kind");
  if (kind > static_cast<uint64_t>(Kind::kUnusable)) refuse("kind", "is unknown");
  message.kind = static_cast<Kind>(kind);
  message.text = fields.Text("text");
  message.finding.fault = {fields.Text("policy"), fields.Text("cause"), fields.Text("expected"),
                           fields.Text("observed"), fields.Text("match")};
  message.finding.fault.ending = fields.Flag("ending");
  message.finding.fault.file = fields.Text("file");
  message.finding.input = InputFromJson(fields.Text("input"));
  for (const std::string& one : fields.Texts("before")) {
    message.finding.before.push_back(InputFromJson(one));
  }
  message.finding.slice = fields.Unsigned("slice");
  message.places = fields.Unsigned("places");
  message.inputs = fields.Unsigned("inputs");
  message.creates = fields.Unsigned("creates");
  message.seconds = static_cast<double>(fields.Unsigned("microseconds")) / 1e6;
  return message;
}

WorkerPool::Body SliceWorker(const FuzzRequest& request, const Subjects& subjects,
                             SliceCounter& slices, Clock::time_point end) {
  return Telling([&, end](const WorkerProcess& process) {
    Worker worker(request.run, subjects, request.hang_seconds);
    std::set<std::string> known;
    while (true) {
      const uint64_t slice = slices.Take();
      const double left = std::chrono::duration<double>(end - Clock::now()).count();
      if (left <= 0 || SliceBegin(slice) >= request.inputs) return;
      Order order;
      order.seed = Random(request.seed ^ Random(slice).Next()).Next();
      order.inputs =
          std::min(SliceBegin(slice + 1) - SliceBegin(slice), request.inputs - SliceBegin(slice));
      order.seconds = left;
      order.options.create_percent = request.create_percent;
      order.keep = request.keep ? kMaxKeptPerSlice : 0;
      try {
        RunSlice(worker, order, slice, request.corpus, known, process);
      } catch (const HarnessError& error) {
        Send(process, {.kind = FuzzMessage::Kind::kError, .text = error.what()});
      }
    }
  });
}

WorkerPool::Body InputWorker(const RunRequest& request, const Subjects& subjects,
                             const Input& input, const std::vector<Input>& before,
                             double hang_seconds) {
  return Telling([&, hang_seconds](const WorkerProcess& process) {
    Worker worker(request, subjects, hang_seconds);
    Order order;
    order.kind = Order::Kind::kJudge;
    for (const Finding& finding : worker.Suspects(worker.Run(order, &input, kSlack, before))) {
      Send(process, {.kind = FuzzMessage::Kind::kFinding, .finding = finding});
    }
  });
}

}  // namespace loadstone::fuzz
