// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/worker_message.h"

#include <optional>

#include "harness/json/json_object.h"
#include "harness/json/json_reader.h"

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

}  // namespace

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

}  // namespace loadstone
