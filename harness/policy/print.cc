// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace loadstone::policy {
namespace {

constexpr size_t kColumns = 80;

std::string WrapList(std::string_view title, std::string_view bullet,
                     const std::vector<std::string>& texts) {
  if (texts.empty()) return "";
  std::string list = fmt::format("\n{}\n", title);
  for (const std::string& text : texts) list += Wrap(bullet, text, kColumns);
  return list;
}

// Formats ascending numbers with ranges: "paragraph 3", "paragraphs 3, 5-8".
std::string DescribeParagraphs(const std::vector<int>& numbers) {
  if (numbers.empty()) return "";
  std::vector<std::string> runs;
  for (size_t first = 0, last = 0; first < numbers.size(); first = ++last) {
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    runs.push_back(first == last ? std::to_string(numbers[first])
                                 : fmt::format("{}-{}", numbers[first], numbers[last]));
  }
  return fmt::format("paragraph{} {}", numbers.size() == 1 ? "" : "s", fmt::join(runs, ", "));
}

// Joins sources that differ only in the edition into one with all editions: "1.3.239, 1.4.330".
std::vector<Source> WithEditionsJoined(const std::vector<Source>& sources) {
  std::vector<Source> joined;
  for (const Source& source : sources) {
    const auto same = std::ranges::find_if(joined, [&](const Source& other) {
      return other.document == source.document && other.section == source.section &&
             other.paragraphs == source.paragraphs;
    });
    if (same == joined.end()) {
      joined.push_back(source);
    } else {
      same->edition += ", " + source.edition;
      same->url = source.url;  // of the newest edition, which comes last
    }
  }
  return joined;
}

// Returns the readings, each with its ID as cited.
std::vector<std::string> NamedReadings(const Policy& policy) {
  std::vector<std::string> named;
  for (const Reading& reading : policy.readings) {
    named.push_back(fmt::format("{}.{}: {}", policy.id, reading.id, reading.text));
  }
  return named;
}

// Formats each objection with its answer below it.
std::string WrapObjections(const std::vector<Objection>& objections) {
  if (objections.empty()) return "";
  std::string list =
      "\n"
      "Possible objections, in a maintainer's words, and the answers:\n";
  for (const Objection& each : objections) {
    list += Wrap("  - ", each.objection, kColumns) + Wrap("    > ", each.answer, kColumns);
  }
  return list;
}

const std::vector<std::string>& CasesOf(const Policy& policy, const CaseMap& cases) {
  static const std::vector<std::string> kNone;
  const auto entry = cases.find(policy.id);
  return entry == cases.end() ? kNone : entry->second;
}

using Row = std::array<std::string, 6>;

Row RowOf(const Policy& policy, const CaseMap& cases) {
  return {policy.id,
          std::string(Name(policy.level)),
          std::string(Name(policy.subject)),
          DescribeVersions(policy),
          policy.observable ? std::to_string(CasesOf(policy, cases).size()) : "unobservable",
          fmt::format("{}", fmt::join(policy.platforms, ","))};
}

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void WriteText(Writer& writer, std::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void WriteField(Writer& writer, const char* key, std::string_view text) {
  writer.Key(key);
  WriteText(writer, text);
}

void WriteField(Writer& writer, const char* key, const std::vector<std::string>& texts) {
  writer.Key(key);
  writer.StartArray();
  for (const std::string& text : texts) WriteText(writer, text);
  writer.EndArray();
}

void WriteField(Writer& writer, const char* key, const std::optional<Version>& version) {
  if (version) return WriteField(writer, key, std::string_view(version->ToString()));
  writer.Key(key);
  writer.Null();
}

void WriteField(Writer& writer, const char* key, const std::vector<Source>& sources) {
  writer.Key(key);
  writer.StartArray();
  for (const Source& source : sources) {
    writer.StartObject();
    WriteField(writer, "document", std::string_view(source.document));
    WriteField(writer, "edition", std::string_view(source.edition));
    WriteField(writer, "section", std::string_view(source.section));
    writer.Key("paragraphs");
    writer.StartArray();
    for (const int number : source.paragraphs) writer.Int(number);
    writer.EndArray();
    if (!source.url.empty()) WriteField(writer, "url", std::string_view(source.url));
    writer.EndObject();
  }
  writer.EndArray();
}

void WritePolicy(Writer& writer, const Policy& policy, const CaseMap& cases) {
  writer.StartObject();
  WriteField(writer, "id", std::string_view(policy.id));
  WriteField(writer, "level", Name(policy.level));
  WriteField(writer, "subject", Name(policy.subject));
  WriteField(writer, "api", Name(policy.api));
  WriteField(writer, "sources", policy.sources);
  WriteField(writer, "platforms", policy.platforms);
  WriteField(writer, "since", policy.since);
  WriteField(writer, "until", policy.until);
  WriteField(writer, "cases", CasesOf(policy, cases));
  if (!policy.observable) {
    WriteField(writer, "unobservable", std::string_view(policy.unobservable));
  }
  writer.EndObject();
}

}  // namespace

std::string DescribeVersions(const Policy& policy) {
  if (policy.since && policy.until) {
    return fmt::format("{} to {}", policy.since->ToString(), policy.until->ToString());
  }
  if (policy.since) return fmt::format("{} and later", policy.since->ToString());
  if (policy.until) return fmt::format("up to {}", policy.until->ToString());
  return "all";
}

std::string Wrap(std::string_view first, std::string_view text, size_t columns) {
  std::string wrapped(first);
  size_t column = first.size();
  bool at_start = true;
  while (!text.empty()) {
    const size_t length = std::min(text.find(' '), text.size());
    if (length > 0) {
      if (!at_start && column + 1 + length > columns) {
        wrapped += "\n" + std::string(first.size(), ' ');
        column = first.size();
        at_start = true;
      }
      if (!at_start) wrapped += ' ';
      column += length + (at_start ? 0 : 1);
      wrapped += text.substr(0, length);
      at_start = false;
    }
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return wrapped + "\n";
}

std::string Describe(const Source& source) {
  const std::string edition = source.edition == "undated" ? "(undated)" : source.edition;
  return fmt::format("{} {}, \"{}\"{}{}", source.document, edition, source.section,
                     source.paragraphs.empty() ? "" : ", ", DescribeParagraphs(source.paragraphs));
}

std::string Explain(const Policy& policy, const std::vector<std::string>& cases) {
  std::string text = fmt::format("{} ({}, {}, {})\n\n", policy.id, Name(policy.api),
                                 Name(policy.subject), Name(policy.level));
  text += Wrap("  ", policy.statement, kColumns) + "\n";
  for (const Source& source : WithEditionsJoined(policy.sources)) {
    // A robustness policy has no source, only a related section.
    const bool demanded = policy.level != Level::kRobustness;
    text += Wrap(demanded ? "Source:    " : "Related:   ", Describe(source), kColumns);
    if (!source.url.empty()) text += fmt::format("           {}\n", source.url);
  }
  text += Wrap("Platforms: ", fmt::format("{}", fmt::join(policy.platforms, ", ")), kColumns);
  text += Wrap("Editions:  ", DescribeVersions(policy), kColumns);
  text += WrapList("Accepted readings, where the documents allow several:", "  - ",
                   NamedReadings(policy));
  text += WrapObjections(policy.objections);
  text += WrapList("Notes:", "  - ", policy.notes);
  if (!policy.observable) text += WrapList("Cannot be observed:", "  ", {policy.unobservable});
  if (policy.observable || !cases.empty()) {
    text += cases.empty() ? "\nCases: none\n" : WrapList("Cases:", "  ", cases);
  }
  return text;
}

std::string ListPolicies(const std::vector<Policy>& policies, const CaseMap& cases) {
  std::vector<Row> rows = {{"ID", "LEVEL", "SUBJECT", "VERSIONS", "CASES", "PLATFORMS"}};
  for (const Policy& policy : policies) rows.push_back(RowOf(policy, cases));
  const size_t last = rows.front().size() - 1;
  std::array<size_t, std::tuple_size_v<Row>> widths{};
  for (const Row& row : rows) {
    for (size_t i = 0; i < last; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string table;
  for (const Row& row : rows) {
    for (size_t i = 0; i < last; ++i) table += fmt::format("{:<{}}  ", row[i], widths[i]);
    table += row[last] + "\n";
  }
  return table;
}

std::string ListPoliciesJson(const std::vector<Policy>& policies, const CaseMap& cases) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.SetIndent(' ', 2);
  writer.StartArray();
  for (const Policy& policy : policies) WritePolicy(writer, policy, cases);
  writer.EndArray();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace loadstone::policy
