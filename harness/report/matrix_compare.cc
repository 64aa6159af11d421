// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "harness/report/matrix_subjects.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kMostCasesNamed = 3;
constexpr std::size_t kMostWhyColumns = 200;

constexpr std::pair<Change, const char*> kChangeTitles[] = {
    {Change::kWorse, "worse"}, {Change::kBetter, "better"}, {Change::kOther, "not comparable"}};

// Returns what the matrix knows of a subject as a report, without what Compare must not count.
RunReport ReportFrom(const Matrix& matrix, const MatrixSubject& subject) {
  RunReport report;
  report.provenance = subject.provenance;
  std::map<std::string, CaseResult> cases;
  for (const auto& [id, verdict] : subject.verdicts) {
    CaseResult& result = cases[id];
    result.id = id;
    result.policies = {id.substr(0, id.find('/'))};
    result.verdict = verdict;
    result.ending = "";
  }
  const std::size_t index = &subject - matrix.subjects.data();
  for (const MatrixCause& cause : matrix.causes) {
    const auto found = cause.cases.find(index);
    if (found == cause.cases.end()) continue;
    for (const std::string& id : found->second) {
      CaseResult& result = cases[id];
      result = cause.example;
      result.id = id;
      result.policies = {cause.policy};
      result.verdict = cause.verdict;
      result.expected.clear();
    }
  }
  for (auto& [id, result] : cases) report.cases.push_back(std::move(result));
  report.chosen = report.cases.size();
  return report;
}

std::string NameOfVerdict(const CaseResult* result) {
  return result == nullptr ? "not run" : VerdictName(result->verdict);
}

// Returns the case that tells what is wrong: the later one, unless it passed.
const CaseResult& TellingCase(const Difference& difference) {
  const bool later = difference.after != nullptr && difference.after->verdict != Verdict::kPass;
  return later || difference.before == nullptr ? *difference.after : *difference.before;
}

std::vector<MatrixChange> ChangesOf(const RunReport& before, const RunReport& after) {
  using Key = std::tuple<std::string, std::string, std::string, std::string>;
  std::map<Key, std::size_t> places;
  std::vector<MatrixChange> changes;
  for (const Difference& difference : Compare(before, after)) {
    const CaseResult& telling = TellingCase(difference);
    MatrixChange change;
    change.change = difference.change;
    change.policy = BlamedPolicy(telling);
    change.before = NameOfVerdict(difference.before);
    change.after = NameOfVerdict(difference.after);
    change.why = Truncate(OneLine(Headline(telling)), kMostWhyColumns);
    const Key key(fmt::format("{} {}", static_cast<int>(change.change), change.policy),
                  change.before, change.after, change.why);
    const auto [place, first] = places.emplace(key, changes.size());
    if (first) changes.push_back(std::move(change));
    changes[place->second].cases.push_back(difference.id);
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const MatrixChange& a, const MatrixChange& b) {
                     if (a.change != b.change) return a.change < b.change;
                     return NaturalLess(a.policy, b.policy);
                   });
  return changes;
}

bool IsSameVersion(const MatrixSubject& a, const MatrixSubject& b) {
  return IsSameFamily(a, b) && a.subject.package == b.subject.package &&
         a.subject.version == b.subject.version && a.subject.spec == b.subject.spec &&
         a.subject.options == b.subject.options;
}

using Subjects = std::vector<const MatrixSubject*>;

// Removes the subject at `place`, and returns it.
const MatrixSubject* TakeSubject(Subjects& subjects, Subjects::iterator place) {
  const MatrixSubject* taken = *place;
  subjects.erase(place);
  return taken;
}

Subjects FamilyIn(const Subjects& subjects, const MatrixSubject& subject) {
  Subjects family;
  std::copy_if(subjects.begin(), subjects.end(), std::back_inserter(family),
               [&](const MatrixSubject* each) { return IsSameFamily(*each, subject); });
  return family;
}

