// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "harness/report/html_node.h"
#include "harness/report/matrix_history.h"
#include "harness/report/matrix_parts.h"
#include "harness/report/matrix_style.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

using html::Add;
using html::AddBreakable;
using html::AddText;
using html::Node;

// Subjects of one API and kind, which follow one another in the matrix.
struct KindOfSubjects {
  std::string title;
  std::vector<std::size_t> subjects;
};

std::vector<KindOfSubjects> KindsOf(const Matrix& matrix) {
  std::vector<KindOfSubjects> kinds;
  for (std::size_t i = 0; i < matrix.subjects.size(); ++i) {
    const std::string title = KindTitle(matrix.subjects[i].subject);
    if (kinds.empty() || kinds.back().title != title) kinds.push_back({title, {}});
    kinds.back().subjects.push_back(i);
  }
  return kinds;
}

// The policies of one section, in natural order.
struct SectionOfPolicies {
  std::string title;
  std::string document;
  std::vector<const MatrixPolicy*> policies;
};

std::string DocumentOf(const MatrixPolicy& policy) {
  return policy.quoted.sources.empty() ? "" : policy.quoted.sources.front().document;
}

// Returns the policies by section. Sections of one document follow one another, else they are in
// the order of their first policies.
std::vector<SectionOfPolicies> SectionsOf(const std::vector<const MatrixPolicy*>& policies) {
  std::vector<SectionOfPolicies> sections;
  for (const MatrixPolicy* policy : policies) {
    const std::string title = SectionTitle(*policy);
    const std::string document = DocumentOf(*policy);
    auto section = std::find_if(sections.begin(), sections.end(),
                                [&](const SectionOfPolicies& each) { return each.title == title; });
    if (section == sections.end()) {
      const auto last =
          std::find_if(sections.rbegin(), sections.rend(),
                       [&](const SectionOfPolicies& each) { return each.document == document; });
      section = sections.insert(last == sections.rend() ? sections.end() : last.base(),
                                {title, document, {}});
    }
    section->policies.push_back(policy);
  }
  return sections;
}

std::vector<const MatrixPolicy*> PoliciesFor(const Matrix& matrix, const KindOfSubjects& kind) {
  std::vector<const MatrixPolicy*> policies;
  for (const MatrixPolicy& policy : matrix.policies) {
    const bool any = std::any_of(kind.subjects.begin(), kind.subjects.end(),
                                 [&](std::size_t each) { return policy.cells.contains(each); });
    if (any) policies.push_back(&policy);
  }
  return policies;
}

void AddMatrixHeader(Node body, const Matrix& matrix, const std::vector<KindOfSubjects>& kinds) {
  const bool has_history = !HistoryOf(matrix).empty();
  const std::size_t subjects = matrix.subjects.size();
  const std::string title =
      fmt::format("{} {}, {} {}", subjects, subjects == 1 ? "subject" : "subjects",
                  matrix.policies.size(), matrix.policies.size() == 1 ? "policy" : "policies");
  Add(body, "h1", title);
  Node links = Add(body, "nav");
  const auto link = [&](const std::string& anchor, const std::string& text) {
    Add(links, "a", text).append_attribute("href").set_value(("#" + anchor).c_str());
  };
  for (std::size_t i = 0; i < kinds.size(); ++i) link(fmt::format("kind-{}", i), kinds[i].title);
  link("differences", "Differences");
  if (has_history) link("history", "History");
  link("subjects", "Subjects");
  link("policies", "Policies");
  Add(body, "p",
      "A cell is the worst verdict of a policy's cases for a subject; \"fail 2/5\" means that 2 of "
      "5 judged cases fail. A click, or Enter, opens the policy; the arrow keys move between "
      "cells. "
      "Causes that differ in names, paths and numbers only are one cause.");
}

void AddMatrixFilter(Node body) {
  Node filter = Add(body, "div", "", "filter");
  Node search = Add(filter, "input");
  search.append_attribute("type").set_value("search");
  search.append_attribute("id").set_value("search");
  search.append_attribute("placeholder").set_value("policy, section or text");
  search.append_attribute("aria-label").set_value("policy, section or text");
  for (const Verdict verdict : kVerdictsBySeverity) {
    Node label = Add(filter, "label");
    Node box = Add(label, "input");
    box.append_attribute("type").set_value("checkbox");
    box.append_attribute("value").set_value(VerdictName(verdict));
    box.append_attribute("checked").set_value("checked");
    AddText(label, VerdictName(verdict));
  }
  Add(filter, "label").append_attribute("id").set_value("shown");
}

void AddHead(Node table, const Matrix& matrix, const KindOfSubjects& kind) {
  Node head = Add(Add(table, "thead"), "tr");
  Add(head, "th", "policy");
  for (const std::size_t subject : kind.subjects) {
    Add(Add(head, "th"), "a", matrix.subjects[subject].label)
        .append_attribute("href")
        .set_value(("#" + SubjectAnchor(subject)).c_str());
  }
}

void AddCell(Node row, const MatrixCell& cell) {
  Node node = Add(row, "td", CellText(cell.summary), VerdictName(cell.summary.Worst()));
  if (cell.causes.empty()) return;
  node.append_attribute("data-causes")
      .set_value(fmt::format("{}", fmt::join(cell.causes, " ")).c_str());
}

