// SPDX-License-Identifier: Apache-2.0
#include "harness/report/json_report.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/causes.h"
#include "harness/report/json_parts.h"
#include "harness/report/json_text.h"
#include "harness/report/kind.h"
#include "harness/report/reproduce.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

using Writer = JsonWriter;

void WriteSeconds(Writer& writer, double seconds) {
  writer.Key("seconds");
  writer.Double(SaneSeconds(seconds));
}

// Duplicate members are merged: readers would see only one of them.
void WriteCalibration(Writer& writer, const std::vector<Finding>& findings) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const Finding& finding : findings) {
    const std::string name = ValidUtf8(finding.name);
    const auto same = std::find_if(members.begin(), members.end(),
                                   [&](const auto& member) { return member.first == name; });
    if (same == members.end()) {
      members.emplace_back(name, finding.value);
    } else {
      same->second += "; " + finding.value;
    }
  }
  writer.Key("calibration");
  writer.StartObject();
  for (const auto& [name, value] : members) {
    writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
    WriteText(writer, value);
  }
  writer.EndObject();
}

void WriteSummary(Writer& writer, const RunReport& report) {
  writer.Key("summary");
  writer.StartObject();
  WriteCounts(writer, Count(report));
  writer.Key("not_run");
  writer.Uint64(NotRun(report));
  WriteSeconds(writer, report.seconds);
  writer.EndObject();
}

void WriteProvenance(Writer& writer, const Provenance& provenance) {
  writer.Key("tool");
  writer.StartObject();
  WriteMember(writer, "name", "loadstone");
  WriteMember(writer, "version", provenance.tool);
  writer.EndObject();
  WriteMember(writer, "date", provenance.date);
  WriteMember(writer, "kernel", provenance.kernel);
}

void WritePolicies(Writer& writer, const RunReport& report) {
  writer.Key("policies");
  writer.StartObject();
  for (const auto& [id, policy] : report.policies) {
    writer.Key(id.c_str());
    writer.StartObject();
    WritePolicy(writer, policy);
    writer.EndObject();
  }
  writer.EndObject();
}

// Writes the groups of causes that may have the same fault.
void WriteFaults(Writer& writer, const RunReport& report) {
  writer.Key("faults");
  writer.StartArray();
  for (const CauseGroup& group : GroupByFault(report)) {
    if (group.fault.empty()) continue;
    writer.StartObject();
    WriteMember(writer, "fault", group.fault);
    WriteMember(writer, "says", group.says);
    WriteTexts(writer, "policies", PoliciesOf(group));
    std::vector<std::string> ids;
    for (const Cause& cause : group.causes) {
      for (const CaseResult* result : cause.cases) ids.push_back(result->id);
    }
    WriteTexts(writer, "cases", ids);
    writer.EndObject();
  }
  writer.EndArray();
}

void WriteCase(Writer& writer, const CaseResult& result, const RunReport& report) {
  writer.StartObject();
  WriteMember(writer, "id", result.id);
  WriteTexts(writer, "policies", result.policies);
  WriteMember(writer, "place", result.place);
  WriteMember(writer, "verdict", VerdictName(result.verdict));
  WriteMember(writer, "level", result.level);
  WriteMember(writer, "violates", result.violates);
  writer.Key("tries");
  writer.Uint(result.tries);
  writer.Key("flaky");
  writer.Bool(result.flaky);
  WriteSeconds(writer, result.seconds);
  WriteMember(writer, "reason", result.reason);
  writer.Key("demanded");
  writer.Bool(result.demanded);
  WriteMember(writer, "ending", EndingOf(result));
  WriteMember(writer, "fault", result.fault);
  writer.Key("unjudged");
  writer.Bool(result.unjudged);
  WriteMember(writer, "see", result.see);
  WriteMember(writer, "expected", result.expected);
  WriteMember(writer, "observed", result.observed);
  const PolicySummary* policy = FindPolicy(report, result);
  WriteMember(writer, "statement", policy == nullptr ? "" : policy->statement);
  WriteMember(writer, "section", policy == nullptr ? "" : DescribeSources(report, *policy));
  WriteMember(writer, "reproduce", ReproduceCommand(report.subject, result));
  writer.EndObject();
}

}  // namespace

std::string JsonReport(const RunReport& report) {
  std::vector<const CaseResult*> cases;
  cases.reserve(report.cases.size());
  for (const CaseResult& result : report.cases) cases.push_back(&result);
  std::stable_sort(cases.begin(), cases.end(),
                   [](const CaseResult* a, const CaseResult* b) { return a->id < b->id; });

  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.SetIndent(' ', 2);
  writer.SetMaxDecimalPlaces(6);
  writer.StartObject();
  writer.Key("schema");
  writer.Int(1);
  WriteProvenance(writer, report.provenance);
  writer.Key("strict");
  writer.Bool(report.strict);
  if (!report.shard.empty()) WriteMember(writer, "shard", report.shard);
  writer.Key("interrupted");
  writer.Bool(report.interrupted);
  WriteMember(writer, "incomplete", WhyIncomplete(report));
  writer.Key("subject");
  writer.StartObject();
  WriteSubject(writer, report.subject);
  writer.EndObject();
  WriteCalibration(writer, report.subject.calibration);
  WriteSummary(writer, report);
  WriteTexts(writer, "warnings", report.warnings);
  WriteTexts(writer, "better", report.better);
  WriteMember(writer, "documents", CitedEditions(report));
  WriteFaults(writer, report);
  WritePolicies(writer, report);
  writer.Key("cases");
  writer.StartArray();
  for (const CaseResult* result : cases) WriteCase(writer, *result, report);
  writer.EndArray();
  writer.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace loadstone