// Pairs the subjects of both matrices, in the order of the later one.
std::vector<SubjectChange> PairSubjects(const Matrix& before, const Matrix& after) {
  Subjects old_subjects;
  for (const MatrixSubject& each : before.subjects) old_subjects.push_back(&each);
  Subjects unpaired;
  std::vector<SubjectChange> pairs;
  for (const MatrixSubject& each : after.subjects) {
    const auto same =
        std::find_if(old_subjects.begin(), old_subjects.end(),
                     [&](const MatrixSubject* old) { return IsSameVersion(*old, each); });
    SubjectChange& pair = pairs.emplace_back();
    pair.after = &each;
    if (same != old_subjects.end()) {
      pair.before = TakeSubject(old_subjects, same);
    } else {
      unpaired.push_back(&each);
    }
  }
  for (SubjectChange& pair : pairs) {
    if (pair.before != nullptr) continue;
    const Subjects family = FamilyIn(old_subjects, *pair.after);
    if (family.size() != 1 || FamilyIn(unpaired, *pair.after).size() != 1) continue;
    pair.before = TakeSubject(old_subjects,
                              std::find(old_subjects.begin(), old_subjects.end(), family.front()));
  }
  for (const MatrixSubject* each : old_subjects) pairs.emplace_back().before = each;
  return pairs;
}

std::string NamesOf(const std::vector<std::string>& cases) {
  std::vector<std::string> named;
  for (const std::string& id : cases) {
    if (named.size() == kMostCasesNamed) break;
    named.push_back(OneLine(id));
  }
  const std::size_t more = cases.size() - named.size();
  return fmt::format("{}{}", fmt::join(named, ", "),
                     more == 0 ? "" : fmt::format(", and {} more", more));
}

std::string DescribeSubject(const SubjectChange& subject) {
  if (subject.before == nullptr) return subject.after->label + ": new, so nothing to compare with";
  if (subject.after == nullptr) return subject.before->label + ": no longer in the matrix";
  if (subject.before->label == subject.after->label) return subject.after->label + ":";
  return fmt::format("{} (before: {}):", subject.after->label, subject.before->label);
}

}  // namespace

std::vector<SubjectChange> CompareMatrices(const Matrix& before, const Matrix& after) {
  std::vector<SubjectChange> subjects = PairSubjects(before, after);
  for (SubjectChange& subject : subjects) {
    if (subject.before == nullptr || subject.after == nullptr) continue;
    subject.changes =
        ChangesOf(ReportFrom(before, *subject.before), ReportFrom(after, *subject.after));
  }
  return subjects;
}

std::size_t CountChanged(const std::vector<SubjectChange>& subjects, Change change) {
  std::size_t count = 0;
  for (const SubjectChange& subject : subjects) {
    for (const MatrixChange& each : subject.changes) {
      if (each.change == change) count += each.cases.size();
    }
  }
  return count;
}

std::string DescribeMatrixChanges(const std::vector<SubjectChange>& subjects) {
  std::string text;
  for (const SubjectChange& subject : subjects) {
    const bool paired = subject.before != nullptr && subject.after != nullptr;
    if (paired && subject.changes.empty()) continue;
    text += OneLine(DescribeSubject(subject)) + "\n";
    for (const auto& [change, title] : kChangeTitles) {
      for (const MatrixChange& each : subject.changes) {
        if (each.change != change) continue;
        text += fmt::format("  {}: {}: {} -> {} ({})\n", title, OneLine(each.policy), each.before,
                            each.after, NamesOf(each.cases));
        if (change != Change::kOther && !each.why.empty())
          text += fmt::format("    {}\n", each.why);
      }
    }
  }
  return text + fmt::format("{} worse, {} better, {} not comparable\n",
                            CountChanged(subjects, Change::kWorse),
                            CountChanged(subjects, Change::kBetter),
                            CountChanged(subjects, Change::kOther));
}

}  // namespace loadstone
