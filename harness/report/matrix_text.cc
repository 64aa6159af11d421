// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kMostLabelColumns = 60;

Summary SummaryOf(const MatrixSubject& subject) {
  Summary summary;
  for (const auto& [id, verdict] : subject.verdicts) summary.Add(verdict);
  return summary;
}

std::size_t CausesOf(const Matrix& matrix, std::size_t subject) {
  return std::count_if(matrix.causes.begin(), matrix.causes.end(),
                       [&](const MatrixCause& cause) { return cause.cases.contains(subject); });
}

std::string PadTo(const std::string& text, std::size_t columns) {
  const std::size_t used = Columns(text);
  return text + std::string(used < columns ? columns - used : 0, ' ');
}

}  // namespace

std::string MatrixText(const Matrix& matrix) {
  std::size_t columns = std::string_view("subject").size();
  for (const MatrixSubject& subject : matrix.subjects) {
    columns = std::max(columns, std::min(Columns(subject.label), kMostLabelColumns));
  }
  std::string text = PadTo("subject", columns);
  for (const Verdict verdict : kVerdictsBySeverity) {
    text += fmt::format(" {:>6}", VerdictName(verdict));
  }
  text += " causes\n";
  for (std::size_t i = 0; i < matrix.subjects.size(); ++i) {
    const Summary summary = SummaryOf(matrix.subjects[i]);
    text += PadTo(Truncate(matrix.subjects[i].label, kMostLabelColumns), columns);
    for (const Verdict verdict : kVerdictsBySeverity) {
      text += fmt::format(" {:>6}", CountOf(summary, verdict));
    }
    text += fmt::format(" {:>6}\n", CausesOf(matrix, i));
    if (!matrix.subjects[i].incomplete.empty()) {
      text += fmt::format("  incomplete: {}\n", OneLine(matrix.subjects[i].incomplete));
    }
  }
  const auto with_causes =
      std::count_if(matrix.policies.begin(), matrix.policies.end(), [](const MatrixPolicy& policy) {
        return std::any_of(policy.cells.begin(), policy.cells.end(),
                           [](const auto& each) { return !each.second.causes.empty(); });
      });
  return text + fmt::format("{} of {} policies have a violation or an error in {} {}\n",
                            with_causes, matrix.policies.size(), matrix.subjects.size(),
                            matrix.subjects.size() == 1 ? "subject" : "subjects");
}

}  // namespace loadstone
