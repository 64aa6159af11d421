// SPDX-License-Identifier: Apache-2.0
#include "harness/report/report_file.h"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/json/json_reader.h"
#include "harness/report/input_file.h"
#include "harness/report/json_parts.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kByteLimit = 256u << 20;

bool FlagOr(const JsonReader& fields, const char* name, bool otherwise) {
  return fields.Has(name) ? fields.Flag(name) : otherwise;
}

double SecondsOf(const JsonReader& fields) {
  const rapidjson::Value& seconds = fields.Get("seconds");
  return seconds.IsNumber() ? SaneSeconds(seconds.GetDouble()) : 0;
}

std::vector<Finding> CalibrationOf(const rapidjson::Value& calibration) {
  std::vector<Finding> findings;
  for (auto member = calibration.MemberBegin(); member != calibration.MemberEnd(); ++member) {
    if (!member->value.IsString()) continue;
    findings.push_back({member->name.GetString(), member->value.GetString()});
  }
  return findings;
}

CaseResult CaseOf(const JsonReader& fields, const JsonReader::Refuse& refuse) {
  CaseResult result;
  result.id = fields.Text("id");
  result.policies = fields.Texts("policies");
  result.place = TextOr(fields, "place", "");
  const std::optional<Verdict> verdict = VerdictFromName(fields.Text("verdict"));
  if (!verdict.has_value()) refuse("verdict", "is not a known value");
  result.verdict = verdict.value_or(Verdict::kError);
  result.seconds = SecondsOf(fields);
  result.reason = fields.Text("reason");
  result.expected = fields.Text("expected");
  result.observed = fields.Text("observed");
  result.violates = TextOr(fields, "violates", "");
  if (fields.Has("ending")) result.ending = fields.Text("ending");
  result.fault = TextOr(fields, "fault", "");
  result.unjudged = FlagOr(fields, "unjudged", false);
  result.see = TextOr(fields, "see", "");
  result.demanded = FlagOr(fields, "demanded", false);
  result.level = TextOr(fields, "level", "");
  if (fields.Has("tries")) result.tries = static_cast<unsigned>(fields.Unsigned("tries"));
  result.flaky = FlagOr(fields, "flaky", false);
  return result;
}

void ReadWhatJudged(const JsonReader& fields, const JsonReader::Refuse& refuse, RunReport& report) {
  if (fields.Has("tool")) {
    report.provenance.tool = JsonReader(fields.Object("tool"), refuse).Text("version");
  }
  report.provenance.date = TextOr(fields, "date", "");
  report.provenance.kernel = TextOr(fields, "kernel", "");
  report.shard = TextOr(fields, "shard", "");
  report.strict = FlagOr(fields, "strict", false);
  report.interrupted = FlagOr(fields, "interrupted", false);
  report.incomplete = TextOr(fields, "incomplete", "");
  report.warnings = TextsOr(fields, "warnings");
}

}  // namespace

RunReport ParseReport(const std::string& text, const std::string& name) {
  const std::string shown = OneLine(name);
  const JsonReader::Refuse refuse = [&](const std::string& member, const std::string& problem) {
    throw std::runtime_error(fmt::format(
        "{} is not a report written by 'loadstone run --json': {}{}", shown,
        member.empty() ? "" : fmt::format("\"{}\" ", member), Truncate(OneLine(problem), 200)));
  };
  const rapidjson::Document json = ParseJson(text, refuse);
  const JsonReader fields(json, refuse);
  if (fields.Number("schema") != 1) refuse("schema", "is not 1");
  RunReport report;
  report.subject = ReadSubject(JsonReader(fields.Object("subject"), refuse));
  report.subject.calibration = CalibrationOf(fields.Object("calibration"));
  ReadWhatJudged(fields, refuse, report);
  if (fields.Has("policies")) {
    const rapidjson::Value& policies = fields.Object("policies");
    for (auto member = policies.MemberBegin(); member != policies.MemberEnd(); ++member) {
      const JsonReader policy(member->value, refuse);
      report.policies.emplace(member->name.GetString(), ReadPolicy(policy, refuse));
    }
  }
  for (const rapidjson::Value& each : fields.Array("cases").GetArray()) {
    report.cases.push_back(CaseOf(JsonReader(each, refuse), refuse));
  }
  if (fields.Has("faults")) {
    for (const rapidjson::Value& each : fields.Array("faults").GetArray()) {
      const JsonReader fault(each, refuse);
      report.faults.emplace(fault.Text("fault"), fault.Text("says"));
    }
  }
  const JsonReader summary(fields.Object("summary"), refuse);
  report.seconds = SecondsOf(summary);
  report.chosen = report.cases.size();
  if (summary.Has("not_run")) report.chosen += summary.Unsigned("not_run");
  return report;
}

RunReport ReadReport(const std::string& path) {
  const std::string text = ReadInputFile(path, "report", kByteLimit);
  if (text.size() > kByteLimit) throw std::runtime_error(OneLine(path) + ": larger than 256 MiB");
  return ParseReport(text, path);
}

}  // namespace loadstone
