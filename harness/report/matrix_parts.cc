// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

#include "harness/policy/print.h"
#include "harness/report/matrix_history.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

using html::Add;
using html::AddText;
using html::Node;

constexpr std::size_t kMostTextColumns = 400;

// Columns of the history.
constexpr char kFirstVersion[] = "first version";
constexpr char kLastVersion[] = "last version";
constexpr char kWithout[] = "judged without";

std::string Shortened(std::string_view text) { return Truncate(OneLine(text), kMostTextColumns); }

std::string Plural(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void AddVerdict(Node parent, Verdict verdict, const std::string& text) {
  Add(parent, "span", text, fmt::format("badge {}", VerdictName(verdict)).c_str());
}

void AddLink(Node parent, const std::string& anchor, std::string_view text) {
  Add(parent, "a", text).append_attribute("href").set_value(("#" + anchor).c_str());
}

Node AddPart(Node body, const std::string& anchor, const char* css) {
  Node part = Add(body, "details", "", css);
  part.append_attribute("id").set_value(anchor.c_str());
  return part;
}

void AddLabelled(Node parent, const char* label, std::string_view text) {
  if (!text.empty()) Add(parent, "p", fmt::format("{}: {}", label, Shortened(text)));
}

// Returns the subjects that have a cause, each with the number of its cases.
std::string SubjectsWith(const MatrixCause& cause, const Matrix& matrix) {
  std::vector<std::string> subjects;
  for (const auto& [subject, cases] : cause.cases) {
    subjects.push_back(fmt::format("{} ({})", matrix.subjects[subject].label,
                                   Plural(cases.size(), "case", "cases")));
  }
  return fmt::format("{}", fmt::join(subjects, ", "));
}

void AddMatrixCause(Node part, const Matrix& matrix, std::size_t index) {
  const MatrixCause& cause = matrix.causes[index];
  Node frame = Add(part, "div", "", "cause");
  Node title = Add(frame, "p");
  AddVerdict(title, cause.verdict, VerdictName(cause.verdict));
  Node why = Add(title, "span", Shortened(Headline(cause.example)));
  why.append_attribute("id").set_value(fmt::format("cause-{}", index).c_str());
  Add(frame, "p", "in " + SubjectsWith(cause, matrix));
  AddLabelled(frame, "expected", cause.example.expected);
  AddLabelled(frame, "observed", cause.example.observed);
  AddLabelled(frame, "may have the same cause as others", cause.says);
  AddLabelled(frame, "first case", cause.example.id);
}

void AddMatrixSources(Node part, const MatrixPolicy& policy) {
  Node line = Add(part, "p", "", "source");
  for (const policy::Source& source : policy.quoted.sources) {
    if (&source != &policy.quoted.sources.front()) AddText(line, "; ");
    const std::string text = policy::Describe(source);
    if (source.url.empty()) {
      AddText(line, text);
    } else {
      Add(line, "a", text).append_attribute("href").set_value(source.url.c_str());
    }
  }
}

// Returns the most serious verdict of a policy for any subject.
Verdict WorstOf(const MatrixPolicy& policy) {
  Summary all;
  for (const auto& [subject, cell] : policy.cells) all.Add(cell.summary.Worst());
  return all.Worst();
}

// Adds the part of a policy, whose causes begin at `first` and end before `end`.
void AddPolicyPart(Node body, const Matrix& matrix, const MatrixPolicy& policy, std::size_t first,
                   std::size_t end) {
  Node part = AddPart(body, PolicyAnchor(policy.id), "part policy");
  Node summary = Add(part, "summary");
  AddVerdict(summary, WorstOf(policy), VerdictName(WorstOf(policy)));
  Add(summary, "b", OneLine(policy.id));
  AddText(summary, " " + PolicyTitle(policy.quoted.statement));
  if (!policy.quoted.statement.empty()) {
    Add(part, "p", policy.quoted.level + ": " + policy.quoted.statement, "statement");
    AddMatrixSources(part, policy);
  }
  for (std::size_t i = first; i < end && i - first < kMostCausesOfPolicy; ++i) {
    AddMatrixCause(part, matrix, i);
  }
  if (end - first > kMostCausesOfPolicy) {
    Add(part, "p",
        fmt::format("The JSON of the matrix has {} more causes of this policy.",
                    end - first - kMostCausesOfPolicy));
  }
  if (first == end) Add(part, "p", "No subject violates it.");
}

void AddSubjectFact(Node table, const char* name, std::string_view value) {
  if (value.empty()) return;
  Node row = Add(table, "tr");
  Add(row, "td", name);
  Add(row, "td", Shortened(value));
}

void AddSubjectFacts(Node part, const MatrixSubject& each) {
  const SubjectSummary& subject = each.subject;
  Node facts = Add(part, "table", "", "facts");
  AddSubjectFact(facts, "incomplete", each.incomplete);
  AddSubjectFact(facts, "path", subject.path);
  AddSubjectFact(facts, "kind", fmt::format("{} {}", subject.api, subject.kind));
  AddSubjectFact(facts, "layer", subject.layer);
  AddSubjectFact(facts, "architecture", subject.architecture);
  AddSubjectFact(facts, "version", subject.version);
  AddSubjectFact(facts, "judged as", subject.spec);
  AddSubjectFact(facts, "package", subject.package);
  AddSubjectFact(facts, "build ID", subject.build_id);
  AddSubjectFact(facts, "SHA-256", subject.sha256);
  AddSubjectFact(facts, "options", fmt::format("{}", fmt::join(subject.options, " ")));
  AddSubjectFact(facts, "by", "Loadstone " + each.provenance.tool);
  AddSubjectFact(facts, "on", fmt::format("{}, {}", subject.platform, each.provenance.kernel));
  AddSubjectFact(facts, "at", each.provenance.date);
}

void AddPoliciesOfSubject(Node part, const Matrix& matrix, std::size_t subject) {
  std::size_t count = 0;
  for (const MatrixPolicy& policy : matrix.policies) {
    const auto cell = policy.cells.find(subject);
    if (cell == policy.cells.end() || cell->second.causes.empty()) continue;
    if (++count > kMostPoliciesOfSubject) continue;
    Node line = Add(part, "div");
    AddVerdict(line, cell->second.summary.Worst(), CellText(cell->second.summary));
    AddLink(line, PolicyAnchor(policy.id), OneLine(policy.id));
    const std::size_t more = cell->second.causes.size() - 1;
    AddText(line,
            " " + Shortened(Headline(matrix.causes[cell->second.causes.front()].example)) +
                (more == 0 ? ""
                           : fmt::format("; and {}", Plural(more, "other cause", "other causes"))));
  }
  if (count > kMostPoliciesOfSubject) {
    Add(part, "p",
        fmt::format("The JSON of the matrix has {} more policies with causes.",
                    count - kMostPoliciesOfSubject));
  }
}

std::string CountsOf(const MatrixSubject& subject) {
  Summary summary;
  for (const auto& [id, verdict] : subject.verdicts) summary.Add(verdict);
  std::vector<std::string> counts;
  for (const Verdict verdict : kVerdictsBySeverity) {
    const std::size_t count = CountOf(summary, verdict);
    if (count > 0) counts.push_back(fmt::format("{} {}", count, VerdictName(verdict)));
  }
  return fmt::format("{}", fmt::join(counts, ", "));
}

// Adds a cell with the name of its column, which the page shows where the screen is too narrow for
// columns.
Node AddNamedCell(Node row, const char* column, std::string_view text = "") {
  Node cell = Add(row, "td", text);
  cell.append_attribute("data-column").set_value(column);
  return cell;
}

void AddHistoryRow(Node table, const Matrix& matrix, const CauseHistory& history) {
  const MatrixCause& cause = matrix.causes[history.cause];
  Node row = Add(table, "tr");
  AddLink(Add(row, "td"), PolicyAnchor(cause.policy), OneLine(cause.policy));
  Node what = Add(row, "td");
  AddVerdict(what, cause.verdict, VerdictName(cause.verdict));
  AddText(what, Shortened(Headline(cause.example)));
  AddNamedCell(row, kFirstVersion, history.first);
  AddNamedCell(row, kLastVersion, history.last);
  AddNamedCell(row, kWithout, fmt::format("{}", fmt::join(history.without, ", ")));
}

void AddHistory(Node body, const Matrix& matrix, const SubjectHistory& history) {
  Add(body, "h3",
      fmt::format("{}: {}", matrix.subjects[history.subject].name,
                  fmt::join(history.versions, ", ")));
  if (history.causes.empty()) {
    Add(body, "p", "No version has a violation.");
    return;
  }
  Node table = Add(Add(body, "div", "", "scroll"), "table", "", "list");
  Node head = Add(table, "tr");
  for (const char* title : {"policy", "cause", kFirstVersion, kLastVersion, kWithout}) {
    Add(head, "th", title);
  }
  std::size_t count = 0;
  for (const CauseHistory& each : history.causes) {
    if (++count > kMostCausesOfHistory) break;
    AddHistoryRow(table, matrix, each);
  }
  if (history.causes.size() > kMostCausesOfHistory) {
    Add(body, "p",
        fmt::format("The JSON of the matrix has {} more causes.",
                    history.causes.size() - kMostCausesOfHistory));
  }
}

}  // namespace

