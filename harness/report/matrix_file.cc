// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "harness/json/json_reader.h"
#include "harness/report/input_file.h"
#include "harness/report/json_parts.h"
#include "harness/report/matrix_json.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kMatrixByteLimit = 256u << 20;

// Reads the members of a matrix that refer to each other by position.
class MatrixReader {
 public:
  MatrixReader(const rapidjson::Document& json, const JsonReader::Refuse& refuse)
      : fields_(json, refuse), refuse_(refuse) {}

  Matrix Read() {
    if (!fields_.Has("matrix")) refuse_("matrix", "is missing");
    if (fields_.Number("matrix") != 1) {
      refuse_("matrix", "is not 1, so it is of a newer version of Loadstone");
    }
    cases_ = fields_.Texts("cases");
    Matrix matrix;
    for (const rapidjson::Value& each : fields_.Array("subjects").GetArray()) {
      matrix.subjects.push_back(SubjectFrom(JsonReader(each, refuse_)));
    }
    subjects_ = matrix.subjects.size();
    causes_ = fields_.Array("causes").Size();
    for (const rapidjson::Value& each : fields_.Array("causes").GetArray()) {
      matrix.causes.push_back(CauseFrom(JsonReader(each, refuse_)));
    }
    for (const rapidjson::Value& each : fields_.Array("policies").GetArray()) {
      matrix.policies.push_back(PolicyFrom(JsonReader(each, refuse_)));
    }
    return matrix;
  }

 private:
  Verdict VerdictFrom(const std::string& name) const {
    const std::optional<Verdict> verdict = VerdictFromName(name);
    if (!verdict.has_value()) refuse_("verdict", "is not a known value");
    return verdict.value_or(Verdict::kError);
  }

  // Returns `number` if it is a position in a list of `size` elements.
  std::size_t Position(uint64_t number, std::size_t size, const char* member) const {
    if (number >= size) refuse_(member, "is not the position of an element");
    return number;
  }

  MatrixSubject SubjectFrom(const JsonReader& fields) const {
    MatrixSubject subject;
    subject.subject = ReadSubject(fields);
    subject.label = fields.Text("label");
    subject.name = fields.Text("name");
    subject.version = fields.Text("name_version");
    subject.provenance = {fields.Text("tool"), fields.Text("date"), fields.Text("kernel")};
    subject.incomplete = fields.Text("incomplete");
    const rapidjson::Value& verdicts = fields.Array("verdicts");
    if (verdicts.Size() != cases_.size()) refuse_("verdicts", "is not as long as \"cases\"");
    for (rapidjson::SizeType i = 0; i < verdicts.Size(); ++i) {
      if (verdicts[i].IsNull()) continue;
      subject.verdicts.emplace(cases_[i], VerdictFrom(fields.TextOf(verdicts[i], "verdicts")));
    }
    return subject;
  }

  MatrixCause CauseFrom(const JsonReader& fields) const {
    MatrixCause cause;
    cause.policy = fields.Text("policy");
    cause.verdict = VerdictFrom(fields.Text("verdict"));
    CaseResult& example = cause.example;
    example.id = fields.Text("case");
    example.verdict = cause.verdict;
    example.level = fields.Text("level");
    example.violates = fields.Text("violates");
    example.reason = fields.Text("reason");
    example.demanded = fields.Flag("demanded");
    example.ending = fields.Text("ending");
    example.expected = fields.Text("expected");
    example.observed = fields.Text("observed");
    example.fault = fields.Text("fault");
    cause.says = fields.Text("says");
    for (const rapidjson::Value& each : fields.Array("subjects").GetArray()) {
      const JsonReader has(each, refuse_);
      std::vector<std::string>& ids =
          cause.cases[Position(has.Unsigned("subject"), subjects_, "subject")];
      for (const int64_t place : has.Numbers("cases")) {
        ids.push_back(cases_[Position(static_cast<uint64_t>(place), cases_.size(), "cases")]);
      }
    }
    return cause;
  }

  MatrixPolicy PolicyFrom(const JsonReader& fields) const {
    MatrixPolicy policy;
    policy.id = fields.Text("id");
    policy.quoted = ReadPolicy(fields, refuse_);
    for (const rapidjson::Value& each : fields.Array("cells").GetArray()) {
      const JsonReader read(each, refuse_);
      MatrixCell& cell = policy.cells[Position(read.Unsigned("subject"), subjects_, "subject")];
      cell.summary = {read.Unsigned("pass"),   read.Unsigned("fail"), read.Unsigned("warn"),
                      read.Unsigned("waived"), read.Unsigned("skip"), read.Unsigned("error")};
      for (const int64_t cause : read.Numbers("causes")) {
        cell.causes.push_back(Position(static_cast<uint64_t>(cause), causes_, "causes"));
      }
    }
    return policy;
  }

  const JsonReader fields_;
  const JsonReader::Refuse& refuse_;
  std::vector<std::string> cases_;
  std::size_t subjects_ = 0;
  std::size_t causes_ = 0;
};

}  // namespace

Matrix ParseMatrix(const std::string& text, const std::string& name) {
  const std::string shown = OneLine(name);
  const JsonReader::Refuse refuse = [&](const std::string& member, const std::string& problem) {
    throw std::runtime_error(fmt::format(
        "{} is not a matrix written by 'loadstone matrix --json': {}{}", shown,
        member.empty() ? "" : fmt::format("\"{}\" ", member), Truncate(OneLine(problem), 200)));
  };
  const rapidjson::Document json = ParseJson(text, refuse);
  return MatrixReader(json, refuse).Read();
}

Matrix ReadMatrix(const std::string& path) {
  const std::string text = ReadInputFile(path, "matrix", kMatrixByteLimit);
  if (text.size() > kMatrixByteLimit) {
    throw std::runtime_error(OneLine(path) + ": larger than 256 MiB");
  }
  return ParseMatrix(text, path);
}

}  // namespace loadstone
