// SPDX-License-Identifier: Apache-2.0
#include "harness/report/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "harness/report/html_node.h"
#include "harness/report/kind.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kMostColumns = 200;

using Index = std::map<std::string, const CaseResult*>;

Index IndexOf(const RunReport& report) {
  Index index;
  for (const CaseResult& result : report.cases) index.emplace(result.id, &result);
  return index;
}

// Returns the severity of the violation in a case; 0 for none. A waiver does not change it.
int Severity(const CaseResult* result) {
  if (result == nullptr) return 0;
  const bool waived = result->verdict == Verdict::kWaived;
  if (result->verdict == Verdict::kFail || (waived && result->level == "must")) return 2;
  return result->verdict == Verdict::kWarn || waived ? 1 : 0;
}

bool IsPass(const CaseResult* result) {
  return result != nullptr && result->verdict == Verdict::kPass;
}

// Returns whether both runs are by the same version of Loadstone, and so use the same texts.
bool SameWords(const RunReport& before, const RunReport& after) {
  return before.provenance.tool == after.provenance.tool;
}

// Returns whether two violations are of the same kind.
bool SameKind(const CaseResult& before, const CaseResult& after, bool same_words) {
  Kind a = KindOf(before);
  Kind b = KindOf(after);
  // Reports of older versions have no `ending`.
  if (!same_words || !before.ending.has_value() || !after.ending.has_value()) {
    a.reason = b.reason;
    a.expected = b.expected;
    // Versions before 0.3 did not say what was observed instead of a condition.
    if (before.observed.empty()) a.observed = b.observed;
  }
  return a == b;
}

Change ChangeOf(const CaseResult* before, const CaseResult* after, bool same_words) {
  const int now = Severity(after);
  if (now > Severity(before)) return Change::kWorse;
  if (now > 0 && !SameKind(*before, *after, same_words)) return Change::kWorse;
  const bool judged = IsPass(after) || now > 0;
  return now < Severity(before) && judged ? Change::kBetter : Change::kOther;
}

bool IsSame(const CaseResult* before, const CaseResult* after, bool same_words) {
  if (before == nullptr || after == nullptr) return false;
  if (Severity(before) != Severity(after)) return false;
  if (Severity(after) > 0) return SameKind(*before, *after, same_words);
  return before->verdict == after->verdict;
}

std::string NameOf(const CaseResult* result) {
  return result == nullptr ? "not run" : VerdictName(result->verdict);
}

std::string WhyOf(const CaseResult* telling) {
  if (telling == nullptr) return "";
  const std::string observed =
      telling->observed.empty() ? "" : "; observed: " + OneLine(telling->observed);
  return Truncate(OneLine(Headline(*telling)) + observed, kMostColumns);
}

// Returns what failed, in the run in which it did; one line for each run if both failed.
std::vector<std::string> WhyOf(const Difference& difference) {
  const bool now = Severity(difference.after) > 0;
  const bool then = Severity(difference.before) > 0;
  if (now && then) return {WhyOf(difference.after), "before: " + WhyOf(difference.before)};
  const std::string why = WhyOf(now || !then ? difference.after : difference.before);
  return why.empty() ? std::vector<std::string>{} : std::vector{why};
}

std::string SubjectOf(const RunReport& report) {
  const SubjectSummary& subject = report.subject;
  return OneLine(fmt::format("{}: {} {}{}{}", subject.path, subject.api, subject.version,
                             subject.package.empty() ? "" : ", " + subject.package,
                             subject.build_id.empty() ? "" : ", build ID " + subject.build_id));
}

constexpr std::pair<Change, const char*> kTitles[] = {
    {Change::kWorse, "worse"}, {Change::kBetter, "better"}, {Change::kOther, "not comparable"}};

std::size_t CountOf(const std::vector<Difference>& differences, Change change) {
  return std::count_if(differences.begin(), differences.end(),
                       [&](const Difference& difference) { return difference.change == change; });
}

void AddBadge(html::Node parent, const CaseResult* result) {
  const std::string name = NameOf(result);
  html::Add(parent, "span", name, ("badge " + (result == nullptr ? "skip" : name)).c_str());
}

}  // namespace

std::vector<Difference> Compare(const RunReport& before, const RunReport& after) {
  const Index old_cases = IndexOf(before);
  Index all = IndexOf(after);
  const Index new_cases = all;
  all.insert(old_cases.begin(), old_cases.end());
  const bool same_words = SameWords(before, after);
  std::vector<Difference> differences;
  const auto find = [](const Index& index, const std::string& id) {
    const auto found = index.find(id);
    return found == index.end() ? nullptr : found->second;
  };
  for (const auto& [id, any] : all) {
    const CaseResult* old_case = find(old_cases, id);
    const CaseResult* new_case = find(new_cases, id);
    if (IsSame(old_case, new_case, same_words)) continue;
    differences.push_back({ChangeOf(old_case, new_case, same_words), id, old_case, new_case});
  }
  std::stable_sort(differences.begin(), differences.end(),
                   [](const Difference& a, const Difference& b) {
                     if (a.change != b.change) return a.change < b.change;
                     return NaturalLess(a.id, b.id);
                   });
  return differences;
}