std::string SubjectAnchor(std::size_t subject) { return fmt::format("subject-{}", subject); }

std::string PolicyAnchor(const std::string& policy) { return OneLine(policy); }

void AddPolicyParts(Node body, const Matrix& matrix) {
  std::size_t end = 0;
  for (const MatrixPolicy& policy : matrix.policies) {
    const std::size_t first = end;
    while (end < matrix.causes.size() && matrix.causes[end].policy == policy.id) ++end;
    AddPolicyPart(body, matrix, policy, first, end);
  }
}

void AddSubjectParts(Node body, const Matrix& matrix) {
  for (std::size_t i = 0; i < matrix.subjects.size(); ++i) {
    const MatrixSubject& subject = matrix.subjects[i];
    Node part = AddPart(body, SubjectAnchor(i), "part");
    Node summary = Add(part, "summary");
    Add(summary, "b", subject.label);
    AddText(summary, fmt::format(" {}{}", CountsOf(subject),
                                 subject.incomplete.empty() ? "" : " (incomplete)"));
    AddSubjectFacts(part, subject);
    AddPoliciesOfSubject(part, matrix, i);
  }
}

void AddHistories(Node body, const Matrix& matrix) {
  const std::vector<SubjectHistory> histories = HistoryOf(matrix);
  if (histories.empty()) return;
  Add(body, "h2", "History").append_attribute("id").set_value("history");
  for (const SubjectHistory& history : histories) AddHistory(body, matrix, history);
}

}  // namespace loadstone
