// SPDX-License-Identifier: Apache-2.0
#include "harness/report/sarif_report.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "harness/report/json_text.h"
#include "harness/report/reproduce.h"

namespace loadstone {
namespace {

// The index of each rule, by the policy's ID.
using Rules = std::map<std::string, unsigned>;

bool IsResult(const CaseResult& result) {
  return result.verdict != Verdict::kPass && result.verdict != Verdict::kSkip;
}

const char* LevelOf(const CaseResult& result, const RunReport& report) {
  if (result.verdict == Verdict::kWarn && !report.strict) return "warning";
  if (result.verdict == Verdict::kWaived && result.level != "must") return "warning";
  return "error";
}

// Returns a file's URI (RFC 8089), in which every byte is escaped that is neither unreserved nor a
// slash.
std::string FileUri(const std::string& path) {
  std::string uri = "file://";
  for (const char c : path) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Rules WriteRules(JsonWriter& writer, const RunReport& report) {
  Rules rules;
  writer.Key("rules");
  writer.StartArray();
  for (const CaseResult& result : report.cases) {
    const std::string id = BlamedPolicy(result);
    if (!IsResult(result) || !rules.emplace(id, rules.size()).second) continue;
    const PolicySummary* policy = FindPolicy(report, result);
    writer.StartObject();
    WriteMember(writer, "id", id);
    if (policy != nullptr) {
      WriteObject(writer, "shortDescription", "text", policy->statement);
      WriteObject(writer, "help", "text", DescribeSources(report, *policy));
      if (!policy->sources.empty() && !policy->sources.front().url.empty())
        WriteMember(writer, "helpUri", policy->sources.front().url);
      WriteObject(writer, "properties", "level", policy->level);
    }
    writer.EndObject();
  }
  writer.EndArray();
  return rules;
}

void WriteTool(JsonWriter& writer, const RunReport& report, Rules& rules) {
  writer.Key("tool");
  writer.StartObject();
  writer.Key("driver");
  writer.StartObject();
  WriteMember(writer, "name", "Loadstone");
  WriteMember(writer, "version", report.provenance.tool);
  rules = WriteRules(writer, report);
  writer.EndObject();
  writer.EndObject();
}

void WriteInvocation(JsonWriter& writer, const RunReport& report) {
  const std::string incomplete = WhyIncomplete(report);
  writer.Key("invocations");
  writer.StartArray();
  writer.StartObject();
  writer.Key("executionSuccessful");
  writer.Bool(incomplete.empty());
  if (!incomplete.empty()) {
    writer.Key("toolExecutionNotifications");
    writer.StartArray();
    writer.StartObject();
    WriteMember(writer, "level", "error");
    WriteObject(writer, "message", "text", incomplete);
    writer.EndObject();
    writer.EndArray();
  }
  writer.EndObject();
  writer.EndArray();
}

void WriteLocations(JsonWriter& writer, const SubjectSummary& subject, const CaseResult& result) {
  writer.Key("locations");
  writer.StartArray();
  writer.StartObject();
  writer.Key("physicalLocation");
  writer.StartObject();
  WriteObject(writer, "artifactLocation", "uri", FileUri(subject.path));
  writer.EndObject();
  writer.Key("logicalLocations");
  writer.StartArray();
  writer.StartObject();
  WriteMember(writer, "fullyQualifiedName", result.id);
  WriteMember(writer, "kind", "function");
  writer.EndObject();
  writer.EndArray();
  writer.EndObject();
  writer.EndArray();
}

// Writes the location of the case in the sources of Loadstone: the locations in the subject are
// unknown.
void WriteCasePlace(JsonWriter& writer, const std::string& place) {
  const size_t colon = place.rfind(':');
  if (colon == std::string::npos) return;
  int line = 0;
  std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
  if (line < 1) return;
  writer.Key("relatedLocations");
  writer.StartArray();
  writer.StartObject();
  writer.Key("physicalLocation");
  writer.StartObject();
  writer.Key("artifactLocation");
  writer.StartObject();
  WriteMember(writer, "uri", place.substr(0, colon));
  WriteMember(writer, "uriBaseId", "LOADSTONE");
  writer.EndObject();
  writer.Key("region");
  writer.StartObject();
  writer.Key("startLine");
  writer.Int(line);
  writer.EndObject();
  writer.EndObject();
  WriteObject(writer, "message", "text", "the case");
  writer.EndObject();
  writer.EndArray();
}

std::string Message(const SubjectSummary& subject, const CaseResult& result) {
  std::string message = Headline(result);
  if (!result.expected.empty()) message += "\nexpected: " + result.expected;
  if (!result.observed.empty()) message += "\nobserved: " + result.observed;
  return message + "\nreproduce: " + ReproduceCommand(subject, result);
}

void WriteResult(JsonWriter& writer, const RunReport& report, const CaseResult& result,
                 const Rules& rules) {
  writer.StartObject();
  WriteMember(writer, "ruleId", BlamedPolicy(result));
  writer.Key("ruleIndex");
  writer.Uint(rules.at(BlamedPolicy(result)));
  WriteMember(writer, "level", LevelOf(result, report));
  WriteObject(writer, "message", "text", Message(report.subject, result));
  WriteLocations(writer, report.subject, result);
  WriteCasePlace(writer, result.place);
  // Services identify a result across runs by this.
  WriteObject(writer, "partialFingerprints", "loadstoneCase/v1", result.id);
  WriteObject(writer, "properties", "verdict", VerdictName(result.verdict));
  if (result.verdict == Verdict::kWaived) {
    writer.Key("suppressions");
    writer.StartArray();
    writer.StartObject();
    WriteMember(writer, "kind", "external");
    WriteMember(writer, "justification", result.reason);
    writer.EndObject();
    writer.EndArray();
  }
  writer.EndObject();
}

}  // namespace

std::string SarifReport(const RunReport& report) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.SetIndent(' ', 2);
  writer.StartObject();
  WriteMember(writer, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  WriteMember(writer, "version", "2.1.0");
  writer.Key("runs");
  writer.StartArray();
  writer.StartObject();
  Rules rules;
  WriteTool(writer, report, rules);
  WriteInvocation(writer, report);
  writer.Key("results");
  writer.StartArray();
  for (const CaseResult& result : report.cases) {
    if (IsResult(result)) WriteResult(writer, report, result, rules);
  }
  writer.EndArray();
  writer.EndObject();
  writer.EndArray();
  writer.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace loadstone