// Returns the verdicts by which a row is found: the worst ones of its cells, and those of all cases
// with a cause, which an error must not hide.
std::string VerdictsIn(const MatrixPolicy& policy, const KindOfSubjects& kind) {
  std::vector<std::string_view> names;
  for (const Verdict verdict : kVerdictsBySeverity) {
    const bool without_cause = verdict == Verdict::kPass || verdict == Verdict::kSkip;
    const bool any =
        std::any_of(kind.subjects.begin(), kind.subjects.end(), [&](std::size_t subject) {
          const auto cell = policy.cells.find(subject);
          if (cell == policy.cells.end()) return false;
          const Summary& summary = cell->second.summary;
          return without_cause ? summary.Worst() == verdict : CountOf(summary, verdict) > 0;
        });
    if (any) names.emplace_back(VerdictName(verdict));
  }
  return fmt::format("{}", fmt::join(names, " "));
}

void AddPolicyRow(Node body, const MatrixPolicy& policy, const KindOfSubjects& kind) {
  Node row = Add(body, "tr");
  row.append_attribute("data-policy").set_value(PolicyAnchor(policy.id).c_str());
  Node head = Add(row, "th");
  head.append_attribute("scope").set_value("row");
  Node link = Add(head, "a");
  link.append_attribute("href").set_value(("#" + PolicyAnchor(policy.id)).c_str());
  AddBreakable(link, OneLine(policy.id));
  Add(head, "span", " " + PolicyTitle(policy.quoted.statement));
  for (const std::size_t subject : kind.subjects) {
    const auto cell = policy.cells.find(subject);
    if (cell == policy.cells.end()) {
      Add(row, "td", "", "none");
    } else {
      AddCell(row, cell->second);
    }
  }
  row.append_attribute("data-verdicts").set_value(VerdictsIn(policy, kind).c_str());
}

void AddTable(Node body, const Matrix& matrix, const KindOfSubjects& kind, std::size_t number) {
  Add(body, "h2", kind.title)
      .append_attribute("id")
      .set_value(fmt::format("kind-{}", number).c_str());
  Node table = Add(Add(body, "div", "", "scroll"), "table", "", "cells");
  table.append_attribute("role").set_value("grid");
  AddHead(table, matrix, kind);
  for (const SectionOfPolicies& section : SectionsOf(PoliciesFor(matrix, kind))) {
    Node group = Add(table, "tbody");
    Node title = Add(Add(group, "tr", "", "section"), "th", section.title);
    title.append_attribute("colspan").set_value(
        static_cast<unsigned long long>(kind.subjects.size() + 1));
    for (const MatrixPolicy* policy : section.policies) AddPolicyRow(group, *policy, kind);
  }
}

// Adds a list to choose a subject; its values are the positions of table and column.
void AddChoice(Node parent, const char* id, const Matrix& matrix,
               const std::vector<KindOfSubjects>& kinds, std::size_t chosen) {
  Node choice = Add(parent, "select");
  choice.append_attribute("id").set_value(id);
  choice.append_attribute("aria-label").set_value("subject");
  for (std::size_t table = 0; table < kinds.size(); ++table) {
    Node group = Add(choice, "optgroup");
    group.append_attribute("label").set_value(kinds[table].title.c_str());
    for (std::size_t i = 0; i < kinds[table].subjects.size(); ++i) {
      const std::size_t subject = kinds[table].subjects[i];
      Node option = Add(group, "option", matrix.subjects[subject].label);
      option.append_attribute("value").set_value(fmt::format("{}:{}", table, i + 1).c_str());
      if (subject == chosen) option.append_attribute("selected").set_value("selected");
    }
  }
}

void AddDifferences(Node body, const Matrix& matrix, const std::vector<KindOfSubjects>& kinds) {
  Add(body, "h2", "Differences between two subjects")
      .append_attribute("id")
      .set_value("differences");
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [](const KindOfSubjects& each) {
    return each.subjects.size() > 1;
  });
  const std::vector<std::size_t>& subjects = (kind == kinds.end() ? kinds.begin() : kind)->subjects;
  Node choose = Add(body, "p", "", "choose");
  AddChoice(choose, "left", matrix, kinds, subjects.front());
  AddText(choose, " ");
  AddChoice(choose, "right", matrix, kinds, subjects[subjects.size() > 1 ? 1 : 0]);
  Add(Add(body, "div", "", "scroll"), "div").append_attribute("id").set_value("different");
}

}  // namespace

std::string MatrixPage(const Matrix& matrix) {
  const std::vector<KindOfSubjects> kinds = KindsOf(matrix);
  pugi::xml_document document;
  Node body = html::BeginPage(document, "Loadstone: matrix of subjects", kMatrixStyle);
  body.append_attribute("class").set_value("wide");
  Node main = Add(body, "main");
  AddMatrixHeader(main, matrix, kinds);
  AddMatrixFilter(main);
  for (std::size_t i = 0; i < kinds.size(); ++i) AddTable(main, matrix, kinds[i], i);
  AddDifferences(main, matrix, kinds);
  AddHistories(main, matrix);
  Add(main, "h2", "Subjects").append_attribute("id").set_value("subjects");
  AddSubjectParts(main, matrix);
  Add(main, "h2", "Policies").append_attribute("id").set_value("policies");
  AddPolicyParts(main, matrix);
  Add(body, "script", kMatrixScript);
  return html::SavePage(document);
}

}  // namespace loadstone
