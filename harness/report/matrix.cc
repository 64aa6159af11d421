// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "harness/policy/version.h"
#include "harness/report/causes.h"
#include "harness/report/kind.h"
#include "harness/report/matrix_subjects.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kTitleColumns = 72;
constexpr std::size_t kLeastClauseColumns = 24;

struct NaturalLessThan {
  bool operator()(const std::string& a, const std::string& b) const { return NaturalLess(a, b); }
};

// The order of causes, which is also what equal causes of different subjects have in common.
struct CauseKey {
  std::string policy;
  std::size_t severity = 0;  // position in kVerdictsBySeverity
  std::string fault;
  std::string ending;
  std::string reason;
  std::string observed;

  bool operator<(const CauseKey& other) const {
    if (policy != other.policy) return NaturalLess(policy, other.policy);
    return std::tie(severity, fault, ending, reason, observed) <
           std::tie(other.severity, other.fault, other.ending, other.reason, other.observed);
  }
};

std::size_t SeverityOf(Verdict verdict) {
  const auto* found =
      std::find(std::begin(kVerdictsBySeverity), std::end(kVerdictsBySeverity), verdict);
  return found - std::begin(kVerdictsBySeverity);
}

CauseKey KeyOf(const Cause& cause) {
  const CaseResult& first = *cause.cases.front();
  return {cause.policy,    SeverityOf(cause.verdict), first.fault,
          EndingOf(first), Pattern(OwnReason(first)), Pattern(first.observed)};
}

// Returns the case as an example of its cause: without what only its own report needs.
CaseResult ExampleOf(const CaseResult& result) {
  CaseResult example;
  example.id = result.id;
  example.verdict = result.verdict;
  example.reason = OwnReason(result);
  example.demanded = result.demanded;
  example.expected = result.expected;
  example.observed = result.observed;
  example.ending = EndingOf(result);
  example.fault = result.fault;
  example.violates = result.violates;
  example.level = result.level;
  return example;
}

// Returns the name of the system of --root, which calibration tells after its folder.
std::string SystemOf(const SubjectSummary& subject) {
  for (const Finding& finding : subject.calibration) {
    const std::size_t folder = finding.value.find(": ");
    if (finding.name == "root" && folder != std::string::npos) {
      return finding.value.substr(folder + 2);
    }
  }
  return {};
}

MatrixSubject ColumnOf(const RunReport& report) {
  MatrixSubject subject;
  subject.subject = report.subject;
  subject.system = SystemOf(report.subject);
  subject.subject.calibration.clear();
  subject.provenance = report.provenance;
  subject.incomplete = WhyIncomplete(report);
  for (const CaseResult& result : report.cases) {
    subject.verdicts.emplace(result.id, result.verdict);
  }
  return subject;
}

// Returns the newest edition of a document that is quoted.
policy::Version NewestQuoted(const PolicySummary& quoted) {
  policy::Version newest;
  for (const policy::Source& source : quoted.sources) {
    newest =
        std::max(newest, policy::Version::TryParse(source.edition).value_or(policy::Version{}));
  }
  return newest;
}

class Maker {
 public:
  // Adds the next subject's report.
  void Add(const RunReport& report, std::size_t subject) {
    for (const PolicyGroup& group : GroupByPolicy(report, BlamedPolicy)) {
      MatrixPolicy& policy = policies_[group.policy];
      policy.cells[subject].summary = group.Count();
      const auto quoted = report.policies.find(group.policy);
      if (quoted == report.policies.end()) continue;
      if (policy.quoted.statement.empty() ||
          NewestQuoted(policy.quoted) < NewestQuoted(quoted->second)) {
        policy.quoted = quoted->second;
      }
    }
    for (const Cause& cause : GroupByCause(report)) AddCause(report, subject, cause);
    for (const Cause& cause : GroupWaived(report)) AddCause(report, subject, cause);
  }

  // Stores policies and causes in `matrix`; at most once.
  void Finish(Matrix& matrix) {
    for (auto& [key, cause] : causes_) {
      for (const auto& [subject, cases] : cause.cases) {
        policies_[key.policy].cells[subject].causes.push_back(matrix.causes.size());
      }
      matrix.causes.push_back(std::move(cause));
    }
    for (auto& [id, policy] : policies_) {
      policy.id = id;
      matrix.policies.push_back(std::move(policy));
    }
  }