void RequireSameKind(const SubjectSummary& baseline, const SubjectSummary& subject) {
  if (baseline.api == subject.api && baseline.kind == subject.kind) return;
  throw std::runtime_error(fmt::format(
      "the baseline is for {} {}s, but this run is for {} {}s; use a report of the same kind",
      OneLine(baseline.api), OneLine(baseline.kind), subject.api, subject.kind));
}

void ApplyBaseline(const RunReport& baseline, RunReport& report) {
  RequireSameKind(baseline.subject, report.subject);
  const Index known = IndexOf(baseline);
  for (const Difference& difference : Compare(baseline, report)) {
    if (difference.change == Change::kBetter) report.better.push_back(difference.id);
  }
  for (CaseResult& result : report.cases) {
    if (result.verdict != Verdict::kFail && result.verdict != Verdict::kWarn) continue;
    const auto old_case = known.find(result.id);
    if (old_case == known.end()) continue;
    if (ChangeOf(old_case->second, &result, SameWords(baseline, report)) == Change::kWorse) {
      continue;
    }
    result.verdict = Verdict::kWaived;
    result.reason += (result.reason.empty() ? "" : "; ") + std::string(kKnown);
  }
}

std::string DiffText(const RunReport& before, const RunReport& after) {
  const std::vector<Difference> differences = Compare(before, after);
  std::string text = fmt::format("before: {}\nafter:  {}\n", SubjectOf(before), SubjectOf(after));
  for (const auto& [change, title] : kTitles) {
    if (CountOf(differences, change) == 0) continue;
    text += fmt::format("\n{}:\n", title);
    for (const Difference& difference : differences) {
      if (difference.change != change) continue;
      text += fmt::format("  {}: {} -> {}\n", OneLine(difference.id), NameOf(difference.before),
                          NameOf(difference.after));
      for (const std::string& why : WhyOf(difference)) text += fmt::format("    {}\n", why);
    }
  }
  return text + fmt::format("\n{} worse, {} better, {} not comparable\n",
                            CountOf(differences, Change::kWorse),
                            CountOf(differences, Change::kBetter),
                            CountOf(differences, Change::kOther));
}

std::string DiffMarkdown(const RunReport& before, const RunReport& after) {
  const std::vector<Difference> differences = Compare(before, after);
  std::string text = fmt::format("- before: {}\n- after: {}\n", MarkdownText(SubjectOf(before)),
                                 MarkdownText(SubjectOf(after)));
  for (const auto& [change, title] : kTitles) {
    if (CountOf(differences, change) == 0) continue;
    text +=
        fmt::format("\n## {}: {}\n\n| case | before | after | why |\n| --- | --- | --- | --- |\n",
                    title, CountOf(differences, change));
    for (const Difference& difference : differences) {
      if (difference.change != change) continue;
      text += fmt::format("| {} | {} | {} | {} |\n", MarkdownText(difference.id),
                          NameOf(difference.before), NameOf(difference.after),
                          MarkdownText(fmt::format("{}", fmt::join(WhyOf(difference), "; "))));
    }
  }
  return differences.empty() ? text + "\nNo case differs.\n" : text;
}

std::string DiffHtml(const RunReport& before, const RunReport& after) {
  const std::vector<Difference> differences = Compare(before, after);
  pugi::xml_document document;
  html::Node body = html::BeginPage(document, "Loadstone: differences");
  html::Add(body, "h1", "Differences");
  html::Add(body, "p", "before: " + SubjectOf(before));
  html::Add(body, "p", "after: " + SubjectOf(after));
  for (const auto& [change, title] : kTitles) {
    const std::size_t count = CountOf(differences, change);
    html::Add(body, "h2", fmt::format("{}: {}", title, count));
    if (count == 0) continue;
    html::Node table = html::Add(body, "table", "", "facts");
    for (const Difference& difference : differences) {
      if (difference.change != change) continue;
      html::Node row = html::Add(table, "tr");
      html::Add(row, "td", difference.id);
      html::Node verdicts = html::Add(row, "td");
      AddBadge(verdicts, difference.before);
      AddBadge(verdicts, difference.after);
      html::Add(row, "td", fmt::format("{}", fmt::join(WhyOf(difference), "; ")));
    }
  }
  return html::SavePage(document);
}

}  // namespace loadstone
