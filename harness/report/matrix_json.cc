// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_json.h"

#include <algorithm>
#include <map>
#include <vector>

#include "harness/report/json_parts.h"
#include "harness/report/json_text.h"
#include "harness/report/matrix_history.h"

namespace loadstone {
namespace {

// The IDs of all cases of a matrix in natural order, and their positions.
class CaseList {
 public:
  explicit CaseList(const Matrix& matrix) {
    for (const MatrixSubject& subject : matrix.subjects) {
      for (const auto& [id, verdict] : subject.verdicts) places_.emplace(id, 0);
    }
    for (const auto& [id, place] : places_) ids_.push_back(id);
    std::sort(ids_.begin(), ids_.end(), NaturalLess);
    for (std::size_t i = 0; i < ids_.size(); ++i) places_[ids_[i]] = i;
  }

  const std::vector<std::string>& ids() const { return ids_; }
  std::size_t PlaceOf(const std::string& id) const { return places_.at(id); }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> ids_;
};

template <typename Numbers>
void WriteNumbers(JsonWriter& writer, const char* name, const Numbers& numbers) {
  writer.Key(name);
  writer.StartArray();
  for (const std::size_t number : numbers) writer.Uint64(number);
  writer.EndArray();
}

void WriteNumber(JsonWriter& writer, const char* name, std::size_t number) {
  writer.Key(name);
  writer.Uint64(number);
}

void WriteMatrixSubject(JsonWriter& writer, const MatrixSubject& subject, const CaseList& cases) {
  writer.StartObject();
  WriteMember(writer, "label", subject.label);
  WriteMember(writer, "name", subject.name);
  WriteMember(writer, "name_version", subject.version);
  WriteSubject(writer, subject.subject);
  WriteMember(writer, "tool", subject.provenance.tool);
  WriteMember(writer, "date", subject.provenance.date);
  WriteMember(writer, "kernel", subject.provenance.kernel);
  WriteMember(writer, "incomplete", subject.incomplete);
  Summary summary;
  for (const auto& [id, verdict] : subject.verdicts) summary.Add(verdict);
  writer.Key("summary");
  writer.StartObject();
  WriteCounts(writer, summary);
  writer.EndObject();
  writer.Key("verdicts");
  writer.StartArray();
  for (const std::string& id : cases.ids()) {
    const auto verdict = subject.verdicts.find(id);
    if (verdict == subject.verdicts.end()) {
      writer.Null();
    } else {
      writer.String(VerdictName(verdict->second));
    }
  }
  writer.EndArray();
  writer.EndObject();
}

void WriteMatrixPolicy(JsonWriter& writer, const MatrixPolicy& policy) {
  writer.StartObject();
  WriteMember(writer, "id", policy.id);
  WriteMember(writer, "title", PolicyTitle(policy.quoted.statement));
  WritePolicy(writer, policy.quoted);
  writer.Key("cells");
  writer.StartArray();
  for (const auto& [subject, cell] : policy.cells) {
    writer.StartObject();
    WriteNumber(writer, "subject", subject);
    WriteMember(writer, "verdict", VerdictName(cell.summary.Worst()));
    WriteCounts(writer, cell.summary);
    WriteNumbers(writer, "causes", cell.causes);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
}

void WriteCause(JsonWriter& writer, const MatrixCause& cause, const CaseList& cases) {
  writer.StartObject();
  WriteMember(writer, "policy", cause.policy);
  WriteMember(writer, "verdict", VerdictName(cause.verdict));
  WriteMember(writer, "level", cause.example.level);
  WriteMember(writer, "violates", cause.example.violates);
  WriteMember(writer, "case", cause.example.id);
  WriteMember(writer, "reason", cause.example.reason);
  writer.Key("demanded");
  writer.Bool(cause.example.demanded);
  WriteMember(writer, "ending", cause.example.ending.value_or(""));
  WriteMember(writer, "expected", cause.example.expected);
  WriteMember(writer, "observed", cause.example.observed);
  WriteMember(writer, "fault", cause.example.fault);
  WriteMember(writer, "says", cause.says);
  writer.Key("subjects");
  writer.StartArray();
  for (const auto& [subject, ids] : cause.cases) {
    std::vector<std::size_t> places;
    for (const std::string& id : ids) places.push_back(cases.PlaceOf(id));
    writer.StartObject();
    WriteNumber(writer, "subject", subject);
    WriteNumbers(writer, "cases", places);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
}

void WriteHistory(JsonWriter& writer, const SubjectHistory& history, const Matrix& matrix) {
  writer.StartObject();
  const MatrixSubject& subject = matrix.subjects[history.subject];
  WriteMember(writer, "name", subject.name);
  WriteMember(writer, "api", subject.subject.api);
  WriteMember(writer, "kind", subject.subject.kind);
  WriteMember(writer, "platform", subject.subject.platform);
  WriteTexts(writer, "versions", history.versions);
  writer.Key("causes");
  writer.StartArray();
  for (const CauseHistory& each : history.causes) {
    writer.StartObject();
    WriteNumber(writer, "cause", each.cause);
    WriteMember(writer, "first", each.first);
    WriteMember(writer, "last", each.last);
    WriteTexts(writer, "without", each.without);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
}

template <typename Elements, typename Write>
void WriteArray(JsonWriter& writer, const char* name, const Elements& elements, Write write) {
  writer.Key(name);
  writer.StartArray();
  for (const auto& element : elements) write(element);
  writer.EndArray();
}

}  // namespace

std::string MatrixJson(const Matrix& matrix, const std::string& tool) {
  const CaseList cases(matrix);
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.SetIndent(' ', 1);
  writer.SetFormatOptions(rapidjson::kFormatSingleLineArray);
  writer.StartObject();
  WriteNumber(writer, "matrix", 1);
  writer.Key("tool");
  writer.StartObject();
  WriteMember(writer, "name", "loadstone");
  WriteMember(writer, "version", tool);
  writer.EndObject();
  WriteArray(writer, "subjects", matrix.subjects,
             [&](const MatrixSubject& each) { WriteMatrixSubject(writer, each, cases); });
  WriteTexts(writer, "cases", cases.ids());
  WriteArray(writer, "policies", matrix.policies,
             [&](const MatrixPolicy& each) { WriteMatrixPolicy(writer, each); });
  WriteArray(writer, "causes", matrix.causes,
             [&](const MatrixCause& each) { WriteCause(writer, each, cases); });
  WriteArray(writer, "history", HistoryOf(matrix),
             [&](const SubjectHistory& each) { WriteHistory(writer, each, matrix); });
  writer.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace loadstone
