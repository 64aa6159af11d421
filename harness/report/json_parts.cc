// SPDX-License-Identifier: Apache-2.0
#include "harness/report/json_parts.h"

#include <cstdint>
#include <utility>

namespace loadstone {
namespace {

void WriteSource(JsonWriter& writer, const policy::Source& source) {
  writer.StartObject();
  WriteMember(writer, "document", source.document);
  WriteMember(writer, "edition", source.edition);
  WriteMember(writer, "section", source.section);
  writer.Key("paragraphs");
  writer.StartArray();
  for (const int number : source.paragraphs) writer.Int(number);
  writer.EndArray();
  if (!source.url.empty()) WriteMember(writer, "url", source.url);
  writer.EndObject();
}

}  // namespace

void WritePolicy(JsonWriter& writer, const PolicySummary& policy) {
  WriteMember(writer, "level", policy.level);
  WriteMember(writer, "statement", policy.statement);
  writer.Key("sources");
  writer.StartArray();
  for (const policy::Source& source : policy.sources) WriteSource(writer, source);
  writer.EndArray();
}

void WriteSubject(JsonWriter& writer, const SubjectSummary& subject) {
  WriteMember(writer, "path", subject.path);
  WriteMember(writer, "api", subject.api);
  WriteMember(writer, "platform", subject.platform);
  WriteMember(writer, "architecture", subject.architecture);
  WriteMember(writer, "version", subject.version);
  WriteMember(writer, "spec", subject.spec);
  WriteMember(writer, "kind", subject.kind);
  if (!subject.layer.empty()) WriteMember(writer, "layer", subject.layer);
  WriteMember(writer, "build_id", subject.build_id);
  WriteMember(writer, "sha256", subject.sha256);
  WriteMember(writer, "package", subject.package);
  WriteTexts(writer, "options", subject.options);
}

void WriteCounts(JsonWriter& writer, const Summary& summary) {
  const std::pair<const char*, std::size_t> counts[] = {
      {"pass", summary.pass},     {"fail", summary.fail}, {"warn", summary.warn},
      {"waived", summary.waived}, {"skip", summary.skip}, {"error", summary.error}};
  for (const auto& [name, count] : counts) {
    writer.Key(name);
    writer.Uint64(count);
  }
}

PolicySummary ReadPolicy(const JsonReader& fields, const JsonReader::Refuse& refuse) {
  PolicySummary policy{fields.Text("level"), fields.Text("statement"), {}};
  for (const rapidjson::Value& each : fields.Array("sources").GetArray()) {
    const JsonReader source(each, refuse);
    policy::Source& read = policy.sources.emplace_back();
    read.document = source.Text("document");
    read.edition = source.Text("edition");
    read.section = source.Text("section");
    for (const int64_t number : source.Numbers("paragraphs")) {
      read.paragraphs.push_back(static_cast<int>(number));
    }
    const std::string url = TextOr(source, "url", "");
    if (policy::IsUrl(url)) read.url = url;  // pages make a link of it
  }
  return policy;
}

SubjectSummary ReadSubject(const JsonReader& fields) {
  SubjectSummary subject;
  subject.path = fields.Text("path");
  subject.api = fields.Text("api");
  subject.platform = fields.Text("platform");
  subject.architecture = TextOr(fields, "architecture", "");
  subject.version = fields.Text("version");
  subject.spec = TextOr(fields, "spec", subject.version);
  subject.kind = TextOr(fields, "kind", "loader");
  subject.layer = TextOr(fields, "layer", "");
  subject.options = TextsOr(fields, "options");
  subject.build_id = TextOr(fields, "build_id", "");
  subject.sha256 = TextOr(fields, "sha256", "");
  subject.package = TextOr(fields, "package", "");
  return subject;
}

std::string TextOr(const JsonReader& fields, const char* name, const std::string& otherwise) {
  return fields.Has(name) ? fields.Text(name) : otherwise;
}

std::vector<std::string> TextsOr(const JsonReader& fields, const char* name) {
  return fields.Has(name) ? fields.Texts(name) : std::vector<std::string>{};
}

}  // namespace loadstone