 private:
  void AddCause(const RunReport& report, std::size_t subject, const Cause& cause) {
    const CaseResult& first = *cause.cases.front();
    MatrixCause& known = causes_[KeyOf(cause)];
    if (known.cases.empty()) {
      known.policy = cause.policy;
      known.verdict = cause.verdict;
      known.example = ExampleOf(first);
    }
    const auto fault = report.faults.find(first.fault);
    if (fault != report.faults.end()) known.says = fault->second;
    for (const CaseResult* result : cause.cases) known.cases[subject].push_back(result->id);
  }

  std::map<std::string, MatrixPolicy, NaturalLessThan> policies_;
  std::map<CauseKey, MatrixCause> causes_;
};

// Returns the length of the first clause, up to the mark that ends it; npos if there is no mark.
std::size_t EndOfClause(std::string_view text, std::size_t least) {
  for (std::size_t i = least; i + 1 < text.size(); ++i) {
    const bool mark = std::string_view(".;:").find(text[i]) != std::string_view::npos;
    if (mark && text[i + 1] == ' ') return i;
  }
  return std::string_view::npos;
}

}  // namespace

Matrix MakeMatrix(const std::vector<MatrixInput>& inputs) {
  if (inputs.empty()) throw std::runtime_error("there is no report for the matrix");
  for (const MatrixInput& input : inputs) {
    if (!input.report.cases.empty()) continue;
    throw std::runtime_error(fmt::format(
        "{} is a report without any case, so it shows nothing; run it again, or leave it out",
        OneLine(input.file)));
  }
  RequireDifferentSubjects(inputs);
  std::vector<std::pair<MatrixSubject, const RunReport*>> columns;
  for (const MatrixInput& input : inputs) {
    columns.emplace_back(ColumnOf(input.report), &input.report);
  }
  std::vector<MatrixSubject*> subjects;
  for (auto& [subject, report] : columns) subjects.push_back(&subject);
  NameSubjects(subjects);
  std::sort(columns.begin(), columns.end(),
            [](const auto& a, const auto& b) { return IsSubjectBefore(a.first, b.first); });
  Matrix matrix;
  Maker maker;
  for (auto& [subject, report] : columns) {
    maker.Add(*report, matrix.subjects.size());
    matrix.subjects.push_back(std::move(subject));
  }
  maker.Finish(matrix);
  return matrix;
}

std::string PolicyTitle(const std::string& statement) {
  std::string title = OneLine(statement);
  const std::size_t end = EndOfClause(title, kLeastClauseColumns);
  if (end != std::string::npos && Columns(title.substr(0, end)) <= kTitleColumns) {
    return title.substr(0, end);
  }
  if (Columns(title) > kTitleColumns) {
    title = Truncate(title, kTitleColumns - 1);
    const std::size_t blank = title.rfind(' ');
    if (blank != std::string::npos) title = title.substr(0, blank) + " ...";
  }
  if (title.ends_with('.') && !title.ends_with("...")) title.pop_back();
  return title;
}

std::string SectionTitle(const MatrixPolicy& policy) {
  if (policy.quoted.sources.empty()) return "not quoted in the reports";
  const policy::Source& source = policy.quoted.sources.front();
  return OneLine(source.document + ": " + source.section);
}

std::size_t CountOf(const Summary& summary, Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return summary.pass;
    case Verdict::kFail:
      return summary.fail;
    case Verdict::kWarn:
      return summary.warn;
    case Verdict::kWaived:
      return summary.waived;
    case Verdict::kSkip:
      return summary.skip;
    case Verdict::kError:
      return summary.error;
  }
  return 0;
}

std::string CellText(const Summary& summary) {
  const Verdict worst = summary.Worst();
  const std::string name = VerdictName(worst);
  if (worst == Verdict::kPass || worst == Verdict::kSkip) return name;
  return fmt::format("{} {}/{}", name, CountOf(summary, worst), summary.total() - summary.skip);
}

}  // namespace loadstone
