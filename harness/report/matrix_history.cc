// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_history.h"

#include <algorithm>

#include "harness/report/matrix_subjects.h"

namespace loadstone {
namespace {

// A version, with all subjects that have it: one may be judged in several ways.
struct SubjectsOfVersion {
  std::string version;
  std::vector<std::size_t> subjects;
};

std::vector<SubjectsOfVersion> VersionsFrom(const Matrix& matrix, std::size_t first) {
  std::vector<SubjectsOfVersion> versions;
  for (std::size_t i = first; i < matrix.subjects.size(); ++i) {
    if (!IsSameFamily(matrix.subjects[first], matrix.subjects[i])) break;
    const std::string& version = matrix.subjects[i].version;
    if (versions.empty() || versions.back().version != version) versions.push_back({version, {}});
    versions.back().subjects.push_back(i);
  }
  return versions;
}

bool IsJudged(const MatrixPolicy& policy, const std::vector<std::size_t>& subjects) {
  return std::any_of(subjects.begin(), subjects.end(), [&](std::size_t subject) {
    const auto cell = policy.cells.find(subject);
    if (cell == policy.cells.end()) return false;
    const Summary& summary = cell->second.summary;
    return summary.total() > summary.skip + summary.error;
  });
}

void AddHistory(const MatrixPolicy& policy, std::size_t cause, const Matrix& matrix,
                const std::vector<SubjectsOfVersion>& versions,
                std::vector<CauseHistory>& histories) {
  CauseHistory history;
  history.cause = cause;
  bool seen = false;
  for (const auto& [version, subjects] : versions) {
    const auto& cases = matrix.causes[cause].cases;
    const bool has = std::any_of(subjects.begin(), subjects.end(),
                                 [&](std::size_t subject) { return cases.contains(subject); });
    if (has) {
      if (!seen) history.first = version;
      history.last = version;
      seen = true;
    } else if (IsJudged(policy, subjects)) {
      history.without.push_back(version);
    }
  }
  if (seen) histories.push_back(std::move(history));
}

}  // namespace

std::vector<SubjectHistory> HistoryOf(const Matrix& matrix) {
  std::vector<SubjectHistory> histories;
  for (std::size_t first = 0; first < matrix.subjects.size();) {
    const std::vector<SubjectsOfVersion> versions = VersionsFrom(matrix, first);
    if (versions.size() > 1) {
      SubjectHistory& history = histories.emplace_back();
      history.subject = first;
      for (const auto& [version, subjects] : versions) history.versions.push_back(version);
      std::size_t cause = 0;
      for (const MatrixPolicy& policy : matrix.policies) {
        for (; cause < matrix.causes.size() && matrix.causes[cause].policy == policy.id; ++cause) {
          if (matrix.causes[cause].verdict == Verdict::kError) continue;
          AddHistory(policy, cause, matrix, versions, history.causes);
        }
      }
    }
    first = versions.back().subjects.back() + 1;
  }
  return histories;
}

}  // namespace loadstone
