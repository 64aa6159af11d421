#include "harness/report/json_report.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/text.h"

namespace loadstone {
namespace {

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void WriteText(Writer& writer, std::string_view text) {
  const std::string valid = ValidUtf8(text);
  writer.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
}

void WriteMember(Writer& writer, const char* name, std::string_view text) {
  writer.Key(name);
  WriteText(writer, text);
}

void WriteSeconds(Writer& writer, double seconds) {
  writer.Key("seconds");
  writer.Double(SaneSeconds(seconds));
}

void WriteSubject(Writer& writer, const SubjectSummary& subject) {
  writer.Key("subject");
  writer.StartObject();
  WriteMember(writer, "path", subject.path);
  WriteMember(writer, "api", subject.api);
  WriteMember(writer, "platform", subject.platform);
  WriteMember(writer, "version", subject.version);
  if (!subject.layer.empty()) WriteMember(writer, "layer", subject.layer);
  writer.EndObject();
}

// An object must not name a member twice, or readers see only one of them.
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
  const Summary summary = Count(report);
  writer.Key("summary");
  writer.StartObject();
  const std::pair<const char*, std::size_t> counts[] = {
      {"pass", summary.pass},     {"fail", summary.fail}, {"warn", summary.warn},
      {"waived", summary.waived}, {"skip", summary.skip}, {"error", summary.error}};
  for (const auto& [name, count] : counts) {
    writer.Key(name);
    writer.Uint64(count);
  }
  WriteSeconds(writer, report.seconds);
  writer.EndObject();
}

void WriteCase(Writer& writer, const CaseResult& result) {
  writer.StartObject();
  WriteMember(writer, "id", result.id);
  writer.Key("policies");
  writer.StartArray();
  for (const std::string& policy : result.policies) WriteText(writer, policy);
  writer.EndArray();
  WriteMember(writer, "verdict", VerdictName(result.verdict));
  WriteMember(writer, "level", result.level);
  WriteMember(writer, "violates", result.violates);
  writer.Key("tries");
  writer.Uint(result.tries);
  WriteSeconds(writer, result.seconds);
  WriteMember(writer, "reason", result.reason);
  WriteMember(writer, "expected", result.expected);
  WriteMember(writer, "observed", result.observed);
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
  writer.Key("interrupted");
  writer.Bool(report.interrupted);
  WriteSubject(writer, report.subject);
  WriteCalibration(writer, report.subject.calibration);
  WriteSummary(writer, report);
  writer.Key("cases");
  writer.StartArray();
  for (const CaseResult* result : cases) WriteCase(writer, *result);
  writer.EndArray();
  writer.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace loadstone
